/** The part of node-forge 1.4 that Downpour uses. The package has no types of its own. */
declare module 'node-forge' {
  type Asn1 = { readonly value: unknown };
  type Parsed = { readonly parsed: true };
  /** A text in which each character is one byte. */
  type ByteBuffer = { getBytes(): string };

  export type SafeBag = {
    readonly attributes: { readonly friendlyName?: readonly string[] };
    /** Null when the key of the certificate is not an RSA key. Then `asn1` contains the certificate. */
    readonly cert?: Parsed | null;
    /** Null when the key is not an RSA key. Then `asn1` contains the key. */
    readonly key?: Parsed | null;
    readonly asn1?: Asn1;
  };

  /** A hash function of the library. */
  export type Md = { readonly algorithm: string };

  type DerivePkcs12Key = (
    password: string | null | undefined,
    salt: ByteBuffer,
    id: number,
    rounds: number,
    length: number,
    md?: Md | null,
  ) => ByteBuffer;

  export type Forge = {
    readonly asn1: {
      fromDer(binary: string): Asn1;
      toDer(value: Asn1): ByteBuffer;
    };
    readonly pbe: { generatePkcs12Key: DerivePkcs12Key };
    readonly pkcs5: {
      pbkdf2(password: string, salt: string, rounds: number, length: number, md?: Md | null): string;
    };
    readonly pki: {
      certificateToAsn1(certificate: Parsed): Asn1;
      privateKeyToAsn1(key: Parsed): Asn1;
      wrapRsaPrivateKey(key: Asn1): Asn1;
    };
    readonly pkcs12: {
      generateKey: DerivePkcs12Key;
      pkcs12FromAsn1(
        value: Asn1,
        strict: boolean,
        password: string | undefined,
      ): { readonly safeContents: readonly { readonly safeBags: readonly SafeBag[] }[] };
    };
  };

  const forge: Forge;
  export default forge;
}
