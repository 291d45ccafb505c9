import { mapping } from '../../declaration/body.ts';
import { named, shownDefault } from '../../declaration/field.ts';
import { line } from '../../declaration/scalars.ts';
import { hintAt } from '../../document/nearest.ts';
import type { Path } from '../../document/problem.ts';
import type { Target } from '../../model/benchmark.ts';
import type { KeyManager, TlsSettings, TrustManager } from '../../model/tls.ts';
import { needFile } from '../../scenario/files/needed.ts';
import type { Checking } from '../valid-part.ts';

/** The member `keyManager`, which names the certificate that Downpour shows to the target. */
export const keyManager = named(
  'keyManager',
  mapping(
    'Certificate that Downpour presents to an https target (mutual TLS): from a key store, or in PEM with its key. Files are next to the document and are sent with it.',
    {
      storeType: shownDefault(
        'JKS',
        line(
          'Type of the key store: `JKS` or `PKCS12`. Downpour reads the real type from the file, so either name takes both.',
          'PKCS12',
        ),
      ),
      storeFile: line('Path of the key store.', 'client.p12'),
      password: line(
        'Password of the key store and of its keys, or of an encrypted `keyFile`. Give it as a parameter; Downpour never shows it.',
        '!param STORE_PASSWORD',
      ),
      alias: line('Name of the entry in the key store. Needed when it has several keys.', 'client'),
      certFile: line(
        'Path of a PEM certificate, followed by the certificates that signed it. It needs `keyFile`, and excludes `storeFile`.',
        'client.crt',
      ),
      keyFile: line('Path of the PEM key that belongs to `certFile`.', 'client.key'),
    },
    { certFile: 'client.crt', keyFile: 'client.key' },
  ),
);

/**
 * The member `trustManager`, which names the certificates of authorities that may have signed that of the
 * target.
 */
export const trustManager = named(
  'trustManager',
  mapping(
    'Certificates that Downpour trusts for an https target: those in the store or file, and those that they have signed, each for its own host names. When absent, Downpour accepts every certificate.',
    {
      storeType: shownDefault(
        'JKS',
        line(
          'Type of the trust store: `JKS` or `PKCS12`, or `SYSTEM` without a file for the public authorities that a browser trusts.',
          'SYSTEM',
        ),
      ),
      storeFile: line('Path of the trust store.', 'trust.jks'),
      password: line(
        'Password of the trust store. A JKS store opens without it, but Downpour cannot verify the store then.',
        '!param TRUST_PASSWORD',
      ),
      certFile: line(
        'Path of the PEM or DER certificate to trust, in addition to the store if there is one.',
        'authority.crt',
      ),
    },
    { certFile: 'authority.crt' },
  ),
);

/** The types of key stores, by the names that Java gives them, in upper or lower case. */
const storeTypes = ['JKS', 'PKCS12'];
/** The value that selects the public certificate authorities instead of a store. */
export const system = 'SYSTEM';

type Managers = Pick<TlsSettings, 'keyManager' | 'trustManager'>;

/**
 * Checks the files of `keyManager` and `trustManager` of the `http` entry at a path. Without TLS, a target
 * needs none of them.
 */
export function checkManagers(
  at: Path,
  { protocol, host }: Pick<Target, 'protocol' | 'host'>,
  { keyManager, trustManager }: Managers,
  checking: Checking,
): void {
  const { document, findings } = checking;
  if (protocol === 'http') {
    for (const [name, part] of Object.entries({ keyManager, trustManager }))
      if (part !== undefined)
        findings.warning(
          [...at, name],
          `${name} has no effect, because requests to ${host} go without TLS`,
          `remove ${name}, or write 'protocol: https'`,
        );
    return;
  }
  if (keyManager !== undefined) checkKeyManager(keyManager, [...at, 'keyManager'], checking);
  if (trustManager !== undefined) checkTrustManager(trustManager, [...at, 'trustManager'], checking);
  if (!document.has([...at, 'trustManager']))
    findings.warning(
      [...at, 'host'],
      `the certificate of ${host} is not verified, because no trustManager is given`,
      `write 'trustManager: { storeType: ${system} }' to verify the certificate as a browser does`,
    );
}

function checkKeyManager(manager: KeyManager, at: Path, checking: Checking): void {
  const { findings } = checking;
  const { storeType, storeFile, password, certFile, keyFile } = manager;
  const isKnown = checkType(storeType, storeTypes, at, checking);
  needFiles(manager, ['storeFile', 'certFile', 'keyFile'], at, checking);
  if (certFile !== undefined && keyFile === undefined)
    findings.error(
      [...at, 'certFile'],
      'certFile is given without keyFile',
      'add keyFile, the file with the private key of the certificate',
    );
  if (keyFile !== undefined && certFile === undefined)
    findings.error(
      [...at, 'keyFile'],
      'keyFile is given without certFile',
      'add certFile, the file with the certificate of this key',
    );
  if (storeFile === undefined) {
    warnOfUnused(manager, isKnown ? ['storeType', 'alias'] : ['alias'], at, checking);
    if (certFile === undefined && keyFile === undefined && isKnown)
      findings.error(at, 'keyManager has no certificate', 'give storeFile, or certFile and keyFile');
    return;
  }
  if (certFile !== undefined || keyFile !== undefined)
    findings.error(
      [...at, 'storeFile'],
      'keyManager has both a key store (storeFile) and PEM files (certFile, keyFile)',
      'give either storeFile, or certFile and keyFile',
    );
  if (password === undefined)
    findings.error(
      [...at, 'storeFile'],
      'the password of the key store is missing',
      "give it as a parameter, such as 'password: !param STORE_PASSWORD'",
    );
}

function checkTrustManager(manager: TrustManager, at: Path, checking: Checking): void {
  const { findings } = checking;
  const { storeType, storeFile, certFile } = manager;
  const isSystem = storeType?.toUpperCase() === system;
  const isKnown = checkType(storeType, [...storeTypes, system], at, checking);
  needFiles(manager, ['storeFile', 'certFile'], at, checking);
  if (isSystem && storeFile !== undefined)
    findings.error(
      [...at, 'storeFile'],
      `storeType ${system} means the public certificate authorities and uses no storeFile`,
      'remove storeType or storeFile',
    );
  if (storeFile === undefined)
    warnOfUnused(manager, isKnown && !isSystem ? ['storeType', 'password'] : ['password'], at, checking);
  if (storeFile === undefined && certFile === undefined && isKnown && !isSystem)
    findings.error(
      at,
      'trustManager names no trust store and no certificate',
      `give storeFile or certFile, or storeType ${system} for the public certificate authorities`,
    );
}

function checkType(
  type: string | undefined,
  known: readonly string[],
  at: Path,
  { findings }: Checking,
): boolean {
  if (type === undefined || known.includes(type.toUpperCase())) return true;
  findings.error([...at, 'storeType'], `unknown storeType '${type}'`, hintAt(type, known));
  return false;
}

function needFiles<Manager>(
  manager: Manager,
  names: readonly (keyof Manager & string)[],
  at: Path,
  checking: Checking,
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
  { findings }: Checking,
): void {
  for (const name of names)
    if (manager[name] !== undefined)
      findings.warning(
        [...at, name],
        `${name} has no effect without storeFile`,
        `add storeFile, or remove ${name}`,
      );
}
