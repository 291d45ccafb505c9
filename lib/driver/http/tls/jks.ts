import { createPrivateKey, X509Certificate } from 'node:crypto';
import { stores } from './limits.ts';
import { StoreProblem } from './problem.ts';
import type { StoreEntry, StoreFile } from './store-entry.ts';

/**
 * Reads a key store in the Java format (JKS). Without the password, its certificates can be read, but
 * Downpour cannot check whether the store was changed. The library is loaded when the first such store is
 * read.
 */
export async function readJks({ bytes, password, wrong }: StoreFile): Promise<readonly StoreEntry[]> {
  const { parseJks, decrypt } = (await import('jks-js')).default;
  try {
    return parseJks(bytes, password ?? '').map((entry) => {
      const { alias } = entry;
      if ('cert' in entry) return { alias, certificates: [new X509Certificate(entry.cert.value)] };
      const key = () => {
        if (entry.protectedPrivateKey.length > stores.keyBytesMax)
          throw wrong(`has a key '${alias}' that is too long`);
        try {
          return createPrivateKey(decrypt(entry.protectedPrivateKey, password ?? ''));
        } catch (error) {
          const why = /recover key/.test(String(error))
            ? `has one password for the key '${alias}' and another for the store; give both the same password with keytool -keypasswd`
            : `has a key '${alias}' that cannot be read (${reasonOf(error)})`;
          throw wrong(why, error);
        }
      };
      return { alias, key, certificates: entry.chain.map(({ value }) => new X509Certificate(value)) };
    });
  } catch (error) {
    if (error instanceof StoreProblem) throw error;
    if (/Password verification/.test(String(error)))
      throw wrong('does not open: the password is wrong, or the file is damaged', error, 'password');
    throw wrong('is a damaged JKS store', error);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
