import { documentDays } from '../../../facts.ts';
import { repositoryKey } from '../../../names/repository.ts';
import type { Table } from '../../ports/table.ts';
import type { UploadStore } from '../../ports/upload-store.ts';
import { givenUp, isGivenUp } from '../../records/runs/row.ts';
import { openUploads, type Upload } from './uploads.ts';

type Stores = { readonly table: Table; readonly uploads: UploadStore };

/**
 * Deletes documents of which no run was made: uploads in parts that nobody completed, and those whose writer died before the
 * row. They are found by their ids, which count up: what has no row days after its id was given out gets none any more.
 *
 * May be interrupted anywhere, and done by several at a time.
 * @returns how many documents went.
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
      // What is in use is looked at again by a later sweep, and with it what comes behind.
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

/** Ids up to `done` are settled; those up to `until` were given out when it was noted. */
type Sweep = { readonly done: number; readonly until: number; readonly notedAt: number };

const restMs = documentDays * 86_400_000;
/** Rows that one read of many takes. */
const idsAtOnce = 100;
/** Ids that one sweep looks at: a minute later comes the next. */
const idsMax = 2000;

/** From now on it counts how old these ids are. */
async function noteIds(table: Table, { done, until, notedAt }: Sweep): Promise<0> {
  const last = Number((await table.get(repositoryKey.counter('run')))?.last ?? 0);
  if (last === done) return 0;
  const put = { ...repositoryKey.documentSweep(), done, until: last, notedAt };
  await table.write([{ put, when: until === 0 ? 'absent' : { done, until } }]);
  return 0;
}

/** An id that has no run. */
type Left = { readonly id: number; readonly upload: Upload | undefined };

async function withoutRun(table: Table, from: number, to: number): Promise<readonly Left[]> {
  const ids = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const rows = await table.getMany(ids.map(repositoryKey.run));
  // One that was given up may be in the midst of it.
  const left = ids.filter((_, n) => rows[n] === undefined || isGivenUp(rows[n]));
  const { get } = openUploads(table);
  return Promise.all(left.map(async (id) => ({ id, upload: await get(id) })));
}

/** It was begun, or its index asked for, not long ago: an idempotency key brings an old id back. */
const isInUse = ({ createdAt, indexing = 0 }: Upload, now: number): boolean =>
  now - Math.max(createdAt, indexing) < restMs;

/** First no run can be made of it any more, then it goes. */
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
    // Somebody made a run of it meanwhile, or asked for its index.
    if (failed.length > 0) return 'used';
  }
  if (upload !== undefined) await uploads.drop(id, upload.transfer);
  await uploads.eraseAll(id);
  return 'gone';
}
