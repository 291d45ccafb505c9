import { documentDays } from '../../../facts/retention.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Table } from '../../ports/table.ts';
import type { UploadStore } from '../../ports/upload-store.ts';
import { givenUp, isGivenUp } from '../../records/runs/row.ts';
import { openUploads, type Upload } from './uploads.ts';

type Stores = { readonly table: Table; readonly uploads: UploadStore };

/**
 * Deletes documents without a run: uploads in parts that were never completed, and documents whose writer was
 * interrupted before it wrote the row. Ids increase, so an id that has no row after some days never gets one.
 *
 * The sweep may be interrupted anywhere, and may run concurrently.
 * @returns the number of deleted documents.
 */
export async function giveUpDocuments({ table, uploads }: Stores, now: number): Promise<number> {
  const key = repositoryKey.documentSweep();
  const { done = 0, until = 0, notedAt = 0 } = ((await table.get(key)) ?? {}) as Partial<Sweep>;
  if (done >= until) return noteIds(table, { done, until, notedAt: now });
  if (now - notedAt < restMs) return 0;
  let gone = 0;
  for (let from = done; from < Math.min(until, done + idsMax); ) {
    const to = Math.min(from + idsAtOnce, until);
    let end = to;
    for (const each of await withoutRun(table, from + 1, to)) {
      const found = await giveUp({ table, uploads }, each, now);
      // The sweep (the search for abandoned documents) stops before an id that is in use. A later sweep
      // checks that id and all later ids.
      if (found === 'used') end = each.id - 1;
      if (found === 'used') break;
      gone += Number(found === 'gone');
    }
    const moved = { update: key, set: { done: end }, when: { done: from } };
    if ((await table.write([moved])).length > 0 || end < to) break;
    from = end;
  }
  return gone;
}

/**
 * The progress of sweeps (searches for abandoned documents) over run ids. Ids up to `done` are finished. Ids
 * up to `until` were in use at the time `notedAt`.
 */
type Sweep = { readonly done: number; readonly until: number; readonly notedAt: number };

const restMs = documentDays * 86_400_000;
/** The most rows that are read together. */
const idsAtOnce = 100;
/** The most run ids that one sweep checks. The next sweep comes a minute later. */
const idsMax = 2000;

/**
 * Records the largest run id in use and the present time. Later sweeps use this record to know the least age
 * of all ids up to this one.
 */
async function noteIds(table: Table, { done, until, notedAt }: Sweep): Promise<0> {
  const last = Number((await table.get(repositoryKey.counter('run')))?.last ?? 0);
  if (last === done) return 0;
  const put = { ...repositoryKey.documentSweep(), done, until: last, notedAt };
  await table.write([{ put, when: until === 0 ? 'absent' : { done, until } }]);
  return 0;
}

/** A run id without a run, and its unfinished upload. */
type Left = { readonly id: number; readonly upload: Upload | undefined };

async function withoutRun(table: Table, from: number, to: number): Promise<readonly Left[]> {
  const ids = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const rows = await table.getMany(ids.map(repositoryKey.run));
  // An id whose deletion was interrupted is blocked already and must be handled again.
  const left = ids.filter((_, n) => rows[n] === undefined || isGivenUp(rows[n]));
  const { get } = openUploads(table);
  return Promise.all(left.map(async (id) => ({ id, upload: await get(id) })));
}

/**
 * True for an upload that began recently, or whose index was requested recently. A client that sends its
 * idempotency key again can continue an old upload.
 */
const isInUse = ({ createdAt, indexing = 0 }: Upload, now: number): boolean =>
  now - Math.max(createdAt, indexing) < restMs;

/** Blocks a run id first, so that no run can use it, and then deletes the document. */
async function giveUp(
  { table, uploads }: Stores,
  { id, upload }: Left,
  now: number,
): Promise<'none' | 'used' | 'gone'> {
  if (upload !== undefined && isInUse(upload, now)) return 'used';
  if (upload === undefined && !(await uploads.isThere(id))) return 'none';
  const row = repositoryKey.run(id);
  if (!isGivenUp(await table.get(row))) {
    const end = upload === undefined ? [] : [openUploads(table).givenUp(upload)];
    const failed = await table.write([{ put: givenUp(id, now), when: 'absent' }, ...end]);
    // Another process has made a run of the upload meanwhile, or has requested its index.
    if (failed.length > 0) return 'used';
  }
  if (upload !== undefined) await uploads.drop(id, upload.transfer);
  await uploads.eraseAll(id);
  return 'gone';
}
