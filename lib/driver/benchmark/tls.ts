import { hintAt } from '../document/nearest.ts';
import type { Path } from '../document/problem.ts';
import type { Target } from '../model/benchmark.ts';
import type { KeyManager, TlsSettings, TrustManager } from '../model/tls.ts';
import { type FileChecking, needFile } from '../scenario/files/needed.ts';
import type { Checking } from './valid-part.ts';

export type TlsChecking = Checking & FileChecking;

/** Types of stores by the names that Java gives them; the case does not matter. */
const storeTypes = ['JKS', 'PKCS12'];
/** The public authorities in place of a store. */
export const system = 'SYSTEM';

/** `keyManager` and `trustManager` of the `http` entry at a path. */
export function parseTls(
  at: Path,
  { protocol, host }: Pick<Target, 'protocol' | 'host'>,
  checking: TlsChecking,
): Pick<TlsSettings, 'keyManager' | 'trustManager'> {
  const { document, findings } = checking;
  const keyManager = document.read<KeyManager>([...at, 'keyManager']);
  const trustManager = document.read<TrustManager>([...at, 'trustManager']);
  if (protocol === 'http') {
    for (const [name, part] of Object.entries({ keyManager, trustManager }))
      if (part !== undefined)
        findings.warning([...at, name], `${name} has no effect, because requests to ${host} go without TLS`);
  } else {
    if (keyManager !== undefined) checkKeyManager(keyManager, [...at, 'keyManager'], checking);
    if (trustManager !== undefined) checkTrustManager(trustManager, [...at, 'trustManager'], checking);
    if (!document.has([...at, 'trustManager']))
      findings.warning(
        [...at, 'host'],
        `the certificate of ${host} is not verified, because no trustManager is given`,
        `write 'trustManager: { storeType: ${system} }' to verify it as a browser does`,
      );
  }
  return {
    ...(keyManager === undefined ? {} : { keyManager }),
    ...(trustManager === undefined ? {} : { trustManager }),
  };
}

function checkKeyManager(manager: KeyManager, at: Path, checking: TlsChecking): void {
  const { findings } = checking;
  const { storeType, storeFile, password, certFile, keyFile } = manager;
  const isKnown = checkType(storeType, storeTypes, at, checking);
  needFiles(manager, ['storeFile', 'certFile', 'keyFile'], at, checking);
  if (certFile !== undefined && keyFile === undefined)
    findings.error([...at, 'certFile'], 'certFile needs the keyFile with its key');
  if (keyFile !== undefined && certFile === undefined)
    findings.error([...at, 'keyFile'], 'keyFile needs the certFile with its certificate');
  if (storeFile === undefined) {
    warnOfUnused(manager, isKnown ? ['storeType', 'alias'] : ['alias'], at, checking);
    if (certFile === undefined && keyFile === undefined && isKnown)
      findings.error(at, 'keyManager has no certificate', 'give storeFile, or certFile and keyFile');
    return;
  }
  if (certFile !== undefined || keyFile !== undefined)
    findings.error(
      [...at, 'storeFile'],
      'keyManager has both a store and a certificate with its key',
      'give one of them',
    );
  if (password === undefined)
    findings.error(
      [...at, 'storeFile'],
      'keys in a store are protected by a password, and none is given',
      "give it as a parameter, such as 'password: !param STORE_PASSWORD'",
    );
}

function checkTrustManager(manager: TrustManager, at: Path, checking: TlsChecking): void {
  const { findings } = checking;
  const { storeType, storeFile, certFile } = manager;
  const isSystem = storeType?.toUpperCase() === system;
  const isKnown = checkType(storeType, [...storeTypes, system], at, checking);
  needFiles(manager, ['storeFile', 'certFile'], at, checking);
  if (isSystem && storeFile !== undefined)
    findings.error([...at, 'storeFile'], `storeType ${system} has no file`, 'leave one of them out');
  if (storeFile === undefined)
    warnOfUnused(manager, isKnown && !isSystem ? ['storeType', 'password'] : ['password'], at, checking);
  if (storeFile === undefined && certFile === undefined && isKnown && !isSystem)
    findings.error(
      at,
      'trustManager names nothing to trust',
      `give storeFile or certFile, or storeType ${system} for the public authorities`,
    );
}

function checkType(
  type: string | undefined,
  known: readonly string[],
  at: Path,
  { findings }: TlsChecking,
): boolean {
  if (type === undefined || known.includes(type.toUpperCase())) return true;
  findings.error([...at, 'storeType'], `unknown storeType '${type}'`, hintAt(type, known));
  return false;
}

function needFiles<Manager>(
  manager: Manager,
  names: readonly (keyof Manager & string)[],
  at: Path,
  checking: TlsChecking,
): void {
  for (const name of names) {
    const path = manager[name];
    if (typeof path === 'string') needFile(path, [...at, name], checking);
  }
}

function warnOfUnused<Manager>(
  manager: Manager,
  names: readonly (keyof Manager & string)[],
  at: Path,
  { findings }: TlsChecking,
): void {
  for (const name of names)
    if (manager[name] !== undefined)
      findings.warning([...at, name], `${name} has no effect without storeFile`);
}
