import { expand } from '../../run-index/block.ts';
import type { Block, ColumnBlocks, Group, Span, Table } from '../../run-index/index-types.ts';
import type { ReadRange } from '../../run-index/open-index.ts';
import { RowSpans } from '../../run-index/row-offsets.ts';
import type { Piece } from './plan.ts';

/** The sources of a query: the document and its stored index. */
export type QueryReader = { readonly document: ReadRange; readonly index: ReadRange };

/**
 * Bytes that one read of a scan fetches: large enough to need few requests, small enough to keep two in
 * memory.
 */
const chunkBytes = 4 * 1024 * 1024;
/**
 * Two spans with a gap of at most this many bytes are read together, including the gap. Measured with the S3
 * client over plain HTTP: a request takes 0.65 ms of CPU and a megabyte 1.4 ms, so a gap of 460 KB costs as
 * much as a request. With TLS a megabyte costs more. By time, with 20 to 60 ms for a request and eight at the
 * same time, the limit is 200 KB and more. A filter that returns 1 % of the records of 100 MB leaves gaps of
 * 50 KB. The filter then reads the records in one pass with 42 requests. A bound of 64 KB would make 509
 * requests for a third of the bytes.
 */
const gapBytesMax = 256 * 1024;
/** Blocks of the index that are read at the same time. */
const blocksAtOnce = 8;

/** The cost of all reads so far. */
export type ReadCost = { bytesRead: number; reads: number };

/** Wraps a function that reads bytes, so that each call adds to `cost`. */
export const counted =
  (read: ReadRange, cost: ReadCost): ReadRange =>
  async (start, end) => {
    const bytes = await read(start, end);
    cost.reads += 1;
    cost.bytesRead += bytes?.length ?? 0;
    return bytes;
  };

/** Reads parts of the document and of its index for one query. */
export class RangeReader {
  readonly #reader: QueryReader;
  readonly #checkDeadline: () => void;
  /**
   * The columns that were read for this query, because a filter often tests the column that it also returns.
   */
  readonly #columns = new Map<ColumnBlocks, Promise<readonly (Uint8Array | undefined)[]>>();

  /** @param checkDeadline is called before every read. It throws to end the run. */
  constructor(reader: QueryReader, checkDeadline: () => void = () => {}) {
    this.#reader = reader;
    this.#checkDeadline = checkDeadline;
  }

  /**
   * Reads a column.
   * @returns its text for each group of rows; undefined for a group without values.
   */
  column(blocks: ColumnBlocks): Promise<readonly (Uint8Array | undefined)[]> {
    const known = this.#columns.get(blocks);
    if (known !== undefined) return known;
    const content = each(blocks, async (block) => (block === null ? undefined : this.#block(block)));
    this.#columns.set(blocks, content);
    return content;
  }

  /** Reads the positions of the rows of groups. */
  rowSpans(groups: readonly Group[]): Promise<readonly RowSpans[]> {
    return each(groups, async (group) => new RowSpans(await this.#block(group.offsets), group));
  }

  /** The spans of some rows of a table, by their indexes. It reads only the groups of these rows. */
  async spansOf({ groups }: Table, rows: readonly number[]): Promise<ReadonlyMap<number, Span>> {
    let first = 0;
    const touched: { readonly group: Group; readonly first: number; readonly rows: readonly number[] }[] = [];
    for (const group of groups) {
      const behind = first + group.rows;
      const some = rows.filter((row) => row >= first && row < behind);
      if (some.length > 0) touched.push({ group, first, rows: some });
      first = behind;
    }
    const found = await this.rowSpans(touched.map(({ group }) => group));
    return new Map(
      touched.flatMap(({ first: before, rows: some }, at) =>
        some.map((row) => [row, found[at]!.of(row - before)] as const),
      ),
    );
  }

  /** Reads a span of the document in order, in chunks. */
  chunks(span: Span): AsyncGenerator<Uint8Array> {
    return this.spans(chunksOf(span));
  }

  /**
   * Reads spans of the document in order. While the caller uses the bytes of a span, the next spans are read.
   */
  spans(spans: readonly Span[]): AsyncGenerator<Uint8Array> {
    return readAhead(spans, ({ start, end }) => this.#read('document', start, end));
  }

  /**
   * Reads spans of the document in ascending order; one read may fetch several.
   * @returns for each read, the bytes of its spans.
   */
  async *batches(spans: readonly Span[]): AsyncGenerator<readonly Uint8Array[]> {
    const batches = together(spans);
    let turn = 0;
    for await (const bytes of this.spans(batches)) {
      const { start: base, spans: batchSpans } = batches[turn]!;
      turn += 1;
      yield batchSpans.map(({ start, end }) => bytes.subarray(start - base, end - base));
    }
  }

  /**
   * Joins pieces of the document, and adds a text at the end. Their spans may have any order. It reads in
   * chunks, so that memory never has a second copy of all bytes.
   */
  async gather(pieces: readonly Piece[], after = ''): Promise<Buffer> {
    const [starts, ends]: [number[], number[]] = [[], []];
    let length = 0;
    for (const { before, start, end } of pieces) {
      const from = length + Buffer.byteLength(before);
      length = from + end - start;
      starts.push(from);
      ends.push(length);
    }
    const bytes = Buffer.alloc(length + Buffer.byteLength(after));
    for (const [at, { before }] of pieces.entries()) bytes.write(before, ends[at - 1] ?? 0);
    bytes.write(after, length);
    const parts = pieces.flatMap((piece, at) =>
      chunksOf(piece).map((span) => ({ span, to: starts[at]! + span.start - piece.start })),
    );
    parts.sort((one, other) => one.span.start - other.span.start);
    let turn = 0;
    for await (const batch of this.batches(parts.map(({ span }) => span)))
      for (const part of batch) {
        bytes.set(part, parts[turn]!.to);
        turn += 1;
      }
    return bytes;
  }

  async #block(block: Block): Promise<Uint8Array> {
    const [start, bytes] = block;
    return expand(await this.#read('index', start, start + bytes), block);
  }

  async #read(of: keyof QueryReader, start: number, end: number): Promise<Uint8Array> {
    this.#checkDeadline();
    const bytes = await this.#reader[of](start, end);
    if (bytes?.length !== end - start)
      throw new Error(
        `bytes ${start} to ${end} of the ${of} could not be read: the bucket sent ${bytes?.length ?? 'no'} bytes`,
      );
    return bytes;
  }
}

function chunksOf({ start, end }: Span): readonly Span[] {
  const spans: Span[] = [];
  for (let at = start; at < end; at += chunkBytes)
    spans.push({ start: at, end: Math.min(end, at + chunkBytes) });
  return spans;
}

/** Spans of the document that one read fetches, from the start of the first span to the end of the last. */
type Batch<Of extends Span = Span> = { readonly start: number; end: number; readonly spans: Of[] };

/** Groups spans in ascending order by the read that fetches them. */
export function together<Of extends Span>(spans: readonly Of[]): readonly Batch<Of>[] {
  const batches: Batch<Of>[] = [];
  for (const span of spans) {
    const batch = batches.at(-1);
    const isNear = batch !== undefined && span.start - batch.end <= gapBytesMax;
    if (isNear && span.end - batch.start <= chunkBytes) {
      batch.spans.push(span);
      batch.end = span.end;
    } else batches.push({ start: span.start, end: span.end, spans: [span] });
  }
  return batches;
}

/** Calls a function for each item, some at the same time, and returns the results in order. */
async function each<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += blocksAtOnce)
    results.push(...(await Promise.all(items.slice(at, at + blocksAtOnce).map(call))));
  return results;
}

/**
 * The most reads that run at the same time. Then the most bytes that these reads may have together. A larger
 * read runs alone.
 */
const readsMax = 8;
const bytesMax = 8 * 1024 * 1024;

/**
 * Reads spans in order, and reads ahead while the caller uses one. If the caller stops early, running reads
 * are awaited and their results are ignored, even if they fail.
 */
export async function* readAhead(
  spans: readonly Span[],
  read: (span: Span) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const ahead: Promise<Uint8Array>[] = [];
  let [begun, bytes] = [0, 0];
  const begin = (): void => {
    for (const span of spans.slice(begun, begun + readsMax)) {
      const size = span.end - span.start;
      if (ahead.length === readsMax || (ahead.length > 0 && bytes + size > bytesMax)) return;
      begun += 1;
      bytes += size;
      const found = read(span);
      // A read that fails before the caller awaits it would otherwise end the process.
      found.catch(() => {});
      ahead.push(found);
    }
  };
  try {
    begin();
    for (let [next] = ahead; next !== undefined; [next] = ahead) {
      const found = await next;
      ahead.shift();
      bytes -= found.length;
      begin();
      yield found;
    }
  } finally {
    await Promise.allSettled(ahead);
  }
}
