import type { ResponseHeaders, Transport, TransportHandler } from '../../lib/driver/http/transport.ts';

/** The response to every request: JSON with the queried member first, alone or with a kilobyte after it. */
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

/** The header fields of every response. */
export const heads = {
  plain: headersOf({ 'content-type': 'application/json' }),
  cookie: headersOf({
    'content-type': 'application/json',
    'set-cookie': 'sid=4c1f9a7be2d05836; Path=/; HttpOnly',
  }),
  tag: headersOf({ 'content-type': 'application/json', etag: 'W/"1f-4c1f9a7be2d05836"' }),
};

function headersOf(fields: Readonly<Record<string, string>>): ResponseHeaders {
  const list = Object.entries(fields);
  const texts = list.flat();
  const get = (name: string): string | undefined => {
    for (let at = 0; at < texts.length; at += 2) if (texts[at] === name) return texts[at + 1];
    return undefined;
  };
  return {
    get,
    all: (name) => [get(name) ?? []].flat(),
    each: (visit) => {
      for (const [name, value] of list) visit(name, value);
    },
  };
}

/**
 * A target without sockets, so that only the code of the engine costs time. Each request is answered in the
 * next turn of the event loop.
 */
export class InMemoryTransport implements Transport {
  readonly protocol = 'HTTP 1.x';
  static answer = answers.small;
  static head = heads.plain;
  /** Requests that were answered. */
  static answered = 0;
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
    const handlers = InMemoryTransport.#waiting;
    InMemoryTransport.#waiting = [];
    const { answer, head } = InMemoryTransport;
    InMemoryTransport.answered += handlers.length;
    for (const handler of handlers) {
      handler.onHead(200, head);
      handler.onData(answer);
      handler.onEnd();
    }
  };
}
