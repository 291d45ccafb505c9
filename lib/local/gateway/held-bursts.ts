import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Answer, message } from './answer.ts';
import { holdBytesMax } from './hold-path.ts';

export type HeldBursts = {
  /**
   * Accepts a request to `holdPath`, and stops its burst when the client closes the connection. The answer
   * never ends.
   * @param refuse answers a request with a malformed body.
   */
  readonly take: (
    request: IncomingMessage,
    response: ServerResponse,
    refuse: (answer: Answer) => void,
  ) => void;
  /** Forgets all bursts without stopping them, because the cloud ends them when it closes. */
  readonly close: () => void;
};

export type HeldBurstsOptions = {
  /** Stops a burst. `order` is JSON text in the form that `POST /api/burst/stop` accepts. */
  readonly stop: (order: string) => Promise<unknown>;
  readonly isRunning: (burst: string) => boolean;
  readonly log: (error: unknown) => void;
};

/**
 * Ends a burst with the command that started it. The command keeps a connection open while its burst runs.
 * When the command is killed, the system closes the connection. The burst is then stopped with the token that
 * the command sent over the connection.
 */
export function holdBursts({ stop, isRunning, log }: HeldBurstsOptions): HeldBursts {
  const held = new Set<ServerResponse>();
  const take: HeldBursts['take'] = (request, response, refuse) => {
    held.add(response);
    const order = orderIn(request);
    order.then(
      (found) => {
        if (found) response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
        else refuse(malformed);
      },
      () => response.destroy(),
    );
    response.once('close', () => {
      if (held.delete(response)) order.then(stopIfRunning).catch(log);
    });
  };
  const stopIfRunning = async (order: Order | undefined): Promise<void> => {
    if (order !== undefined && isRunning(order.burst)) await stop(JSON.stringify(order));
  };
  const close = (): void => {
    const all = [...held];
    held.clear();
    for (const response of all) response.end();
  };
  return { take, close };
}

type Order = { readonly burst: string; readonly token: string };

const malformed = message(
  400,
  `Bad Request: the body must be a JSON object of at most ${holdBytesMax} bytes with two text members: burst and token`,
);

/**
 * Reads a burst and its stop token from the body of a request to `holdPath`. Undefined for a malformed body.
 */
async function orderIn(request: IncomingMessage): Promise<Order | undefined> {
  if (!(Number(request.headers['content-length']) <= holdBytesMax)) return undefined;
  const { burst, token } = Object(jsonIn(await text(request))) as Readonly<Record<string, unknown>>;
  return typeof burst === 'string' && typeof token === 'string' ? { burst, token } : undefined;
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
