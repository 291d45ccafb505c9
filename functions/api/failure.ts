import { DownpourError } from '../../lib/errors.ts';
import type { Reply } from './onion.ts';
import { json } from './reply.ts';

/** Refusals are shown as they are; anything else is a fault of the server: logged with its causes, and hidden. */
export function answerFailure(error: unknown, requestId: string): Reply {
  if (error instanceof DownpourError && error.status < 500) {
    const { code, message, status, details } = error;
    return json({ code, message, details, requestId }, status);
  }
  logFailure('request failed', error, requestId);
  return json({ code: 'INTERNAL', message: 'The server failed to answer', requestId }, 500);
}

/** One line of JSON. Requests are never logged: their headers hold keys. */
export function logFailure(message: string, error: unknown, requestId?: string): void {
  console.error(JSON.stringify({ level: 'ERROR', message, requestId, error: stack(error) }));
}

function stack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${stack(error.cause)}`;
}
