import type { IncomingMessage } from 'node:http';

/** `large`: it is above its own bound. `crowded`: it gave way to others. */
export type Body = Buffer | 'large' | 'crowded';

type Reading = { bytes: number; readonly giveWay: () => void };

/**
 * The bodies that a gateway is reading. Together they have a bound, so that memory does not grow with connections. Where they
 * are beyond it, the one that was begun first gives way: a body that is sent at once is never among them for long.
 */
export class Bodies {
  readonly #bytesMax: number;
  readonly #allBytesMax: number;
  readonly #readings = new Set<Reading>();
  #bytes = 0;

  constructor(bytesMax: number, allBytesMax: number) {
    this.#bytesMax = bytesMax;
    this.#allBytesMax = allBytesMax;
  }

  /** Rejects when the client goes away. */
  async read(request: IncomingMessage): Promise<Body> {
    if (Number(request.headers['content-length'] ?? 0) > this.#bytesMax) return 'large';
    const { promise, resolve, reject } = Promise.withResolvers<Body>();
    const chunks: Buffer[] = [];
    const reading: Reading = { bytes: 0, giveWay: () => resolve('crowded') };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      reading.bytes += chunk.length;
      this.#bytes += chunk.length;
      if (reading.bytes > this.#bytesMax) resolve('large');
      else this.#makeRoom();
    };
    const gone = (): void => reject(new Error('The client has gone away'));
    this.#readings.add(reading);
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', gone);
    try {
      return await promise;
    } finally {
      request.off('data', take);
      this.#forget(reading);
    }
  }

  #makeRoom(): void {
    for (const reading of this.#readings) {
      if (this.#bytes <= this.#allBytesMax) return;
      this.#forget(reading);
      reading.giveWay();
    }
  }

  #forget(reading: Reading): void {
    if (this.#readings.delete(reading)) this.#bytes -= reading.bytes;
  }
}
