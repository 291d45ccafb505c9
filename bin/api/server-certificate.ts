import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readCertificates, readKey } from '../../lib/driver/http/tls/pem.ts';
import { StoreProblem } from '../../lib/driver/http/tls/problem.ts';
import { DownpourError } from '../../lib/errors.ts';
import { whyUnusable } from '../files/file-error.ts';

/**
 * The certificate and the key of a server, in PEM, and the name or address of this machine in the
 * certificate.
 */
export type Certificate = { readonly cert: string; readonly key: string; readonly host: string };

/** The openssl command that makes a certificate and a key for this machine. */
export const certificateCommand = [
  'openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=localhost',
  '-addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout here.key -out here.crt',
] as const;

/**
 * Reads the certificate and the key of a server on 127.0.0.1.
 *
 * @throws DownpourError `CERTIFICATE_UNUSABLE` (400) when clients would reject the certificate: the file has
 *   no certificate, the key belongs to another certificate, or the certificate is for other names or for
 *   another time.
 */
export async function readCertificate(
  certFile: string | undefined,
  keyFile: string | undefined,
  now: Date,
): Promise<Certificate> {
  try {
    if (certFile === undefined)
      throw problem('--tls-key', 'needs --tls-cert too, because a server needs a certificate and its key');
    if (keyFile === undefined)
      throw problem('--tls-cert', 'needs --tls-key too, because a server needs a certificate and its key');
    const [chain, key] = await Promise.all([
      opened('--tls-cert', certFile).then(readCertificates),
      opened('--tls-key', keyFile).then(readKey),
    ]);
    const [own] = chain;
    if (!own?.checkPrivateKey(key))
      throw problem(
        '--tls-key',
        `'${keyFile}' has a private key that does not belong to the certificate in '${certFile}'`,
      );
    const host = hostOf(own, `'${certFile}'`);
    checkTime(own, now, `'${certFile}'`);
    return {
      cert: chain.map(String).join(''),
      key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      host,
    };
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error;
    const hint = `name the right files, or make a certificate and its key with: ${certificateCommand.join(' ')}`;
    throw new DownpourError('CERTIFICATE_UNUSABLE', 400, `${error.message}; ${hint}`, { cause: error });
  }
}

function problem(option: string, why: string, cause?: unknown): StoreProblem {
  return new StoreProblem([option], `${option} ${why}`, cause);
}

async function opened(option: string, file: string) {
  const wrong = (why: string, cause?: unknown) => problem(option, `'${file}' ${why}`, cause);
  try {
    return { bytes: await readFile(file), password: undefined, wrong };
  } catch (error) {
    throw wrong(`cannot be read: ${whyUnusable(error)}`, error);
  }
}

/**
 * The address or name of this machine in a certificate. Addresses come first, because a name may resolve to
 * another machine.
 */
function hostOf(own: X509Certificate, file: string): string {
  if (own.checkIP('127.0.0.1') !== undefined) return '127.0.0.1';
  if (own.checkHost('localhost', { subject: 'never' }) !== undefined) return 'localhost';
  const names = own.subjectAltName ?? 'no name';
  throw problem('--tls-cert', `${file} is for ${names}, not for 127.0.0.1 or localhost, where serve listens`);
}

function checkTime({ validFrom, validTo }: X509Certificate, now: Date, file: string): void {
  if (now < new Date(validFrom)) throw problem('--tls-cert', `${file} is not valid before ${validFrom}`);
  if (now > new Date(validTo)) throw problem('--tls-cert', `${file} has expired: ${validTo}`);
}
