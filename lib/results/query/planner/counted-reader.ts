import { expand } from '../../run-index/block.ts';
import type { ReadRange } from '../../run-index/open-index.ts';
import { RowSpans } from '../../run-index/row-offsets.ts';
import type { Block, Group, Span } from '../../run-index/run-index.ts';
import type { ColumnBlocks } from './plan.ts';

/** The document and the stored index that a query reads. */
export type QueryReader = { readonly document: ReadRange; readonly index: ReadRange };

/** Bytes that one read of a scan fetches: large enough that requests cost little, small enough to hold two. */
const chunkBytes = 4 * 1024 * 1024;
/**
 * Spans nearer than this are read together, with what lies between them. Measured with the S3 client over plain HTTP: a
 * request takes 0.65 ms of CPU and a megabyte 1.4 ms, so that a gap of 460 KB costs as much as a request; TLS makes the
 * megabyte dearer. By time, with 20 to 60 ms for a request and eight under way, it is 200 KB and more. A filter that
 * gives 1 % of the records of 100 MB whole leaves gaps of 50 KB: it reads them through once, by 42 requests, where a
 * bound of 64 KB made 509 requests for a third of the bytes.
 */
const gapBytesMax = 256 * 1024;
/** Blocks of the index that are read at a time. */
const blocksAtOnce = 8;

/** Reads for one query and counts what it costs. */
export class CountedReader {
  bytesRead = 0;
  reads = 0;
  readonly #reader: QueryReader;
  readonly #checkDeadline: () => void;
  /** A filter often asks for the column that it also answers with. */
  readonly #columns = new Map<ColumnBlocks, Promise<readonly (Uint8Array | undefined)[]>>();

  /** @param checkDeadline is called before every read, and ends the run by what it throws. */
  constructor(reader: QueryReader, checkDeadline: () => void) {
    this.#reader = reader;
    this.#checkDeadline = checkDeadline;
  }

  /** Contents of a column, group by group; undefined for one without values. */
  column(blocks: ColumnBlocks): Promise<readonly (Uint8Array | undefined)[]> {
    const known = this.#columns.get(blocks);
    if (known !== undefined) return known;
    const content = each(blocks, async (block) => (block === null ? undefined : this.#block(block)));
    this.#columns.set(blocks, content);
    return content;
  }

  /** The places of the rows of groups. */
  rowSpans(groups: readonly Group[]): Promise<readonly RowSpans[]> {
    return each(groups, async (group) => new RowSpans(await this.#block(group.offsets), group));
  }

  /** A span in order, in chunks. */
  chunks({ start, end }: Span): AsyncGenerator<Uint8Array> {
    const spans: Span[] = [];
    for (let at = start; at < end; at += chunkBytes)
      spans.push({ start: at, end: Math.min(end, at + chunkBytes) });
    return this.spans(spans);
  }

  /** Spans in order; the next ones are being read while one is in use. */
  async *spans(spans: readonly Span[]): AsyncGenerator<Uint8Array> {
    const ahead = new ReadsAhead(spans, ({ start, end }) => this.#read('document', start, end));
    try {
      for (const _ of spans) yield await ahead.next();
    } finally {
      await ahead.settled();
    }
  }

  /** Bytes of spans in ascending order; those that are read together come together. */
  async *batches(spans: readonly Span[]): AsyncGenerator<readonly Uint8Array[]> {
    const batches = together(spans);
    const ahead = new ReadsAhead(batches, ({ start, end }) => this.#read('document', start, end));
    try {
      for (const batch of batches) {
        const bytes = await ahead.next();
        const { start: base } = batch;
        yield batch.spans.map(({ start, end }) => bytes.subarray(start - base, end - base));
      }
    } finally {
      await ahead.settled();
    }
  }

  /**
   * Puts the bytes of spans, which may lie in any order, where they begin in a target. Read in chunks, so that there is
   * hardly a second copy of them.
   */
  async gather(spans: readonly Span[], starts: readonly number[], target: Uint8Array): Promise<void> {
    const places: { readonly span: Span; readonly to: number }[] = [];
    for (const [at, { start, end }] of spans.entries())
      for (let from = start; from < end; from += chunkBytes) {
        const span = { start: from, end: Math.min(end, from + chunkBytes) };
        places.push({ span, to: starts[at]! + from - start });
      }
    places.sort((one, other) => one.span.start - other.span.start);
    let turn = 0;
    for await (const batch of this.batches(places.map(({ span }) => span))) {
      for (const bytes of batch) {
        target.set(bytes, places[turn]!.to);
        turn += 1;
      }
    }
  }

  async #block(block: Block): Promise<Uint8Array> {
    const [start, bytes] = block;
    return expand(await this.#read('index', start, start + bytes), block);
  }

  async #read(of: keyof QueryReader, start: number, end: number): Promise<Uint8Array> {
    this.#checkDeadline();
    const bytes = await this.#reader[of](start, end);
    if (bytes?.length !== end - start)
      throw new Error(`bytes ${start} to ${end} of the ${of} are not there; ${bytes?.length ?? 'no'} came`);
    this.bytesRead += bytes.length;
    this.reads += 1;
    return bytes;
  }
}

/** Spans that one read fetches, from the start of the first to the end of the last. */
type Batch = { readonly start: number; end: number; readonly spans: Span[] };

function together(spans: readonly Span[]): readonly Batch[] {
  const batches: Batch[] = [];
  for (const span of spans) {
    const batch = batches.at(-1);
    const isNear = batch !== undefined && span.start - batch.end <= gapBytesMax;
    if (isNear && span.end - batch.start <= chunkBytes) {
      batch.spans.push(span);
      batch.end = span.end;
    } else batches.push({ ...span, spans: [span] });
  }
  return batches;
}

/** Results in order, a few calls under way at a time. */
async function each<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += blocksAtOnce)
    results.push(...(await Promise.all(items.slice(at, at + blocksAtOnce).map(call))));
  return results;
}

/** Reads under way at a time, and their bytes; one may be larger. */
const readsMax = 8;
const bytesMax = 8 * 1024 * 1024;

/** Reads spans in order, the next ones while one is in use. */
export class ReadsAhead {
  readonly #spans: readonly Span[];
  readonly #read: (span: Span) => Promise<Uint8Array>;
  readonly #ahead: Promise<Uint8Array>[] = [];
  #begun = 0;
  #bytes = 0;

  constructor(spans: readonly Span[], read: (span: Span) => Promise<Uint8Array>) {
    this.#spans = spans;
    this.#read = read;
    this.#begin();
  }

  /** The bytes of the next span. */
  async next(): Promise<Uint8Array> {
    const found = await this.#ahead[0];
    if (found === undefined) throw new Error('no span is left');
    this.#ahead.shift();
    this.#bytes -= found.length;
    this.#begin();
    return found;
  }

  /** Waits for the reads that are left when a reader stops early; their failures do not matter any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#ahead);
  }

  #begin(): void {
    for (let span = this.#spans[this.#begun]; span !== undefined; span = this.#spans[this.#begun]) {
      const bytes = this.#bytes + span.end - span.start;
      if (this.#ahead.length === readsMax || (this.#ahead.length > 0 && bytes > bytesMax)) return;
      this.#begun += 1;
      this.#bytes = bytes;
      const read = this.#read(span);
      // It is awaited when its turn comes, which may be after it has failed.
      read.catch(() => {});
      this.#ahead.push(read);
    }
  }
}
