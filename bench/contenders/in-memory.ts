import type { Transport, TransportHandler } from '../../lib/driver/http/transport.ts';

/** What every request gets: JSON whose first member is asked for, alone or with about a kilobyte behind it. */
export const answers = {
  small: Buffer.from(JSON.stringify({ id: 4711, name: 'item' })),
  kilobyte: Buffer.from(
    JSON.stringify({
      id: 4711,
      items: Array.from({ length: 16 }, (_, number) => ({
        number,
        name: `item ${number}`,
        price: number * 1.25,
      })),
    }),
  ),
};

const headers = {
  get: () => undefined,
  all: () => [],
  each: (visit: (name: string, value: string) => void) => visit('content-type', 'application/json'),
};

/** A target without sockets, so that only what stands in front of them costs: all that is sent is answered in the next turn. */
export class InMemoryTransport implements Transport {
  readonly protocol = 'HTTP 1.x';
  static answer = answers.small;
  static #waiting: TransportHandler[] = [];
  readonly capacity = 1;
  readonly bytesSent = 0;
  readonly bytesReceived = 0;

  async open(): Promise<void> {}

  dispatch(_request: unknown, handler: TransportHandler): void {
    if (InMemoryTransport.#waiting.push(handler) === 1) setImmediate(InMemoryTransport.#answer);
  }

  cancel(): void {}

  close(): void {}

  static readonly #answer = (): void => {
    const asked = InMemoryTransport.#waiting;
    InMemoryTransport.#waiting = [];
    const { answer } = InMemoryTransport;
    for (const handler of asked) {
      handler.onHead(200, headers);
      handler.onData(answer);
      handler.onEnd();
    }
  };
}
