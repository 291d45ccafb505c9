import type { Processor } from '../../../lib/driver/model/handlers.ts';
import type { RunningSequence, Session } from '../../../lib/driver/model/session.ts';

/** A session without any members, for processors that do not use it. */
export const session = {} as Session;
export const sequence = {} as RunningSequence;

/**
 * A document as a whole, and cut into fragments: in two at every place, and in three at every pair of places
 * with the distance `apart` or more.
 */
export function* cuts(text: string | Buffer, apart = 1): Generator<readonly Buffer[]> {
  const bytes = Buffer.from(text as string);
  yield [bytes];
  for (let first = 0; first <= bytes.length; first += 1) {
    yield [bytes.subarray(0, first), bytes.subarray(first)];
    for (let second = first + apart; second < bytes.length; second += apart)
      yield [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
  }
}

/** Cuts a text into fragments of `size` bytes. */
export function pieces(text: string | Buffer, size: number): readonly Buffer[] {
  const bytes = Buffer.from(text as string);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_piece, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/** Passes bytes to a function as a transport does, and then overwrites their memory. */
export function lend(bytes: Buffer, take: (bytes: Buffer) => void): void {
  const lent = Buffer.from(bytes);
  take(lent);
  lent.fill('!');
}

/** Passes one response to a processor. The last call has no bytes, as at the end of a body. */
export function feed(processor: Processor, fragments: readonly Buffer[]): void {
  processor.begin?.(session, sequence);
  for (const fragment of fragments)
    lend(fragment, (bytes) => processor.data(session, sequence, bytes, false));
  processor.data(session, sequence, Buffer.alloc(0), true);
  processor.end?.(session, sequence);
}

/** A processor that stores every complete value of a response as text. */
export class Collected implements Processor {
  values: string[] = [];
  #fragments: Buffer[] = [];

  begin(): void {
    this.values = [];
    this.#fragments = [];
  }

  data(_session: Session, _sequence: RunningSequence, bytes: Buffer, last: boolean): void {
    this.#fragments.push(Buffer.from(bytes));
    if (!last) return;
    this.values.push(Buffer.concat(this.#fragments).toString('utf8'));
    this.#fragments = [];
  }
}
