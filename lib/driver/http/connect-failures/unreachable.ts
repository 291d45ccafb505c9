import type { ConnectFailure, Place } from './connect-failure.ts';
import { handshakeFailures } from './handshake-failures.ts';
import { networkFailures } from './network-failures.ts';

/** The error when a target cannot be reached. The message has the reason and the next thing to try. */
export class Unreachable extends Error {
  /** True when the problem may be temporary, so that another attempt soon may succeed. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'Unreachable';
    this.passing = passing;
  }
}

/**
 * Converts an error about connecting to an error with a message for people. The original error comes from the
 * operating system, the name service or OpenSSL.
 */
export function unreachable(place: Place, error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  const { code = '', message = '', reason = '' } = (error ?? {}) as ConnectError;
  const known = failuresOf(place).find(
    ({ codes }) => codes.test(code) || (reason !== '' && codes.test(reason)),
  );
  const detail = shortened(reason || message.split('\n')[0] || code || String(error));
  const { protocol, host, port, at } = place;
  const where = known?.ofHost ? place : { ...place, ...at };
  const why = known === undefined ? detail : known.why(where, detail);
  const url =
    at === undefined ? `${protocol}://${host}:${port}` : `${protocol}://${host} at ${at.host}:${at.port}`;
  return new Unreachable(`cannot reach ${url}: ${why}`, known?.passing ?? false, error);
}

/** The most characters of the original error. That of a certificate lists all names of the certificate. */
const detailCharsMax = 300;

const shortened = (detail: string): string =>
  detail.length > detailCharsMax ? `${detail.slice(0, detailCharsMax)} ...` : detail;

/**
 * True when a connection failed because the generator had no file descriptors or ports left. The target is
 * then not the cause.
 */
export const isShortage = (error: unknown): boolean =>
  error instanceof Unreachable &&
  (error.cause === shortage ||
    ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'].includes((error.cause as ConnectError | undefined)?.code ?? ''));

/**
 * The error when another thread had no file descriptors or ports left. Only its message arrives here, because
 * error codes do not pass between threads.
 */
export const shortageOf = (message: string): Unreachable => new Unreachable(message, false, shortage);

const shortage = 'no file descriptors or ports';

/** An error while connecting. `reason` is the text of OpenSSL for the failure. */
type ConnectError = { readonly code?: string; readonly message?: string; readonly reason?: string };

/** All ways in which a connection to this target can fail. The first kind that matches counts. */
const failuresOf = ({ protocol }: Place): readonly ConnectFailure[] =>
  protocol === 'https' || protocol === 'hotrods'
    ? [...handshakeFailures, ...networkFailures]
    : networkFailures;
