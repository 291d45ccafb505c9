import type { RequestRecord } from '../../request/record-request.ts';
import { health } from '../../statistics/health/limits.ts';
import { NotProcessed, StaleConnection } from '../transport.ts';

/** Where a request goes that its first connection could not carry. */
export type Repeat = 'elsewhere' | 'on a new socket';

/**
 * Whether a request may be sent once more: always when the target says that it has not processed it (RFC 9113
 * section 8.7), and with an idempotent method when the connection was closed under it (RFC 9110 section
 * 9.2.2). Other idle connections may be closed as well, so that one goes over a new socket.
 */
export function repeatOf(method: string, error: Error): Repeat | undefined {
  if (error instanceof NotProcessed) return 'elsewhere';
  return error instanceof StaleConnection && idempotent.has(method) ? 'on a new socket' : undefined;
}

const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** Why a request on a stale connection ended in an error, and whether the generator is the likely cause. */
export function staleSentence(
  { message }: Error,
  method: string,
  { readyNs, dueNs }: Pick<RequestRecord, 'readyNs' | 'dueNs'>,
): string {
  const lateNs = readyNs - dueNs;
  const cause =
    lateNs > health.unhealthyStallNs
      ? `; the generator had stood still for ${Math.round(lateNs / 1e6)} ms before it sent the request, in which the target may have closed the idle connection`
      : '';
  return idempotent.has(method)
    ? message
    : `${message}; ${method} is not sent again, because the target may have processed it${cause}`;
}
