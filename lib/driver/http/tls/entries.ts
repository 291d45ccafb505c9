import type { KeyObject, X509Certificate } from 'node:crypto';
import type { StoreProblem } from './problem.ts';

/**
 * What a store holds under one name: a key with its certificate and those that signed it, or certificates
 * alone.
 */
export type StoreEntry = {
  readonly alias?: string;
  /** Decrypts the key; absent: certificates alone. Throws `StoreProblem` when it cannot. */
  readonly key?: () => KeyObject;
  /** With a key: its own certificate first. */
  readonly certificates: readonly X509Certificate[];
};

/** A file of a store and how a complaint about it begins. */
export type StoreFile = {
  readonly bytes: Buffer;
  readonly password: string | undefined;
  readonly wrong: (why: string, cause?: unknown, key?: string) => StoreProblem;
};
