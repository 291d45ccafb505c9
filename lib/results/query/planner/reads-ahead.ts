import type { Span } from '../../run-index/run-index.ts';

/** Reads under way at a time, and their bytes; one may be larger. */
const readsMax = 8;
const bytesMax = 8 * 1024 * 1024;

/** Reads spans in order, the next ones while one is looked at. */
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

  /** Whoever stops early leaves reads behind; their failure is nobody's business any more. */
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
