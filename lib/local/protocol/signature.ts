import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { steadyClock } from '../steady-clock.ts';
import { ProtocolError } from './protocol-error.ts';

/** Secret access keys by access key id. */
export type Credentials = Readonly<Record<string, string>>;

export type SignedRequest = {
  readonly method: string;
  /** The path of the request line, percent-encoded. */
  readonly rawPath: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /**
   * The SHA-256 of the body in hexadecimal, for services whose clients do not send `x-amz-content-sha256`.
   */
  readonly bodySha256?: string;
};

type Claim = {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  readonly payloadHash: string;
  readonly expiresAt: number;
};

const skewMsMax = 15 * 60_000;
const expiresSMax = 7 * 24 * 3600;

/**
 * The present times of the clocks that may sign, in epoch milliseconds. Functions keep the clock of a running
 * burst, and other programs have the wall clock. After a step of the wall clock, the two differ.
 */
type Clocks = readonly number[];

/**
 * Checks an AWS Signature Version 4 in the Authorization header or in a presigned query:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html Returns the payload hash of the
 * signature: 64 hexadecimal digits, `UNSIGNED-PAYLOAD` or `STREAMING-...`.
 */
export function verifySignature(
  request: SignedRequest,
  service: string,
  credentials: Credentials,
  clocks: Clocks = [Date.now(), steadyClock.now()],
): string {
  const claim = request.query.has('X-Amz-Signature')
    ? presignedClaim(request.query, clocks)
    : headerClaim(request, clocks);
  const [id = '', day = '', region = '', scopedService = '', end = ''] = claim.credential.split('/');
  const secret = Object.hasOwn(credentials, id) ? credentials[id] : undefined;
  if (secret === undefined) throw new ProtocolError(403, 'InvalidAccessKeyId');
  if (scopedService !== service || end !== 'aws4_request' || !claim.date.startsWith(day)) {
    throw new ProtocolError(
      403,
      'SignatureDoesNotMatch',
      `The scope of the credential must have the service ${service} and the day of the request`,
    );
  }
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonicalRequest(request, claim))].join('\n');
  const expected = hmac(signingKey(secret, scope), text);
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ProtocolError(403, 'SignatureDoesNotMatch', 'The signature does not match the request');
  }
  if (clocks.every((now) => now > claim.expiresAt))
    throw new ProtocolError(403, 'AccessDenied', 'Request has expired');
  return claim.payloadHash;
}

const signingKeys = new Map<string, KeyObject>();
/** The limit of cached signing keys. Each day and each region adds a key, and few are in use at a time. */
const signingKeysMax = 16;

/**
 * The signing key of a day, a region and a service. Four steps compute it from the secret, so a cache keeps
 * it.
 */
function signingKey(secret: string, scope: string): KeyObject {
  const name = `${secret} ${scope}`;
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  const made = createSecretKey(scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer);
  if (signingKeys.size >= signingKeysMax) signingKeys.clear();
  signingKeys.set(name, made);
  return made;
}

function presignedClaim(query: URLSearchParams, clocks: Clocks): Claim {
  const date = query.get('X-Amz-Date') ?? '';
  const expiresS = Number(query.get('X-Amz-Expires'));
  const signedAt = instant(date);
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || !(expiresS >= 1 && expiresS <= expiresSMax)) {
    throw new ProtocolError(400, 'AuthorizationQueryParametersError');
  }
  if (clocks.every((now) => signedAt - now > skewMsMax))
    throw new ProtocolError(403, 'AccessDenied', 'Request is not yet valid');
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    date,
    payloadHash: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    expiresAt: signedAt + expiresS * 1000,
  };
}

function headerClaim(request: SignedRequest, clocks: Clocks): Claim {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/.exec(
      header(request.headers, 'authorization'),
    );
  if (!match) throw new ProtocolError(403, 'AccessDenied', 'The request carries no AWS signature');
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  const date = header(request.headers, 'x-amz-date');
  if (clocks.every((now) => Math.abs(now - instant(date)) > skewMsMax))
    throw new ProtocolError(403, 'RequestTimeTooSkewed');
  const payloadHash = request.bodySha256 ?? header(request.headers, 'x-amz-content-sha256');
  return { credential, signedHeaders, signature, date, payloadHash, expiresAt: Number.POSITIVE_INFINITY };
}

function canonicalRequest(request: SignedRequest, claim: Claim): string {
  const query = [...request.query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const names = claim.signedHeaders.split(';');
  if (!names.includes('host')) throw new ProtocolError(403, 'AccessDenied', 'The host header must be signed');
  const headers = names.map((name) => `${name}:${header(request.headers, name).trim().replace(/ +/g, ' ')}`);
  return [
    request.method,
    request.rawPath,
    query.join('&'),
    ...headers,
    '',
    claim.signedHeaders,
    claim.payloadHash,
  ].join('\n');
}

function instant(date: string): number {
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(at)) throw new ProtocolError(403, 'AccessDenied', 'X-Amz-Date is missing or malformed');
  return at;
}

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

/**
 * Encodes a text by RFC 3986, as the signature needs it. `encodeURIComponent` leaves five more characters
 * unchanged.
 */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const hmac = (key: string | Buffer | KeyObject, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest();

const sha256 = (text: string): string => hash('sha256', text);
