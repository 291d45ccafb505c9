import { createHash } from 'node:crypto';
import { DownpourError } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository.ts';
import { holds, type Principal } from '../../../results/access.ts';
import type { IndexedRun } from '../../../results/upload/upload.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { Write } from '../../ports/table.ts';
import { listWrites, rowWrite } from '../../records/datasets/datasets.ts';
import { claimedRun } from '../../records/runs/claims.ts';
import { isGivenUp } from '../../records/runs/row.ts';
import { wordsWrites } from '../../records/runs/run-words.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';
import type { Task } from '../../work/task.ts';
import type { Due, Work } from '../../work/work.ts';
import { bareDataset } from '../datasets/compose.ts';
import { heard } from '../notify/listeners.ts';
import { eventsOf, insertRun } from './insert-run.ts';

/** Who stores a run, and when. */
export type StoreRunContext = {
  readonly caller: Principal;
  /** Makes a repeat harmless: the same key with the same draft gives the same id. Absent: every call is a new run. */
  readonly idempotencyKey?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The test that the draft names, where somebody has looked it up. */
  readonly test?: Test | undefined;
  /** The test was judged before: a burst's run is never turned away. */
  readonly judged?: true;
  /** What is written together with the row of a run of this id. */
  readonly also?: (run: number) => readonly Write[];
};

/** Where runs are kept, and what becomes due with them. */
export type StoreRunStores = {
  readonly repository: Repository;
  readonly runs: RunStore;
  readonly work: Pick<Work, 'due'>;
  /** As a context says it. */
  readonly hasBus?: boolean;
};

/** A run that is stored, and what is left to do of the work that was written with it. */
export type StoredRun = { readonly id: number; readonly due: readonly Due[] };

/**
 * Stores a run: first the document and its index, last its row, which makes it visible. An interruption in between leaves
 * nothing that a reader could see, and a repeat with the same idempotency key completes the run.
 *
 * @throws DownpourError IDEMPOTENCY_KEY_REUSED (409) when the key came with another draft before, TEST_FORBIDDEN (400)
 * for a test of a team in which the caller does not upload, TEAM_STORAGE_FULL (507) where its owner has no room for it.
 */
export async function storeRun(
  stores: StoreRunStores,
  draft: IndexedRun,
  context: StoreRunContext,
): Promise<StoredRun> {
  const { repository } = stores;
  const { body, index: _, metadata, words, ...described } = draft;
  const storedBytes = body.length + (metadata?.length ?? 0);
  const full = await refusalOf(repository, draft.owner, storedBytes, context);
  const test = await testFor(repository, draft, context, full);
  const [{ id, isRepeat }, bareId] = await Promise.all([
    runId(repository, draft, context),
    bareIdFor(repository, draft),
  ]);
  // Its document may have another revision by now, and the first one would come back.
  if (isRepeat && (await repository.runs.get(id)) !== undefined)
    return { id, due: await workLeft(stores, id) };
  if (full !== undefined) throw full;
  await putObjects(stores, id, draft);
  const facts = { id, sizeBytes: body.length, storedBytes, hasMetadata: metadata !== undefined };
  const beside = wordsWrites({ id, testId: test.id, start: draft.start }, words);
  const also = (run: number) => [...beside, ...(context.also?.(run) ?? [])];
  const due = await insertRow(stores, described, { ...facts, test }, bareId, { ...context, also });
  if (due !== undefined) return { id, due };
  // Days after it was begun: it is stored once more, under another id.
  if (isGivenUp(await repository.table.get(repositoryKey.run(id)))) return storeRun(stores, draft, context);
  return { id, due: await workLeft(stores, id) };
}

/** What was written with the row of a run and nobody has done yet: whoever stored the run may have died before they sent it. */
export async function workLeft(
  { repository, work }: Omit<StoreRunStores, 'runs'>,
  id: number,
): Promise<readonly Due[]> {
  const run = await repository.runs.get(id);
  const test = run && (await repository.tests.byId(run.testId));
  if (run === undefined || test === undefined) return [];
  const due = firstWork(work, run, test);
  const items = await repository.table.getMany(due.map(({ item }) => item));
  return due.filter((_, n) => items[n] !== undefined);
}

/** What follows from the document is the same whoever writes it, so none waits for another. */
async function putObjects(
  { runs }: Pick<StoreRunStores, 'runs'>,
  id: number,
  { body, index, metadata }: IndexedRun,
): Promise<void> {
  await Promise.all([
    runs.put(id, body),
    index && runs.putIndex(id, index),
    metadata && runs.putMetadata(id, metadata),
  ]);
}

/** A run as its row says it, all but what is known of its document. */
type Described = Omit<IndexedRun, 'body' | 'index' | 'metadata' | 'words'>;
/** What is known of a document that is stored. */
type Facts = Pick<RunRow, 'id' | 'sizeBytes' | 'storedBytes'> & { readonly hasMetadata: boolean };

/**
 * Makes a run of what is stored already.
 * @returns the work that was written with it; undefined when there is a run of this id, or a condition of `also` does not hold.
 * @throws DownpourError TEST_FORBIDDEN (400), TEAM_STORAGE_FULL (507) as storeRun.
 */
export async function storeRow(
  stores: Omit<StoreRunStores, 'runs'>,
  described: Described,
  facts: Facts,
  context: StoreRunContext,
): Promise<readonly Due[] | undefined> {
  const { owner } = described;
  const full = await refusalOf(stores.repository, owner, facts.storedBytes ?? 0, context);
  if (full !== undefined) throw full;
  const test = await testFor(stores.repository, described, context);
  const bareId = await bareIdFor(stores.repository, described);
  return insertRow(stores, described, { ...facts, test }, bareId, context);
}

/** The id of the dataset of a run that names no schema: it has its one, empty dataset at once. For others that is work. */
async function bareIdFor({ datasets }: Repository, { schemas }: Described): Promise<number | undefined> {
  return schemas.length > 0 ? undefined : datasets.newIds(1);
}

async function insertRow(
  stores: Omit<StoreRunStores, 'runs'>,
  { test: _, ...described }: Described,
  { test, ...facts }: Facts & { readonly test: Test },
  bareId: number | undefined,
  { now, also, judged: isKept }: StoreRunContext,
): Promise<readonly Due[] | undefined> {
  const { repository, work } = stores;
  const run = { ...described, ...facts, testId: test.id, trashed: false, uploadedAt: now };
  const keys = [repositoryKey.definitions(), repositoryKey.expectationCount(test.id)];
  const [definitions, expectations] = await repository.table.getMany(keys);
  const due = await heard(stores, test, firstWork(work, run, test), Number(definitions?.version ?? 0));
  const isAwaited = Number(expectations?.open ?? 0) > 0;
  const own = also?.(run.id) ?? [];
  if (bareId === undefined)
    return (await insertRun(repository, run, [...writesOf(due), ...own], isAwaited, isKept))
      ? due
      : undefined;
  const bare = bareDataset(run, bareId);
  const places = [rowWrite(bare), ...listWrites([bare], [])];
  const row = { ...run, datasets: [bare.id], hasBatches: false };
  const writes = [...places, ...writesOf(due), ...own];
  return (await insertRun(repository, row, writes, isAwaited, isKept)) ? due : undefined;
}

const writesOf = (due: readonly Due[]): readonly Write[] => due.map(({ write }) => write);

/**
 * Who wants to hear of a run is told, and its first datasets are made: under names that follow from the run, so that a repeat
 * finds what was not done.
 */
function firstWork(work: Pick<Work, 'due'>, run: RunRow, test: Test): readonly Due[] {
  const tasks: readonly Task[] = [
    ...eventsOf(run, test).map((event) => ({ kind: 'event', event }) as const),
    ...((run.schemas ?? []).length > 0 ? [{ kind: 'datasets', run: run.id } as const] : []),
  ];
  const named = run.id.toString(16).padStart(8, '0');
  return tasks.map((task, n) => work.due(task, 'now', { name: `run-${n}-${named}`, at: run.uploadedAt }));
}

/** Why its owner has no room for a run, before anything of it is stored. The run of a burst is kept all the same. */
const refusalOf = async (
  { storage }: Repository,
  owner: string,
  bytes: number,
  { judged }: StoreRunContext,
): Promise<DownpourError | undefined> => (judged === true ? undefined : storage.refusal(owner, bytes));

/** The test that is named; one of this name is made for the run's owner where there is none, unless that has no room. */
async function testFor(
  { tests }: Repository,
  { test: text, owner, access }: Described,
  { caller, judged, test: found }: StoreRunContext,
  full?: DownpourError,
): Promise<Test> {
  const mayUpload = (team: string): boolean => judged === true || holds(caller, 'uploader', team);
  const known = found ?? (await tests.find(text));
  // Whose upload is refused leaves no test behind.
  if (known === undefined && mayUpload(owner) && full !== undefined) throw full;
  const made =
    known === undefined && mayUpload(owner) ? await tests.create({ name: text, owner, access }) : undefined;
  const test = known ?? made ?? (await tests.byName(text));
  if (test !== undefined && mayUpload(test.owner)) return test;
  throw testForbidden(text);
}

/** The same words as for a test that does not exist: who may not see it learns nothing. */
export const testForbidden = (text: string | number): DownpourError =>
  new DownpourError(
    'TEST_FORBIDDEN',
    400,
    `Cannot upload to test ${text}, either it does not exist or user is not an uploader`,
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

/** The index, the words, the schemas and the outcome follow from the document and the release. */
function digestOf({
  body,
  metadata,
  index: _,
  schemas: __,
  outcome: ___,
  words: ____,
  ...parameters
}: IndexedRun) {
  const hash = createHash('sha256').update(JSON.stringify(parameters)).update('\0').update(body);
  return (metadata === undefined ? hash : hash.update('\0').update(metadata)).digest('hex');
}
