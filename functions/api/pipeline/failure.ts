import { DownpourError } from '../../../lib/errors.ts';
import { log } from '../../log.ts';
import { json } from './reply.ts';
import type { Reply } from './types.ts';

/**
 * The answer to a failed request. A rejection of the request and a lack of storage (507) are shown. Any other
 * error is a fault of the server: it is logged with its causes, and the response hides it.
 */
export function answerFailure(error: unknown, requestId: string, route?: string): Reply {
  if (error instanceof DownpourError && (error.status < 500 || error.status === 507)) {
    const { code, message, status, details } = error;
    return json({ code, message, details, requestId }, status);
  }
  log.error('request failed', { requestId, route }, error);
  const full = storageIsFull(error);
  if (full === undefined)
    return json(
      {
        code: 'INTERNAL',
        message: 'The server failed to answer this request; its log has the reason',
        requestId,
      },
      500,
    );
  const message = `${full}: Downpour can store nothing more; free space on the machine of the API`;
  return json({ code: 'STORAGE_FULL', message, requestId }, 507);
}

/** The message of a store that answered 507. The stores of one machine do so when the disk is full. */
function storageIsFull(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { $metadata: answer } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return answer?.httpStatusCode === 507 ? error.message : storageIsFull(error.cause);
}
