import type { Processor } from '../../model/handlers.ts';
import type { RunningSequence, Session } from '../../model/session.ts';
import { byte } from './bytes.ts';
import { EscapeDecoder } from './escapes.ts';
import type { JsonQuery } from './parse-query.ts';
import { JsonScanner, type Matches } from './scanner.ts';

const noBytes = Buffer.alloc(0);

/**
 * Passes on each value that a query selects, as it arrives. With `unquote`, strings have no quotes and their
 * escapes are decoded. Otherwise, and for other values, the bytes of the document are passed on unchanged.
 */
export class Selection implements Processor, Matches {
  readonly #scanner: JsonScanner;
  readonly #unquote: boolean;
  readonly #target: Processor;
  readonly #decoder = new EscapeDecoder();
  /** True when the selected value is a string that must be decoded. */
  #decodes = false;
  /** The offset at which the rest of the selected value begins in this fragment. */
  #from = 0;
  // The session and the sequence for which the current call works.
  #session: Session | undefined;
  #sequence: RunningSequence | undefined;
  #bytes: Buffer = noBytes;

  constructor(query: JsonQuery, unquote: boolean, target: Processor) {
    this.#scanner = new JsonScanner(query, this);
    this.#unquote = unquote;
    this.#target = target;
  }

  begin(session: Session, sequence: RunningSequence): void {
    this.#reset();
    this.#target.begin?.(session, sequence);
  }

  data(session: Session, sequence: RunningSequence, bytes: Buffer, last: boolean): void {
    this.#session = session;
    this.#sequence = sequence;
    this.#bytes = bytes;
    this.#from = 0;
    this.#scanner.scan(bytes);
    if (this.#scanner.inMatch && this.#from < bytes.length) this.#hand(bytes.length, false);
    this.#bytes = noBytes;
    // A number that is the whole document ends only here. It is not a selected value.
    if (last) this.#scanner.finish();
  }

  end(session: Session, sequence: RunningSequence): void {
    this.#target.end?.(session, sequence);
  }

  abort(session: Session, sequence: RunningSequence): void {
    this.#reset();
    this.#target.abort?.(session, sequence);
  }

  beginMember(): void {}
  keepMember(): void {}
  endMembers(): void {}

  beginMatch(at: number): void {
    this.#decodes = this.#unquote && this.#bytes[at] === byte.quote;
    this.#from = this.#decodes ? at + 1 : at;
  }

  endMatch(at: number): void {
    this.#hand(this.#decodes ? at - 1 : at, true);
  }

  #reset(): void {
    this.#scanner.reset();
    this.#decoder.reset();
  }

  #hand(to: number, last: boolean): void {
    const written = this.#bytes.subarray(this.#from, to);
    const bytes = this.#decodes ? this.#decoder.decode(written, last) : written;
    this.#target.data(this.#session!, this.#sequence!, bytes, last);
  }
}
