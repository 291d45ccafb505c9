import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { holdBytesMax } from './hold-path.ts';

export type HeldBursts = {
  /** Holds a burst for a request to `holdPath`. The answer never ends. */
  readonly take: (request: IncomingMessage, response: ServerResponse) => void;
  /** Releases all bursts without a stop, because the cloud ends them when it closes. */
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
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    held.add(response);
    const order = Number(request.headers['content-length']) <= holdBytesMax ? text(request) : noOrder();
    order.then(
      () => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(),
      () => response.destroy(),
    );
    response.once('close', () => {
      if (held.delete(response)) order.then(stopIfRunning).catch(log);
    });
  };
  const stopIfRunning = async (order: string): Promise<void> => {
    if (isRunning(burstIn(order))) await stop(order);
  };
  const close = (): void => {
    const all = [...held];
    held.clear();
    for (const response of all) response.end();
  };
  return { take, close };
}

const noOrder = (): Promise<string> =>
  Promise.reject(new Error('the body must be a JSON object with two text members: burst and token'));

function burstIn(order: string): string {
  const { burst } = JSON.parse(order) as { readonly burst?: unknown };
  return String(burst);
}
