import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SignedRequest, verifySignature } from '../../../lib/local/protocol/signature.ts';
import { steadyClock } from '../../../lib/local/steady-clock.ts';

/**
 * The examples of the S3 documentation, with their published signatures:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and
 * sigv4-query-string-auth.html
 */
const credentials = { AKIAIOSFODNN7EXAMPLE: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const signedAt = Date.UTC(2013, 4, 24);
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const minuteMs = 60_000;

const authorization = (credential = scope, headers = 'host;range;x-amz-content-sha256;x-amz-date'): string =>
  `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${headers},` +
  'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';

const inHeader = (changed: Readonly<Record<string, string>> = {}, rawPath = '/test.txt'): SignedRequest => ({
  method: 'GET',
  rawPath,
  query: new URLSearchParams(),
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': emptySha256,
    'x-amz-date': '20130524T000000Z',
    authorization: authorization(),
    ...changed,
  },
});

const inQuery = (changed: Readonly<Record<string, string>> = {}): SignedRequest => ({
  method: 'GET',
  rawPath: '/test.txt',
  query: new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': scope,
    'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Expires': '86400',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    ...changed,
  }),
  headers: { host: 'examplebucket.s3.amazonaws.com' },
});

const verify = (request: SignedRequest, now = signedAt, service = 's3') =>
  verifySignature(request, service, credentials, [now]);

describe('a signature vouches for the payload', () => {
  test('in the header, 15 minutes around its date', () => {
    for (const aside of [-15, 0, 15])
      assert.equal(verify(inHeader(), signedAt + aside * minuteMs), emptySha256);
  });

  for (const [clock, begin, later] of [
    ['the clock of a running burst', signedAt, signedAt + 48 * 60 * minuteMs],
    ['the wall clock', signedAt - 48 * 60 * minuteMs, signedAt],
  ] as const)
    test(`by ${clock}, after a step of the wall clock during the burst`, (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: begin });
      using _ = steadyClock.hold();
      t.mock.timers.setTime(later);
      assert.equal(verifySignature(inHeader(), 's3', credentials), emptySha256);
      assert.equal(verifySignature(inQuery(), 's3', credentials), 'UNSIGNED-PAYLOAD');
    });

  test('in the query, from 15 minutes before its date until it expires', () => {
    for (const now of [signedAt - 15 * minuteMs, signedAt + 86_400_000])
      assert.equal(verify(inQuery(), now), 'UNSIGNED-PAYLOAD');
  });
});

describe('a signature is refused', () => {
  const cases: Readonly<Record<string, readonly [() => unknown, code: string, message?: RegExp]>> = {
    'for another header': [() => verify(inHeader({ range: 'bytes=0-8' })), 'SignatureDoesNotMatch'],
    'for another path': [() => verify(inHeader({}, '/other.txt')), 'SignatureDoesNotMatch'],
    'for another payload': [
      () => verify(inHeader({ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' })),
      'SignatureDoesNotMatch',
    ],
    'for another method': [() => verify({ ...inHeader(), method: 'PUT' }), 'SignatureDoesNotMatch'],
    'for another query': [() => verify(inQuery({ 'x-id': 'GetObject' })), 'SignatureDoesNotMatch'],
    'of another service': [
      () => verify(inHeader(), signedAt, 'states'),
      'SignatureDoesNotMatch',
      /must have the service states/,
    ],
    'of another day': [
      () => verify(inHeader({ authorization: authorization(scope.replace('0524', '0523')) })),
      'SignatureDoesNotMatch',
      /must have the service s3 and the day/,
    ],
    'of an unknown key': [
      () => verify(inHeader({ authorization: authorization(scope.replace('AKIA', 'BKIA')) })),
      'InvalidAccessKeyId',
    ],
    'without the host': [
      () => verify(inHeader({ authorization: authorization(scope, 'range;x-amz-date') })),
      'AccessDenied',
      /host header must be signed/,
    ],
    'that is none': [
      () => verify(inHeader({ authorization: 'Bearer x' })),
      'AccessDenied',
      /no AWS signature/,
    ],
    'without a date': [() => verify(inHeader({ 'x-amz-date': '' })), 'AccessDenied', /X-Amz-Date/],
    'too early': [() => verify(inHeader(), signedAt - 15 * minuteMs - 1), 'RequestTimeTooSkewed'],
    'too late': [() => verify(inHeader(), signedAt + 15 * minuteMs + 1), 'RequestTimeTooSkewed'],
    'in a query that is not yet valid': [
      () => verify(inQuery(), signedAt - 15 * minuteMs - 1),
      'AccessDenied',
      /not yet valid/,
    ],
    'in a query that has expired': [
      () => verify(inQuery(), signedAt + 86_400_001),
      'AccessDenied',
      /has expired/,
    ],
    'in a query for more than seven days': [
      () => verify(inQuery({ 'X-Amz-Expires': '604801' })),
      'AuthorizationQueryParametersError',
    ],
    'in a query for no time': [
      () => verify(inQuery({ 'X-Amz-Expires': '0' })),
      'AuthorizationQueryParametersError',
    ],
    'in a query, of an unknown algorithm': [
      () => verify(inQuery({ 'X-Amz-Algorithm': 'AWS4-HMAC-SHA1' })),
      'AuthorizationQueryParametersError',
    ],
  };
  for (const [name, [act, code, message]] of Object.entries(cases)) {
    test(name, () => {
      assert.throws(act, { code, ...(message && { message }) });
    });
  }
});
