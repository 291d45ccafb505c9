import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import { BodyTurns, type TurnBounds } from './body-turns.ts';
import type { Judge } from './cached-authentication.ts';

/**
 * A body that was read, or the reason why it was rejected. `large`: the body exceeds its own limit.
 * `crowded`: all bodies together exceed their limit, and this caller has most of the bytes. `many`: too many
 * bodies of the caller wait. `slow`: the body made no progress while other bodies of the caller waited. An
 * answer: the caller may not send a body of this length.
 */
export type Body = Buffer | 'large' | 'crowded' | 'many' | 'slow' | Answer;

export type BodyBounds = TurnBounds & {
  readonly bodyBytesMax: number;
  /** The limit of bytes of all bodies that the gateway is receiving. */
  readonly allBodiesBytesMax: number;
  /** The largest body in bytes that is read before its caller is checked. */
  readonly unjudgedBytesMax: number;
};

type Reading = {
  bytes: number;
  /** The caller of the request. Unchecked callers may use invented names, so they count as one caller. */
  caller: string;
  readonly giveWay: () => void;
};

const unjudged = '';

/**
 * The bodies that a gateway reads. Long bodies of one caller take turns, so that a caller cannot make
 * Downpour read many at once. All bodies together have a limit, so that the memory does not grow with the
 * connections. Above the limit, the caller with the most unfinished bytes loses the body that it began first.
 * The bodies of other callers remain.
 */
export class Bodies {
  readonly #bounds: BodyBounds;
  readonly #judge: Judge;
  readonly #turns: BodyTurns;
  readonly #readings = new Set<Reading>();
  #bytes = 0;

  constructor(bounds: BodyBounds, judge: Judge) {
    this.#bounds = bounds;
    this.#judge = judge;
    this.#turns = new BodyTurns(bounds);
  }

  /** Reads the body of a request. Rejects when the client closes the connection. */
  async read(request: IncomingMessage): Promise<Body> {
    const { bodyBytesMax, unjudgedBytesMax } = this.#bounds;
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > bodyBytesMax) return 'large';
    const { promise, resolve, reject } = Promise.withResolvers<Body>();
    const chunks: Buffer[] = [];
    const reading: Reading = { bytes: 0, caller: unjudged, giveWay: () => resolve('crowded') };
    const turn = {
      bytes: declared || bodyBytesMax,
      begin: () => void request.resume(),
      received: () => reading.bytes,
      giveWay: () => resolve('slow'),
    };
    let isJudged = false;
    const judge = (): void => {
      isJudged = true;
      request.pause();
      this.#judge(request).then((judgement) => {
        if ('refusal' in judgement) return resolve(judgement.refusal);
        if (!this.#readings.has(reading)) return;
        reading.caller = judgement.caller;
        if (!this.#turns.take(reading.caller, turn)) resolve('many');
      }, reject);
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      reading.bytes += chunk.length;
      this.#bytes += chunk.length;
      if (reading.bytes > bodyBytesMax) resolve('large');
      else if (reading.bytes > unjudgedBytesMax && !isJudged) judge();
      this.#makeRoom();
    };
    // `close` is emitted at the end of every request, also of a complete one. The error is created only for
    // an incomplete body, because an error takes as long as the parsing of the headers.
    const gone = (): void => {
      if (!request.readableEnded) reject(new Error('The client closed the connection'));
    };
    this.#readings.add(reading);
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', gone);
    if (declared > unjudgedBytesMax) judge();
    try {
      return await promise;
    } finally {
      request.off('data', take);
      this.#forget(reading);
      this.#turns.end(reading.caller, turn);
    }
  }

  #makeRoom(): void {
    while (this.#bytes > this.#bounds.allBodiesBytesMax) {
      const reading = this.#firstOfTheLargestCaller();
      if (reading === undefined) return;
      this.#forget(reading);
      reading.giveWay();
    }
  }

  #firstOfTheLargestCaller(): Reading | undefined {
    const held = new Map<string, { bytes: number; readonly first: Reading }>();
    for (const reading of this.#readings) {
      const known = held.get(reading.caller);
      if (known) known.bytes += reading.bytes;
      else if (reading.bytes > 0) held.set(reading.caller, { bytes: reading.bytes, first: reading });
    }
    let largest: { readonly bytes: number; readonly first: Reading } | undefined;
    for (const each of held.values()) if (largest === undefined || each.bytes > largest.bytes) largest = each;
    return largest?.first;
  }

  #forget(reading: Reading): void {
    if (this.#readings.delete(reading)) this.#bytes -= reading.bytes;
  }
}
