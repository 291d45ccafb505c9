import type { ConnectFailure, Place } from './connect-failure.ts';
import { handshakeFailures } from './handshake-failures.ts';
import { networkFailures } from './network-failures.ts';

/** The error of a target that cannot be reached. The message has the reason and the next thing to try. */
export class Unreachable extends Error {
  /** True when the reason may pass, so that another attempt soon may succeed. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'Unreachable';
    this.passing = passing;
  }
}

/**
 * Turns an error about connecting into a message. The error comes from the operating system, the name service
 * or OpenSSL.
 */
export function unreachable(place: Place, error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  const { code = '', message = '', reason = '' } = (error ?? {}) as ConnectError;
  const known = failuresOf(place).find(
    ({ codes }) => codes.test(code) || (reason !== '' && codes.test(reason)),
  );
  const detail = reason === '' ? message.split('\n')[0] || code || String(error) : reason;
  const { protocol, host, port, at } = place;
  const where = known?.ofHost ? place : { ...place, ...at };
  const why = known === undefined ? detail : known.why(where, detail);
  const url =
    at === undefined ? `${protocol}://${host}:${port}` : `${protocol}://${host} at ${at.host}:${at.port}`;
  return new Unreachable(`cannot reach ${url}: ${why}`, known?.passing ?? false, error);
}

/** True when the generator has no file descriptors or ports left. Then the target is not the cause. */
export const isExhausted = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL'].includes((error as ConnectError | undefined)?.code ?? '');

/** True when a connection failed because the generator has no file descriptors or ports left. */
export const isShortage = (error: unknown): boolean =>
  error instanceof Unreachable && (error.cause === shortage || isExhausted(error.cause));

/** The error of a thread with such a shortage. Codes of errors do not reach another thread. */
export const shortageOf = (message: string): Unreachable => new Unreachable(message, false, shortage);

const shortage = 'no file descriptors or ports';

/** An error of connecting. `reason` is the text of OpenSSL for the failure. */
type ConnectError = { readonly code?: string; readonly message?: string; readonly reason?: string };

/** The failures that a connection to a place can have. The first match counts. */
const failuresOf = ({ protocol }: Place): readonly ConnectFailure[] =>
  protocol === 'https' || protocol === 'hotrods'
    ? [...handshakeFailures, ...networkFailures]
    : networkFailures;
