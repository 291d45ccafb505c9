import type { RequestRecord } from '../../request/record-request.ts';
import { health } from '../../statistics/health/limits.ts';
import { NotProcessed, StaleConnection } from '../transport.ts';

/** The kind of connection on which a request is sent again. */
export type Repeat = 'on another connection' | 'on a new socket';

/**
 * Decides whether a request that was sent again `repeats` times may be sent once more. It may when the target
 * reports that it has not processed the request (RFC 9113 section 8.7). It also may, but only once, when its
 * method is idempotent and the connection was closed before a response (RFC 9110 section 9.2.2). Idempotent
 * means that a repeat has no further effect. In this case the request uses a new socket, because other idle
 * connections may be closed as well.
 */
export function repeatOf(method: string, error: Error, repeats: number): Repeat | undefined {
  if (error instanceof NotProcessed) return repeats < error.repeatsMax ? 'on another connection' : undefined;
  const isLost = repeats === 0 && error instanceof StaleConnection;
  return isLost && idempotent.has(method) ? 'on a new socket' : undefined;
}

const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/**
 * Explains why a request failed on a connection that the target had already closed. States whether the
 * generator is the likely cause.
 */
export function staleSentence(
  { message }: Error,
  method: string,
  { readyNs, dueNs }: Pick<RequestRecord, 'readyNs' | 'dueNs'>,
): string {
  const lateNs = readyNs - dueNs;
  const cause =
    lateNs > health.unhealthyStallNs
      ? `; the generator had stalled for ${Math.round(lateNs / 1e6)} ms before it sent the request, and the target may have closed the idle connection in that time`
      : '';
  return idempotent.has(method)
    ? message
    : `${message}; Downpour does not send a ${method} request again, because the target may have processed it${cause}`;
}
