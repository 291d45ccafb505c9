import { createHash } from 'node:crypto';
import { DownpourError } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import { holds, type Principal } from '../../../results/access.ts';
import type { IndexedRun } from '../../../results/upload/upload.ts';
import { runSchema } from '../../../schema-uris.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { Write } from '../../ports/table.ts';
import type { RepositoryEvent } from '../../records/alerting/events.ts';
import { openExpectations, takenBack } from '../../records/alerting/expectations.ts';
import { listWrites, rowWrite } from '../../records/datasets/datasets.ts';
import { claimedRun } from '../../records/runs/idempotency-keys.ts';
import { blockLost, isGivenUp } from '../../records/runs/row.ts';
import { wordsWrites } from '../../records/runs/run-words.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import { trashRunsOf } from '../../records/runs/trash-test-runs.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';
import type { Task } from '../../work/task.ts';
import { type OutboxEntry, teamGroup, type Work } from '../../work/work.ts';
import { bareDataset } from '../datasets/compose.ts';
import { withListeners } from '../notify/listeners.ts';
import { prepareTest } from '../trends/prepare-test.ts';

/** The caller of an upload, and its time. */
export type StoreRunContext = {
  readonly caller: Principal;
  /**
   * The idempotency key of the request. A repeated call with the same key and draft returns the same run.
   * Absent: every call stores a new run.
   */
  readonly idempotencyKey?: string | undefined;
  /** The present time in epoch milliseconds. */
  readonly now: number;
  /** The test that the draft names, if the caller has read it. */
  readonly test?: Test | undefined;
  /**
   * True for the run of a burst. The storage limit was checked before the burst started, so the run is never
   * rejected.
   */
  readonly judged?: true;
  /** Further writes for the transaction of the row. The function receives the id of the run. */
  readonly also?: (run: number) => readonly Write[];
};

/** The stores of runs and their tasks. */
export type StoreRunStores = {
  readonly repository: Repository;
  readonly runs: RunStore;
  readonly work: Pick<Work, 'entry'>;
  /** True when the platform has an event bus. The bus also gets events that no action receives. */
  readonly hasBus?: boolean;
};

/** A stored run, and its tasks that are written but not done. */
export type StoredRun = { readonly id: number; readonly due: readonly OutboxEntry[] };

/**
 * Stores a run: first its document and index, and last its row, which makes it visible. An interruption in
 * between leaves nothing that readers see, and a repeat with the same idempotency key completes the run.
 *
 * @throws DownpourError IDEMPOTENCY_KEY_REUSED (409) when the key came with another draft before,
 *   TEST_FORBIDDEN (400) for a test of a team in which the caller may not upload, TEAM_STORAGE_FULL (507)
 *   when the storage of its owner is full.
 */
export async function storeRun(
  stores: StoreRunStores,
  draft: IndexedRun,
  context: StoreRunContext,
): Promise<StoredRun> {
  const { repository } = stores;
  const { body, index: _, metadata, bloomFilter, ...described } = draft;
  const storedBytes = body.length + (metadata?.length ?? 0);
  const full = await refusalOf(repository, draft.owner, storedBytes, context);
  const test = await testFor(repository, draft, context, full);
  const [{ id, isRepeat }, bareId] = await Promise.all([
    runId(repository, draft, context),
    bareIdFor(repository, draft),
  ]);
  // On a repeat the run may already have a newer revision of the document, which another write would replace.
  if (isRepeat && (await repository.runs.get(id)) !== undefined)
    return { id, due: await workLeft(stores, id) };
  if (full !== undefined) throw full;
  if (!(await putObjects(stores, id, draft))) {
    await blockLost(repository.table, id, context.now);
    return storeRun(stores, draft, context);
  }
  const facts = { id, sizeBytes: body.length, storedBytes, hasMetadata: metadata !== undefined };
  const beside = wordsWrites({ id, testId: test.id, start: draft.start }, bloomFilter);
  const also = (run: number) => [...beside, ...(context.also?.(run) ?? [])];
  const due = await insertRow(stores, described, { ...facts, test }, bareId, { ...context, also });
  if (due !== undefined) return { id, due };
  // The run of this key was abandoned days ago, and its id is blocked. So the run is stored again under
  // another id.
  if (isGivenUp(await repository.table.get(repositoryKey.run(id)))) return storeRun(stores, draft, context);
  return { id, due: await workLeft(stores, id) };
}

/**
 * The pending tasks that were written with the row of a run. The process that stored the run may have been
 * interrupted before it sent them to the queue.
 */
export async function workLeft(
  { repository, work }: Omit<StoreRunStores, 'runs'>,
  id: number,
): Promise<readonly OutboxEntry[]> {
  const run = await repository.runs.get(id);
  const test = run && (await repository.tests.byId(run.testId));
  if (run === undefined || test === undefined) return [];
  const due = firstWork(work, run, test);
  const items = await repository.table.getMany(due.map(({ item }) => item));
  return due.filter((_, n) => items[n] !== undefined);
}

/**
 * Writes the document, the metadata and the index concurrently, because they depend only on the document.
 * @returns false when the id has another document, which remains unchanged.
 */
async function putObjects(
  { runs }: Pick<StoreRunStores, 'runs'>,
  id: number,
  { body, index, metadata }: IndexedRun,
): Promise<boolean> {
  const [isNew] = await Promise.all([
    runs.put(id, body),
    index && runs.putIndex(id, index),
    metadata && runs.putMetadata(id, metadata),
  ]);
  return isNew || Buffer.from(body).equals((await runs.get(id)) ?? new Uint8Array(0));
}

/** The members of a run's row that do not depend on how the document is stored. */
type Described = Omit<IndexedRun, 'body' | 'index' | 'metadata' | 'bloomFilter'>;
/** Facts about the stored document of a run. */
type Facts = Pick<RunRow, 'id' | 'sizeBytes' | 'storedBytes'> & { readonly hasMetadata: boolean };

/**
 * Writes the row of a run whose objects are stored.
 * @returns the tasks that were written with the row. Undefined when a run with this id exists, or when a
 * condition of `also` does not hold.
 * @throws DownpourError TEST_FORBIDDEN (400), TEAM_STORAGE_FULL (507) as storeRun.
 */
export async function storeRow(
  stores: Omit<StoreRunStores, 'runs'>,
  described: Described,
  facts: Facts,
  context: StoreRunContext,
): Promise<readonly OutboxEntry[] | undefined> {
  const { owner } = described;
  const full = await refusalOf(stores.repository, owner, facts.storedBytes ?? 0, context);
  if (full !== undefined) throw full;
  const test = await testFor(stores.repository, described, context);
  const bareId = await bareIdFor(stores.repository, described);
  return insertRow(stores, described, { ...facts, test }, bareId, context);
}

/**
 * The id of the dataset of a run that names no schema. This empty dataset is written with the run. The
 * datasets of other runs are made by a task.
 */
async function bareIdFor({ datasets }: Repository, { schemas }: Described): Promise<number | undefined> {
  return schemas.length > 0 ? undefined : datasets.newIds(1);
}

async function insertRow(
  stores: Omit<StoreRunStores, 'runs'>,
  { test: _, ...described }: Described,
  { test, ...facts }: Facts & { readonly test: Test },
  bareId: number | undefined,
  { now, also, judged: isKept }: StoreRunContext,
): Promise<readonly OutboxEntry[] | undefined> {
  const { repository, work } = stores;
  if (described.schemas.some(({ uri }) => uri === runSchema)) await prepareTest(repository, test);
  const run = { ...described, ...facts, testId: test.id, trashed: false, uploadedAt: now };
  const keys = [repositoryKey.definitions(), repositoryKey.expectationCount(test.id)];
  const [definitions, expectations] = await repository.table.getMany(keys);
  const due = await withListeners(
    stores,
    test,
    firstWork(work, run, test),
    Number(definitions?.version ?? 0),
  );
  const isAwaited = Number(expectations?.open ?? 0) > 0;
  const own = also?.(run.id) ?? [];
  const bare = bareId === undefined ? [] : [bareDataset(run, bareId)];
  const places = [...bare.map(rowWrite), ...listWrites(bare, [])];
  const row = bare.length === 0 ? run : { ...run, datasets: bare.map(({ id }) => id), hasBatches: false };
  const writes = [...places, ...due.map(({ write }) => write), ...own];
  if (!(await insertRun(repository, row, writes, isAwaited, isKept))) return undefined;
  // The test may have been deleted since it was found. Its deletion put only the runs into the trash that
  // existed then.
  if ((await repository.tests.byId(test.id)) === undefined) await trashRunsOf(repository, test.id);
  return due;
}

/**
 * Writes the row of a run. The same transaction ends the earliest expectation of its test: a record that a
 * run should come. Each run ends at most one expectation, and each expectation is ended by at most one run.
 *
 * @param isAwaited - false when the test has no expectation.
 * @param isKept - true: the storage limit of the team does not apply.
 * @returns false when a run with this id exists, or when a condition of `also` does not hold.
 */
async function insertRun(
  { table, runs }: Pick<Repository, 'table' | 'runs'>,
  run: RunRow,
  also: readonly Write[],
  isAwaited: boolean,
  isKept = false,
): Promise<boolean> {
  const expectations = openExpectations(table);
  for (;;) {
    const first = isAwaited ? await expectations.firstOf(run.testId) : undefined;
    if (await runs.insert(run, [...also, ...(first ? takenBack(first) : [])], isKept)) return true;
    // Another run may have ended the expectation at the same time. Then this run ends the next expectation.
    if (first === undefined || (await expectations.isThere(first))) return false;
  }
}

/**
 * The first tasks of a run: to publish its events and to make its datasets. Their names depend only on the
 * run, so that a repeated upload finds the pending tasks.
 */
function firstWork(work: Pick<Work, 'entry'>, run: RunRow, test: Test): readonly OutboxEntry[] {
  const tasks: readonly Task[] = [
    ...eventsOf(run, test).map((event) => ({ kind: 'event', event }) as const),
    ...((run.schemas ?? []).length > 0 ? [{ kind: 'datasets', run: run.id } as const] : []),
  ];
  const named = run.id.toString(16).padStart(8, '0');
  const [at, group] = [run.uploadedAt, teamGroup(run.owner)];
  return tasks.map((task, n) => work.entry(task, 'now', { name: `run-${n}-${named}`, at, group }));
}

/** The events of a new run. */
function eventsOf(run: RunRow, { id: testId, name: testName }: Test): readonly RepositoryEvent[] {
  const { id, start, stop, owner, outcome } = run;
  const details = { testId, testName, run: { id, start, stop, owner, ...(outcome && { outcome }) } };
  const isFailed = outcome?.state === 'failed';
  return [
    { kind: 'run/new', ...details },
    ...(isFailed ? [{ kind: 'run/failed', ...details } as const] : []),
  ];
}

/**
 * The error when the storage of the run's owner is full. It is determined before anything is stored. The run
 * of a burst is stored even then.
 */
const refusalOf = async (
  { storage }: Repository,
  owner: string,
  bytes: number,
  { judged }: StoreRunContext,
): Promise<DownpourError | undefined> => (judged === true ? undefined : storage.refusal(owner, bytes));

/**
 * Finds the test that a draft names. If no test has this name, it makes a test of the run's owner, unless the
 * owner's storage is full.
 */
async function testFor(
  { tests }: Repository,
  { test: text, owner, access }: Described,
  { caller, judged, test: found }: StoreRunContext,
  full?: DownpourError,
): Promise<Test> {
  const mayUpload = (team: string): boolean => judged === true || holds(caller, 'uploader', team);
  const known = found ?? (await tests.find(text));
  // A full storage rejects the upload, and a rejected upload must not create a test.
  if (known === undefined && mayUpload(owner) && full !== undefined) throw full;
  const made =
    known === undefined && mayUpload(owner) ? await tests.create({ name: text, owner, access }) : undefined;
  const test = known ?? made ?? (await tests.byName(text));
  if (test !== undefined && mayUpload(test.owner)) return test;
  throw testForbidden(text);
}

/**
 * The error for a hidden test. A missing test has the same message, so the error does not reveal hidden
 * tests.
 */
export const testForbidden = (text: string | number): DownpourError =>
  new DownpourError(
    'TEST_FORBIDDEN',
    400,
    `Cannot upload to test ${text}, either it does not exist or user is not an uploader: create the test, or use an API key of a user with the role uploader in the team of the test`,
  );

async function runId(
  { table }: Repository,
  draft: IndexedRun,
  { caller, idempotencyKey }: StoreRunContext,
): Promise<{ readonly id: number; readonly isRepeat: boolean }> {
  const fresh = await table.newIds('run');
  if (idempotencyKey === undefined) return { id: fresh, isRepeat: false };
  const claim = { runId: fresh, digest: digestOf(draft) };
  const id = await claimedRun(table, caller.user, idempotencyKey, claim);
  return { id, isRepeat: id !== fresh };
}

/**
 * The digest of an upload's request. The index, the Bloom filter, the schemas and the outcome depend on the
 * document and the release, so they are left out.
 */
function digestOf({
  body,
  metadata,
  index: _,
  schemas: __,
  outcome: ___,
  bloomFilter: ____,
  ...parameters
}: IndexedRun) {
  const hash = createHash('sha256').update(JSON.stringify(parameters)).update('\0').update(body);
  return (metadata === undefined ? hash : hash.update('\0').update(metadata)).digest('hex');
}
