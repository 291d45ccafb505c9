import { DownpourError } from '../../lib/errors.ts';

/**
 * A server that failed, that has too much to do, or whose answer got lost may answer the next time; one that
 * is not there will not.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof DownpourError)) return false;
  if (error.status < 500 && error.status !== tooManyRequests) return false;
  return !absent.includes(codeOf(error));
}

/** Of API Gateway, above the rate of a deployment or an account. */
const tooManyRequests = 429;

const absent: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'];

/** The code of the system's error at the end of a chain of causes. */
function codeOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return codeOf(cause);
  return String((error as NodeJS.ErrnoException).code ?? '');
}
