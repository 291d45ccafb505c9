import type { KeyObject, X509Certificate } from 'node:crypto';
import type { StoreProblem } from './problem.ts';

/** An entry of a store: a key with its certificate and its signers' certificates, or only certificates. */
export type StoreEntry = {
  readonly alias?: string;
  /** Decrypts the key. Throws `StoreProblem` when this fails. Absent when the entry has no key. */
  readonly key?: () => KeyObject;
  /** The certificates of the entry. When it has a key, the certificate of the key is the first. */
  readonly certificates: readonly X509Certificate[];
};

/** The file of a key or trust store. `wrong` makes the error for a problem of this file. */
export type StoreFile = {
  readonly bytes: Buffer;
  readonly password: string | undefined;
  readonly wrong: (why: string, cause?: unknown, key?: string) => StoreProblem;
};
