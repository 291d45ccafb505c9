import type { KeyObject, X509Certificate } from 'node:crypto';
import type { StoreProblem } from './problem.ts';

/**
 * An entry of a store: a key with its certificate and the certificates that signed it, or only certificates.
 */
export type StoreEntry = {
  readonly alias?: string;
  /** Decrypts the private key. Throws `StoreProblem` when this fails. Absent when the entry has no key. */
  readonly key?: () => KeyObject;
  /** The certificates of the entry. If the entry has a key, the first is the certificate of that key. */
  readonly certificates: readonly X509Certificate[];
};

/** The file of a key store or trust store. `wrong` makes the error for a problem of this file. */
export type StoreFile = {
  readonly bytes: Buffer;
  readonly password: string | undefined;
  readonly wrong: (why: string, cause?: unknown, key?: string) => StoreProblem;
};
