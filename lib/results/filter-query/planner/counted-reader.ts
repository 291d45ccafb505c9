import { expand } from '../../run-index/block.ts';
import type { ReadRange } from '../../run-index/open-index.ts';
import { RowSpans } from '../../run-index/row-offsets.ts';
import type { Block, Group, Span } from '../../run-index/run-index.ts';
import type { ColumnBlocks } from './query-plan.ts';

/** Where a query reads from: the document and its stored index. */
export type QueryReader = { readonly document: ReadRange; readonly index: ReadRange };

/** Bytes that one read of a scan fetches: large enough that requests cost little, small enough to hold two. */
const chunkBytes = 4 * 1024 * 1024;
/** Spans nearer than this are read together: a request costs more than these bytes. */
const gapBytesMax = 64 * 1024;
/** Reads under way at a time. */
const readsMax = 8;

/** Reads for one query and counts what it costs. */
export class CountedReader {
  bytesRead = 0;
  reads = 0;
  readonly #reader: QueryReader;
  readonly #look: () => void;
  /** A filter often asks for the column that it also answers with. */
  readonly #columns = new Map<ColumnBlocks, Promise<readonly (Uint8Array | undefined)[]>>();

  /** @param look is called before every read, and ends the run by what it throws. */
  constructor(reader: QueryReader, look: () => void) {
    this.#reader = reader;
    this.#look = look;
  }

  /** Contents of a column, group by group; undefined for one without values. */
  column(blocks: ColumnBlocks): Promise<readonly (Uint8Array | undefined)[]> {
    const known = this.#columns.get(blocks);
    if (known !== undefined) return known;
    const content = each(blocks, async (block) => (block === null ? undefined : this.#block(block)));
    this.#columns.set(blocks, content);
    return content;
  }

  /** Where the rows of a group lie. */
  async rowSpans(group: Group): Promise<RowSpans> {
    return new RowSpans(await this.#block(group.offsets), group);
  }

  document({ start, end }: Span): Promise<Uint8Array> {
    return this.#read('document', start, end);
  }

  /** A span in order; the next chunk is being read while one is looked at. */
  async *chunks({ start, end }: Span): AsyncGenerator<Uint8Array> {
    const chunkAt = (at: number): Promise<Uint8Array> =>
      this.document({ start: at, end: Math.min(end, at + chunkBytes) });
    let next = chunkAt(start);
    try {
      for (let at = start; at < end; at += chunkBytes) {
        const chunk = await next;
        if (at + chunkBytes < end) next = chunkAt(at + chunkBytes);
        yield chunk;
      }
    } finally {
      // Whoever stops early leaves a read behind; its failure is nobody's business any more.
      await Promise.allSettled([next]);
    }
  }

  /** Bytes of spans in ascending order: those near one another fetched together, some requests under way at a time. */
  async *documents(spans: readonly Span[]): AsyncGenerator<Uint8Array> {
    const batches = together(spans);
    const ahead: Promise<Uint8Array>[] = [];
    try {
      for (const [at, batch] of batches.entries()) {
        while (ahead.length < readsMax && at + ahead.length < batches.length)
          ahead.push(this.document(around(batches[at + ahead.length])));
        const bytes = await (ahead.shift() ?? this.document(around(batch)));
        const { start: base } = batch[0];
        for (const { start, end } of batch) yield bytes.subarray(start - base, end - base);
      }
    } finally {
      await Promise.allSettled(ahead);
    }
  }

  /** Bytes of spans in any order. */
  async all(spans: readonly Span[]): Promise<readonly Uint8Array[]> {
    const order = spans.map((_, at) => at).sort((one, other) => spans[one].start - spans[other].start);
    const found: Uint8Array[] = [];
    let turn = 0;
    for await (const bytes of this.documents(order.map((at) => spans[at]))) {
      found[order[turn]] = bytes;
      turn += 1;
    }
    return found;
  }

  async #block(block: Block): Promise<Uint8Array> {
    const [start, bytes] = block;
    return expand(await this.#read('index', start, start + bytes), block);
  }

  async #read(of: keyof QueryReader, start: number, end: number): Promise<Uint8Array> {
    this.#look();
    const bytes = await this.#reader[of](start, end);
    if (bytes?.length !== end - start)
      throw new Error(`bytes ${start} to ${end} of the ${of} are not there; ${bytes?.length ?? 'no'} came`);
    this.bytesRead += bytes.length;
    this.reads += 1;
    return bytes;
  }
}

const around = (batch: readonly Span[]): Span => ({
  start: batch[0].start,
  end: batch[batch.length - 1].end,
});

/** Spans that are fetched by one read. */
function together(spans: readonly Span[]): readonly (readonly Span[])[] {
  const batches: Span[][] = [];
  for (const span of spans) {
    const batch = batches[batches.length - 1];
    const isNear = batch !== undefined && span.start - batch[batch.length - 1].end <= gapBytesMax;
    if (isNear && span.end - batch[0].start <= chunkBytes) batch.push(span);
    else batches.push([span]);
  }
  return batches;
}

/** Results in order, a few calls under way at a time. */
async function each<Item, Result>(
  items: readonly Item[],
  call: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += readsMax)
    results.push(...(await Promise.all(items.slice(at, at + readsMax).map(call))));
  return results;
}
