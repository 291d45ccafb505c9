import type { KeyObject, X509Certificate } from 'node:crypto';
import type { StoreProblem } from './problem.ts';

/**
 * An entry of a store: a key with its certificate and the certificates that signed it, or certificates
 * without a key.
 */
export type StoreEntry = {
  readonly alias?: string;
  /** Decrypts the key. Throws `StoreProblem` when this fails. Absent: the entry has no key. */
  readonly key?: () => KeyObject;
  /** When the entry has a key, the certificate of the key comes first. */
  readonly certificates: readonly X509Certificate[];
};

/** A file of a store. `wrong` makes the error for a problem of this file. */
export type StoreFile = {
  readonly bytes: Buffer;
  readonly password: string | undefined;
  readonly wrong: (why: string, cause?: unknown, key?: string) => StoreProblem;
};
