import type { IncomingMessage } from 'node:http';

/** The limit of bytes that the gateway reads of a rejected body. */
const bytesMax = 64 * 1024 ** 2;
const lastsMs = 10_000;
const turnMs = 10;

type Rest = { bytes: number; readonly since: number };

/**
 * Reads and discards the rest of rejected bodies. A client may send its whole body before it reads the
 * answer, and must not get a reset connection. The gateway reads these bodies slowly and in turns, so that
 * they cost other callers nothing.
 */
export class BodyDrain {
  readonly #rests = new Map<IncomingMessage, Rest>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * Adds a rejected request. Call `add` before the answer ends, because Node would then read the rest at
   * once.
   */
  add(request: IncomingMessage): void {
    // A client that closes the connection loses nothing, so its error is ignored.
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

  /** Discards the received bytes of a request, and puts the request at the end of the line. */
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
