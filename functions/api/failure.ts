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
  const full = storageIsFull(error);
  if (full !== undefined)
    return json(
      {
        code: 'STORAGE_FULL',
        message: `${full}: nothing more can be kept; make room where the API runs`,
        requestId,
      },
      507,
    );
  return json({ code: 'INTERNAL', message: 'The server failed to answer', requestId }, 500);
}

/** What a store said that answers 507, as those of one machine do on a full disk. */
function storageIsFull(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { $metadata: answer } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return answer?.httpStatusCode === 507 ? error.message : storageIsFull(error.cause);
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
