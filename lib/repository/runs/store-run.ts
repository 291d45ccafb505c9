import { createHash } from 'node:crypto';
import { DownpourError } from '../../errors.ts';
import { holds, type Principal } from '../../results/access.ts';
import type { IndexedRun } from '../../results/upload.ts';
import type { RunStore } from '../../store/runs.ts';
import { bareDataset } from '../datasets/compose.ts';
import { listWrites, rowWrite } from '../datasets/datasets.ts';
import type { Repository } from '../repository.ts';
import type { Write } from '../table.ts';
import type { Test } from '../tests/tests.ts';
import type { Due, Work } from '../work/work.ts';
import { claimedRun } from './claims.ts';
import type { RunRow } from './runs.ts';

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
};

/** A run that is stored, and the work that was written with it. */
export type StoredRun = { readonly id: number; readonly due: readonly Due[] };

/**
 * Stores a run: first the document and its index, last its row, which makes it visible. An interruption in between leaves
 * nothing that a reader could see, and a repeat with the same idempotency key completes the run.
 *
 * @throws DownpourError IDEMPOTENCY_KEY_REUSED (409) when the key came with another draft before, TEST_FORBIDDEN (400)
 * for a test of a team in which the caller does not upload.
 */
export async function storeRun(
  stores: StoreRunStores,
  draft: IndexedRun,
  context: StoreRunContext,
): Promise<StoredRun> {
  const { repository, runs } = stores;
  const { body, index, metadata, ...described } = draft;
  const test = await testFor(repository, draft, context);
  const id = await runId(repository, draft, context);
  await runs.put(id, body);
  await Promise.all([runs.putIndex(id, index), metadata && runs.putMetadata(id, metadata)]);
  const facts = { id, sizeBytes: body.length, hasMetadata: metadata !== undefined };
  const due = await insertRow(stores, described, { ...facts, testId: test.id }, context);
  return { id, due: due ?? [] };
}

/** A run as its row says it, all but what is known of its document. */
type Described = Omit<IndexedRun, 'body' | 'index' | 'metadata'>;
/** What is known of a document that is stored. */
type Facts = Pick<RunRow, 'id' | 'sizeBytes'> & { readonly hasMetadata: boolean };

/**
 * Makes a run of what is stored already.
 * @returns the work that was written with it; undefined when there is a run of this id, or a condition of `also` does not hold.
 * @throws DownpourError TEST_FORBIDDEN (400) as storeRun.
 */
export async function storeRow(
  stores: Omit<StoreRunStores, 'runs'>,
  described: Described,
  facts: Facts,
  context: StoreRunContext,
): Promise<readonly Due[] | undefined> {
  const test = await testFor(stores.repository, described, context);
  return insertRow(stores, described, { ...facts, testId: test.id }, context);
}

/** A run that names no schema has its one, empty dataset at once; for others that is work. */
async function insertRow(
  { repository, work }: Omit<StoreRunStores, 'runs'>,
  { test: _, ...described }: Described,
  facts: Facts & Pick<RunRow, 'testId'>,
  { now, also }: StoreRunContext,
): Promise<readonly Due[] | undefined> {
  const run = { ...described, ...facts, trashed: false, uploadedAt: now };
  const own = also?.(run.id) ?? [];
  if ((run.schemas ?? []).length > 0) {
    const due = work.due({ kind: 'datasets', run: run.id }, 'now');
    return (await repository.runs.insert(run, [due.write, ...own])) ? [due] : undefined;
  }
  const bare = bareDataset(run, await repository.datasets.newIds(1));
  const places = [rowWrite(bare), ...listWrites([bare], [])];
  const isNew = await repository.runs.insert({ ...run, datasets: [bare.id] }, [...places, ...own]);
  return isNew ? [] : undefined;
}

/** The test that is named; one of this name is made for the run's owner where there is none. */
async function testFor(
  { tests }: Repository,
  { test: text, owner, access }: Described,
  { caller, judged, test: found }: StoreRunContext,
): Promise<Test> {
  const mayUpload = (team: string): boolean => judged === true || holds(caller, 'uploader', team);
  const known = found ?? (await tests.find(text));
  // Whose upload is refused leaves no test behind.
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
): Promise<number> {
  const fresh = await table.newIds('run');
  if (idempotencyKey === undefined) return fresh;
  return claimedRun(table, caller.user, idempotencyKey, { runId: fresh, digest: digestOf(draft) });
}

/** The index, the schemas and the outcome follow from the document and the release. */
function digestOf({ body, metadata, index: _, schemas: __, outcome: ___, ...parameters }: IndexedRun) {
  const hash = createHash('sha256').update(JSON.stringify(parameters)).update('\0').update(body);
  return (metadata === undefined ? hash : hash.update('\0').update(metadata)).digest('hex');
}
