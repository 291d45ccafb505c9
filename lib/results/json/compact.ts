import { GrowingBytes } from './growing-bytes.ts';
import type { Node, Tape } from './tape/tape.ts';
import { isBlank } from './tokens.ts';

/**
 * Writes values as JSON.stringify does, but with the digits of the document: without blanks between tokens,
 * and without unnecessary escapes in strings.
 */
export class CompactWriter {
  readonly #written = new GrowingBytes(1024);

  get bytes(): Uint8Array {
    return this.#written.bytes.subarray(0, this.#written.length);
  }

  get length(): number {
    return this.#written.length;
  }

  put(code: number): void {
    this.#written.reserve(1);
    this.#written.put(code);
  }

  copy(bytes: Uint8Array, start: number, end: number): void {
    this.#written.copy(bytes, start, end);
  }

  text(text: string): void {
    const bytes = Buffer.from(text);
    this.copy(bytes, 0, bytes.length);
  }

  value({ tape, at }: Node): void {
    const last = tape.isOpen(at) ? tape.close(at) : at;
    let from = tape.start(at);
    if (tape.hasBlanks || tape.hasEscapes)
      for (let entry = at; entry <= last; entry += 1) {
        const isEscaped = tape.isEscaped(entry);
        if (!isEscaped && !tape.hasBlanks) continue;
        this.#between(tape, from, tape.start(entry));
        from = tape.tokenEnd(entry);
        if (isEscaped) this.text(JSON.stringify(tape.text(entry)));
        else this.copy(tape.bytes, tape.start(entry), from);
      }
    this.copy(tape.bytes, from, tape.end(at));
  }

  /**
   * Copies to the output the bytes of tokens, or the commas and colons between two tokens.
   * @param from offset of the first byte in the document.
   */
  #between({ bytes, hasBlanks }: Tape, from: number, to: number): void {
    if (!hasBlanks) this.copy(bytes, from, to);
    else for (let at = from; at < to; at += 1) if (!isBlank(bytes[at])) this.put(bytes[at]!);
  }
}
