import type { IncomingMessage } from 'node:http';

/** Bytes that are still read of one body. */
const bytesMax = 64 * 1024 ** 2;
const lastsMs = 10_000;
const turnMs = 10;

type Rest = { bytes: number; readonly since: number };

/**
 * The rests of bodies that were refused. A client that first sends all and reads its answer then must not
 * meet a reset, so the gateway reads on: slowly and in turns, because bytes that it throws away must cost
 * others nothing.
 */
export class Unwanted {
  readonly #rests = new Map<IncomingMessage, Rest>();
  #timer: NodeJS.Timeout | undefined;

  /** To be called before the answer ends: behind its end Node would read the rest at once. */
  add(request: IncomingMessage): void {
    // A client that goes away now has lost nothing.
    request.on('error', () => undefined);
    request.once('close', () => this.#rests.delete(request));
    request.pause();
    this.#rests.set(request, { bytes: 0, since: performance.now() });
    this.#read(request);
    this.#timer ??= setInterval(() => this.#turn(), turnMs).unref();
  }

  #turn(): void {
    const [next] = this.#rests.keys();
    if (next) this.#read(next);
    if (this.#rests.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Throws away what has come, and has the request wait for its next turn behind all others. */
  #read(request: IncomingMessage): void {
    const rest = this.#rests.get(request);
    if (rest === undefined) return;
    this.#rests.delete(request);
    const chunk: Buffer | null = request.read();
    rest.bytes += chunk?.length ?? 0;
    if (request.readableEnded) return;
    if (rest.bytes > bytesMax || performance.now() - rest.since > lastsMs) request.destroy();
    else this.#rests.set(request, rest);
  }
}
