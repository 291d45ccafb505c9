import { grouped } from '../../../words.ts';
import { Fragments } from '../../http/exchange/fragment-buffer.ts';
import { exchanges } from '../../http/exchange/limits.ts';
import type { Processor, Transformer } from '../../model/handlers.ts';
import type { RunningSequence, Session } from '../../model/session.ts';
import { byte } from './bytes.ts';
import { EscapeDecoder } from './escapes.ts';
import type { JsonQuery } from './parse-query.ts';
import { JsonScanner, type Matches } from './scanner.ts';

const noBytes = Buffer.alloc(0);

/**
 * Passes a JSON document on as it arrives, but deletes or replaces the values that a query selects. If the
 * value of an object's member is deleted, the member is deleted too. A member and the comma before it are
 * kept back until it is known whether the member remains. The first remaining member must have no comma. A
 * document without a selected value passes unchanged.
 */
export class Rewriting implements Processor, Matches {
  readonly #scanner: JsonScanner;
  /** Computes the replacement of a selected value. Absent: selected values are deleted. */
  readonly #replace: Transformer | undefined;
  readonly #unquote: boolean;
  readonly #target: Processor;
  readonly #decoder = new EscapeDecoder();
  /**
   * The bytes of the current member while it is unknown whether the member remains. `#match` has the bytes of
   * the selected value.
   */
  readonly #held = new Fragments();
  readonly #match = new Fragments();
  #size = 0;
  #isHolding = false;
  /** True when at least one member of the current object or array remains. */
  #stays = false;
  #decodes = false;
  /** All bytes of this fragment before this offset are already passed on, kept back or deleted. */
  #from = 0;
  // The session and the sequence for which the current call works.
  #session: Session | undefined;
  #sequence: RunningSequence | undefined;
  #bytes: Buffer = noBytes;

  constructor(query: JsonQuery, replace: Transformer | undefined, unquote: boolean, target: Processor) {
    this.#scanner = new JsonScanner(query, this);
    this.#replace = replace;
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
    const { length } = bytes;
    if (this.#scanner.inMatch) this.#takeMatch(length, false);
    else if (this.#isHolding) this.#hold(length);
    else this.#pass(length);

    this.#bytes = noBytes;
    if (!last) return;
    this.#scanner.finish();
    this.#target.data(session, sequence, noBytes, true);
  }

  end(session: Session, sequence: RunningSequence): void {
    this.#target.end?.(session, sequence);
  }

  abort(session: Session, sequence: RunningSequence): void {
    this.#reset();
    this.#target.abort?.(session, sequence);
  }

  beginMember(at: number): void {
    this.#pass(at);
    this.#isHolding = true;
  }

  keepMember(): void {
    this.#release();
    this.#stays = true;
  }

  beginMatch(at: number): void {
    this.#hold(at);
    this.#decodes = this.#unquote && this.#bytes[at] === byte.quote;
    if (this.#decodes) this.#from = at + 1;
  }

  endMatch(at: number): void {
    this.#takeMatch(this.#decodes ? at - 1 : at, true);
    this.#from = at;
    const replacement = this.#replacement();
    if (replacement.length === 0) {
      this.#drop();
      return;
    }
    this.#releaseHeld();
    this.#stays = true;
    this.#hand(replacement);
  }

  endMembers(): void {
    if (this.#isHolding) this.#release();
    this.#stays = false;
  }

  #reset(): void {
    this.#scanner.reset();
    this.#decoder.reset();
    this.#drop();
    this.#match.drop();
    this.#stays = false;
  }

  #replacement(): Buffer {
    if (this.#replace === undefined) return noBytes;
    return this.#replace(this.#session!, this.#sequence!, this.#match.take());
  }

  /** Passes on the bytes that were kept back. The rest of the member follows like all other bytes. */
  #release(): void {
    const isBehindFirst = this.#held.length > 0;
    this.#releaseHeld();
    // The first byte of a member is the comma before it. The first remaining member must have none.
    if (!isBehindFirst && !this.#stays && this.#bytes[this.#from] === byte.comma) this.#from += 1;
  }

  #releaseHeld(): void {
    const held = this.#held.take();
    this.#hand(!this.#stays && held[0] === byte.comma ? held.subarray(1) : held);
    this.#drop();
  }

  #drop(): void {
    this.#held.drop();
    this.#size = 0;
    this.#isHolding = false;
  }

  #hold(to: number): void {
    this.#count(to - this.#from);
    this.#held.add(this.#bytes.subarray(this.#from, to));
    this.#from = to;
  }

  /** Reads a part of a selected value. It is kept only if it will be replaced. */
  #takeMatch(to: number, last: boolean): void {
    if (this.#replace === undefined) return;
    this.#count(to - this.#from);
    const written = this.#bytes.subarray(this.#from, to);
    const bytes = this.#decodes ? this.#decoder.decode(written, last) : written;
    this.#match.add(bytes);
    this.#from = to;
  }

  #count(bytes: number): void {
    this.#size += bytes;
    if (this.#size > exchanges.valueBytesMax)
      throw new Error(`a member of a JSON document has more than ${grouped(exchanges.valueBytesMax)} bytes`);
  }

  #pass(to: number): void {
    if (to > this.#from) this.#hand(this.#bytes.subarray(this.#from, to));
    this.#from = to;
  }

  #hand(bytes: Buffer): void {
    if (bytes.length > 0) this.#target.data(this.#session!, this.#sequence!, bytes, false);
  }
}
