import type { KeyObject, X509Certificate } from 'node:crypto';
import { grouped } from '../../../words.ts';
import type { Target } from '../../model/benchmark.ts';
import type { Files } from '../../model/files.ts';
import type { KeyManager, TrustManager } from '../../model/tls.ts';
import { readJks } from './jks.ts';
import { stores } from './limits.ts';
import { derSequence, readCertificates, readKey } from './pem.ts';
import { readPkcs12 } from './pkcs12.ts';
import { StoreProblem } from './problem.ts';
import type { StoreEntry, StoreFile } from './store-entry.ts';

/**
 * The identity that a client shows to a target: its certificate and the certificates that signed it, in PEM,
 * and its private key.
 */
export type Identity = { readonly cert: string; readonly key: KeyObject };

type FileKey = 'storeFile' | 'certFile' | 'keyFile';

/** The paths of the files with keys and certificates that a target needs. */
export function storeFiles({ protocol, tls = {} }: Pick<Target, 'protocol' | 'tls'>): readonly string[] {
  if (protocol === 'http') return [];
  const { keyManager = {}, trustManager = {} } = tls;
  return [
    keyManager.storeFile,
    keyManager.certFile,
    keyManager.keyFile,
    trustManager.storeFile,
    trustManager.certFile,
  ].filter((path) => path !== undefined);
}

/**
 * Reads the certificate and key that the client shows to a target.
 * @throws StoreProblem
 */
export async function readIdentity(manager: KeyManager, files: Files): Promise<Identity> {
  const { storeFile, certFile } = manager;
  const read = (key: FileKey): StoreFile => fileOf('keyManager', manager, key, files);
  if (storeFile !== undefined)
    return identityOf(await readStore(read('storeFile')), manager, read('storeFile'));
  const chain = readCertificates(read('certFile'));
  const key = readKey(read('keyFile'));
  if (!isKeyOf(chain, key)) throw read('keyFile').wrong(`is not the key of the certificate in '${certFile}'`);
  return { cert: pemOf(chain), key };
}

/** Reads all trusted certificates in PEM. @throws StoreProblem */
export async function readTrusted(manager: TrustManager, files: Files): Promise<readonly string[]> {
  const trusted: X509Certificate[] = [];
  if (manager.storeFile !== undefined) {
    const file = fileOf('trustManager', manager, 'storeFile', files);
    trusted.push(...(await readStore(file)).flatMap(({ certificates }) => certificates));
    if (trusted.length === 0) throw file.wrong('contains no certificate');
  }
  if (manager.certFile !== undefined)
    trusted.push(...readCertificates(fileOf('trustManager', manager, 'certFile', files)));
  return [...new Set(trusted.map(String))];
}

/**
 * Reads a store of keys or certificates. As in Java, its content decides the format: most files called JKS
 * are PKCS#12 stores.
 */
async function readStore(file: StoreFile): Promise<readonly StoreEntry[]> {
  const { bytes, wrong } = file;
  const magic = bytes.length < 4 ? 0 : bytes.readUInt32BE();
  if (magic === 0xfeedfeed) return readJks(file);
  if (bytes[0] === derSequence) return readPkcs12(file);
  if (magic === 0xcececece)
    throw wrong('is a JCEKS store; convert it with keytool -importkeystore -deststoretype PKCS12');
  if (bytes.includes('-----BEGIN ')) throw wrong('is a PEM file, not a store; name it in certFile');
  throw wrong('is neither a JKS nor a PKCS#12 store');
}

function identityOf(entries: readonly StoreEntry[], { alias }: KeyManager, file: StoreFile): Identity {
  const keys = entries.filter(({ key }) => key !== undefined);
  const names = keys
    .map((entry) => `'${entry.alias ?? ''}'`)
    .sort()
    .join(', ');
  if (keys.length === 0) throw file.wrong('contains no key, only certificates');
  const chosen =
    alias === undefined ? keys : keys.filter((entry) => entry.alias?.toLowerCase() === alias.toLowerCase());
  const [entry, another] = chosen;
  if (entry?.key === undefined)
    throw file.wrong(`has no key '${alias}', it has ${names}`, undefined, 'alias');
  if (another !== undefined) throw file.wrong(`has several keys, name one of ${names} in alias`);
  const key = entry.key();
  if (!isKeyOf(entry.certificates, key))
    throw file.wrong(`has no certificate for its key '${entry.alias ?? ''}'`);
  return { cert: pemOf(entry.certificates), key };
}

function fileOf(
  part: 'keyManager' | 'trustManager',
  manager: KeyManager,
  key: FileKey,
  files: Files,
): StoreFile {
  const path = manager[key] ?? '';
  const bytes = files.get(path);
  const wrong = (why: string, cause?: unknown, blamed: string = key): StoreProblem =>
    new StoreProblem([part, blamed], `${key} '${path}' ${why}`, cause);
  if (bytes === undefined) throw wrong('was not sent with the document');
  const { storeBytesMax } = stores;
  if (bytes.length > storeBytesMax)
    throw wrong(`has ${grouped(bytes.length)} bytes, and a store may have at most ${grouped(storeBytesMax)}`);
  return {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    password: manager.password,
    wrong,
  };
}

const isKeyOf = ([own]: readonly X509Certificate[], key: KeyObject): boolean =>
  own?.checkPrivateKey(key) ?? false;

const pemOf = (chain: readonly X509Certificate[]): string => chain.map(String).join('');
