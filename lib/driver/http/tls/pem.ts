import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { StoreFile } from './store-entry.ts';

/** Reads all certificates of a PEM file in their order, or the certificate of a DER file. */
export function readCertificates({ bytes, wrong }: StoreFile): readonly X509Certificate[] {
  const blocks = bytes
    .toString('latin1')
    .match(
      /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]*-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g,
    );
  if (blocks === null && bytes[0] !== derSequence) throw wrong('contains no certificate in PEM');
  return (blocks ?? [bytes]).map((block, index, { length }) => {
    try {
      return new X509Certificate(block);
    } catch (error) {
      throw wrong(
        length === 1
          ? 'contains a damaged certificate'
          : `contains a damaged certificate, number ${index + 1} of ${length}`,
        error,
      );
    }
  });
}

/** The first byte of every DER certificate and of every PKCS#12 store. */
export const derSequence = 0x30;

/** Reads the private key of a PEM file, which may be encrypted. */
export function readKey({ bytes, password, wrong }: StoreFile): KeyObject {
  const text = bytes.toString('latin1');
  if (!/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(text)) throw wrong('contains no private key in PEM');
  const isEncrypted = text.includes('ENCRYPTED');
  if (isEncrypted && password === undefined)
    throw wrong('is encrypted, and no password is given', undefined, 'password');
  try {
    return createPrivateKey({ key: bytes, ...(password === undefined ? {} : { passphrase: password }) });
  } catch (error) {
    if (isEncrypted)
      throw wrong('does not open: the password is wrong, or the file is damaged', error, 'password');
    throw wrong('contains a damaged private key', error);
  }
}
