import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Forge, SafeBag } from 'node-forge';
import { loadForge } from './forge.ts';
import type { StoreEntry, StoreFile } from './store-entry.ts';

/**
 * Reads a PKCS#12 store with the library node-forge. OpenSSL cannot read trust stores of this kind, and
 * cannot read stores with the ciphers that were usual until 2020.
 */
export async function readPkcs12(file: StoreFile): Promise<readonly StoreEntry[]> {
  const forge = await loadForge();
  const bags = bagsOf(forge, file);
  try {
    const certificates = bags.flatMap((bag) => {
      const der = certificateOf(forge, bag);
      return der === undefined ? [] : [{ ...nameOf(bag), certificate: new X509Certificate(der) }];
    });
    const keys = bags.flatMap((bag) => {
      const der = keyOf(forge, bag);
      return der === undefined
        ? []
        : [{ ...nameOf(bag), key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }];
    });
    const all = certificates.map(({ certificate }) => certificate);
    return [
      ...keys.map(({ key, ...name }) => ({ ...name, key: () => key, certificates: chainOf(key, all) })),
      ...certificates.map(({ certificate, ...name }) => ({ ...name, certificates: [certificate] })),
    ];
  } catch (error) {
    throw file.wrong('contains a key or certificate that cannot be read', error);
  }
}

function bagsOf(forge: Forge, { bytes, password, wrong }: StoreFile): readonly SafeBag[] {
  try {
    const store = forge.asn1.fromDer(bytes.toString('latin1'));
    return forge.pkcs12
      .pkcs12FromAsn1(store, true, password)
      .safeContents.flatMap(({ safeBags }) => safeBags);
  } catch (error) {
    const message = String(error);
    if (/Invalid password/i.test(message)) {
      const why = password === undefined ? 'needs its password' : 'does not open: the password is wrong';
      throw wrong(why, error, 'password');
    }
    if (/unsupported|unknown/i.test(message))
      throw wrong(
        'is encrypted in a way that Downpour does not support; convert it with keytool -importkeystore -deststoretype PKCS12',
        error,
      );
    throw wrong('is a damaged PKCS#12 store', error);
  }
}

/** The certificate of a key and the certificates that signed it, in this order. */
function chainOf(key: KeyObject, all: readonly X509Certificate[]): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next = all.find((certificate) => certificate.checkPrivateKey(key));
  while (next !== undefined && !chain.includes(next)) {
    const last = next;
    chain.push(last);
    next = all.find((certificate) => certificate !== last && last.checkIssued(certificate));
  }
  return chain;
}

function nameOf({ attributes }: SafeBag): Pick<StoreEntry, 'alias'> {
  const [alias] = attributes.friendlyName ?? [];
  return alias === undefined ? {} : { alias };
}

/** The certificate in a bag (an entry of the store), as DER. */
function certificateOf(forge: Forge, { cert, asn1 }: SafeBag): Buffer | undefined {
  if (cert === undefined) return undefined;
  const value = cert === null ? asn1 : forge.pki.certificateToAsn1(cert);
  return value === undefined ? undefined : derOf(forge, value);
}

/** The key in a bag (an entry of the store), as PKCS#8 DER. */
function keyOf(forge: Forge, { key, asn1 }: SafeBag): Buffer | undefined {
  if (key === undefined) return undefined;
  const value = key === null ? asn1 : forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key));
  return value === undefined ? undefined : derOf(forge, value);
}

const derOf = (forge: Forge, value: Parameters<Forge['asn1']['toDer']>[0]): Buffer =>
  Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
