import type { IncomingMessage } from 'node:http';

/** The maximum number of bytes that are read of a rejected body. */
const bytesMax = 64 * 1024 ** 2;
const lastsMs = 10_000;
const turnMs = 10;

type Rest = { bytes: number; readonly since: number };

/**
 * The rest of rejected bodies. A client that sends everything before it reads the answer must not get a reset
 * connection. The gateway therefore reads on, slowly and in turns, because discarded bytes must cost other
 * callers nothing.
 */
export class BodyDrain {
  readonly #rests = new Map<IncomingMessage, Rest>();
  #timer: NodeJS.Timeout | undefined;

  /** Call it before the answer ends. After the end, Node would read the rest at once. */
  add(request: IncomingMessage): void {
    // A client that closes the connection now has lost nothing.
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

  /** Discards the received bytes, and puts the request at the end of the line. */
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
