import { DownpourError } from '../../lib/errors.ts';

/**
 * True when a repeated request may succeed: after a failure or an overload of the server, or after a lost
 * response. It cannot succeed when the server refuses connections, has no known address, or has the
 * certificate of another host.
 */
export function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof DownpourError)) return false;
  if (error.status < 500 && error.status !== tooManyRequests) return false;
  return !absent.includes(codeOf(error));
}

/** The status of API Gateway above the rate limit of a deployment or an account. */
const tooManyRequests = 429;

const absent: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'];

/** The code of the system's error at the end of a chain of causes. */
function codeOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return codeOf(cause);
  return String((error as NodeJS.ErrnoException).code ?? '');
}
