import { DownpourError } from '../../errors.ts';
import {
  type Item,
  type Key,
  keyOf,
  nameOf,
  type Page,
  type Range,
  type Table,
  type Write,
} from './table.ts';

/** Schedules a function to be called after all work that is ready now has run. */
export type Soon = (call: () => void) => void;

/**
 * Wraps a table for callers that do the same for many records concurrently. Requests that arrive at the same
 * moment, or during an earlier request, are sent together. Each call has the same effect as on the table
 * itself. When a condition of a combined transaction does not hold, or a record is too large, each of its
 * transactions is tried alone.
 */
export function batchingTable(table: Table, soon: Soon): Table {
  const read = batched<readonly Key[], readonly (Item | undefined)[]>(soon, (calls) => readAll(table, calls));
  const page = batched<PageCall, Page>(soon, (calls) => pagesOf(table, calls));
  const write = batched<readonly Write[], readonly number[]>(soon, (calls) => writeAll(table, calls));
  const newIds = batched<IdCall, number>(soon, (calls) => idsOf(table, calls));
  return {
    get: async (key) => (await read([key]))[0],
    getMany: read,
    page: (pk, range = {}) => page({ pk, range }),
    write,
    newIds: (kind, count = 1) => newIds({ kind, count }),
  };
}

type PageCall = { readonly pk: string; readonly range: Range };
type IdCall = { readonly kind: string; readonly count: number };

/** The replies to several calls, in the order of the calls. Each reply may fail by itself. */
type Replies<Reply> = readonly Promise<Reply>[];

/** Combines calls into one request. Calls that arrive during a request wait for the next request. */
function batched<Call, Reply>(
  soon: Soon,
  answer: (calls: readonly Call[]) => Replies<Reply>,
): (call: Call) => Promise<Reply> {
  let waiting: { readonly call: Call; readonly reply: PromiseWithResolvers<Reply> }[] = [];
  let isBusy = false;
  const turn = (): void => {
    const mine = waiting;
    waiting = [];
    isBusy = mine.length > 0;
    if (!isBusy) return;
    const replies = answer(mine.map(({ call }) => call));
    for (const [n, { reply }] of mine.entries()) reply.resolve(replies[n] as Promise<Reply>);
    void Promise.allSettled(replies).then(() => soon(turn));
  };
  return (call) => {
    const reply = Promise.withResolvers<Reply>();
    waiting.push({ call, reply });
    if (!isBusy) soon(turn);
    isBusy = true;
    return reply.promise;
  };
}

function readAll(table: Table, calls: readonly (readonly Key[])[]): Replies<readonly (Item | undefined)[]> {
  const keys = [...new Map(calls.flat().map((key) => [nameOf(key), key])).values()];
  const [only] = keys;
  const all =
    only !== undefined && keys.length === 1
      ? table.get(only).then((item) => [item])
      : keys.length === 0
        ? Promise.resolve([])
        : table.getMany(keys);
  const found = all.then((items) => new Map(keys.map((key, n) => [nameOf(key), items[n]])));
  return calls.map(async (mine) => {
    const items = await found;
    return mine.map((key) => items.get(nameOf(key)));
  });
}

/** Reads pages. Equal requests share one reply. */
function pagesOf(table: Table, calls: readonly PageCall[]): Replies<Page> {
  const pages = new Map<string, Promise<Page>>();
  return calls.map(({ pk, range }) => {
    const name = JSON.stringify([pk, range]);
    const known = pages.get(name) ?? table.page(pk, range);
    pages.set(name, known);
    return known;
  });
}

function idsOf(table: Table, calls: readonly IdCall[]): Replies<number> {
  const kinds = new Map<string, { count: number; first?: Promise<number> }>();
  const placed = calls.map(({ kind, count }) => {
    const of = kinds.get(kind) ?? { count: 0 };
    kinds.set(kind, of);
    const offset = of.count;
    of.count += count;
    return { kind, offset, of };
  });
  return placed.map(async ({ kind, offset, of }) => {
    of.first ??= table.newIds(kind, of.count);
    return (await of.first) + offset;
  });
}

/**
 * The most items, and the most bytes, of a combined transaction. DynamoDB sets the limit of items. The limit
 * of bytes is far below DynamoDB's, because sizes are estimates.
 */
const [itemsMax, bytesMax] = [100, 1024 * 1024];

type Transaction = {
  readonly writes: Write[];
  /** The index in `writes` of each written item, by its key. */
  readonly places: Map<string, number>;
  bytes: number;
};

function writeAll(table: Table, calls: readonly (readonly Write[])[]): Replies<readonly number[]> {
  const replies: Promise<readonly number[]>[] = [];
  let together: number[] = [];
  let open: Transaction = { writes: [], places: new Map(), bytes: 0 };
  const send = (): void => {
    const isAlone = together.length === 1;
    const outcome = table.write(open.writes);
    const alone = (n: number): Promise<readonly number[]> => table.write(calls[n] ?? []);
    for (const n of together)
      replies[n] = outcome.then(
        (failed) => (failed.length === 0 || isAlone ? failed : alone(n)),
        (error: unknown) => {
          if (isAlone || !isRejection(error)) throw error;
          return alone(n);
        },
      );
    together = [];
    open = { writes: [], places: new Map(), bytes: 0 };
  };
  for (const [n, writes] of calls.entries()) {
    const bytes = roughBytes(writes);
    const fits =
      open.writes.length + writes.length <= itemsMax &&
      open.bytes + bytes <= bytesMax &&
      writes.every((write) => placeOf(open, write) === undefined || sumOf(open, write) !== undefined);
    if (!fits && together.length > 0) send();
    together.push(n);
    for (const write of writes) add(open, write);
    open.bytes += bytes;
  }
  if (together.length > 0) send();
  return replies;
}

/** True when a table rejects a transaction because of its records. Then the table has written nothing. */
const isRejection = (error: unknown): boolean => error instanceof DownpourError && error.status < 500;

const placeOf = ({ places }: Transaction, write: Write): number | undefined =>
  places.get(nameOf(keyOf(write)));

function add(open: Transaction, write: Write): void {
  const [place, sum] = [placeOf(open, write), sumOf(open, write)];
  if (place !== undefined && sum !== undefined) open.writes[place] = sum;
  else open.places.set(nameOf(keyOf(write)), open.writes.push(write) - 1);
}

/** Combines two writes of the same item, if both only add numbers. Undefined otherwise. */
function sumOf(open: Transaction, write: Write): Sum | undefined {
  const before = open.writes[placeOf(open, write) ?? -1];
  if (before === undefined || !isSum(before) || !isSum(write)) return undefined;
  const sum: Record<string, number> = { ...before.add };
  for (const [name, number] of Object.entries(write.add)) sum[name] = (sum[name] ?? 0) + number;
  return { update: write.update, add: sum };
}

type Sum = { readonly update: Key; readonly add: Readonly<Record<string, number>> };

const isSum = (write: Write): write is Sum =>
  'update' in write && write.add !== undefined && Object.keys(write).length === 2;

/**
 * Estimates the stored size in bytes: characters of names and texts, and a few bytes for each other value.
 */
function roughBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let sum = 0;
  for (const name in value) sum += name.length + roughBytes((value as Record<string, unknown>)[name]);
  return sum;
}
