import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { discard } from './bucket.ts';
import { type Call, headerOf } from './call.ts';
import {
  type Checksum,
  type ChecksumAlgorithm,
  checksumAlgorithms,
  defaultChecksum,
  isChecksumAlgorithm,
  startChecksum,
} from './checksum.ts';
import { ChunkedBody } from './chunked.ts';

/**
 * The largest body of one PUT in bytes, as in S3:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
const putBytesMax = 5 * 1024 ** 3;
const documentBytesMax = 4 * 1024 ** 2;

/** The largest body in bytes that is received, written or sent in one piece. */
export const bytesAtOnceMax = 256 * 1024;

export type Received = {
  readonly size: number;
  /**
   * The first half of the SHA-256, in hexadecimal digits. S3's tag is often the MD5, and clients may not rely
   * on it. MD5 takes three times as long, and the signature needs the SHA-256 anyway.
   */
  readonly etag: string;
  readonly checksum: Checksum;
  /** The bytes of a small body, which are not written yet. */
  readonly bytes?: Buffer;
};

/**
 * Receives the body of a request, decoded from `aws-chunked`. It checks the body against the headers: length,
 * SHA-256 of the signature, Content-MD5, checksum header or trailer. It writes a large body to `path`. An
 * invalid body leaves no file.
 */
export async function receiveBody(call: Call, path: string, fallback?: ChecksumAlgorithm): Promise<Received> {
  const inspector = inspect(call, fallback);
  if (Number(call.headers['content-length']) <= bytesAtOnceMax) return receiveSmall(call, inspector);
  await writeWhole(bodyOf(call, inspector), path);
  try {
    return inspector.finish();
  } catch (error) {
    discard(path);
    throw error;
  }
}

/** Writes all chunks to a file. After a failure it leaves no file. */
export async function writeWhole(chunks: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = createWriteStream(path);
  try {
    await pipeline(chunks, file);
  } catch (error) {
    // The file must be fully open before it is deleted. Otherwise it would appear after the deletion.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
    discard(path);
    throw error;
  }
}

/**
 * Receives a small body. Its file is written later in one piece. A stream would take a turn of the event loop
 * for each step.
 */
async function receiveSmall(call: Call, inspector: Inspector): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyOf(call, inspector)) chunks.push(chunk);
  return { ...inspector.finish(), bytes: Buffer.concat(chunks) };
}

/** Reads the body of a call as a small XML document. It is checked like the body of an object. */
export async function receiveDocument(call: Call): Promise<string> {
  if (call.headers['content-length'] === undefined) return '';
  const chunks: Buffer[] = [];
  const inspector = inspect(call);
  let size = 0;
  for await (const chunk of bodyOf(call, inspector)) {
    size += chunk.length;
    if (size > documentBytesMax) throw new ProtocolError(400, 'MaxMessageLengthExceeded');
    chunks.push(chunk);
  }
  inspector.finish();
  return Buffer.concat(chunks).toString();
}

type Inspector = {
  readonly chunked?: ChunkedBody;
  readonly see: (chunk: Buffer) => void;
  readonly finish: () => Received;
};

/** The bytes of the object in a body, decoded and checked. */
async function* bodyOf(call: Call, { chunked, see }: Inspector): AsyncGenerator<Buffer> {
  for await (const piece of call.body) {
    for (const chunk of chunked ? chunked.decode(piece) : [piece]) {
      see(chunk);
      yield chunk;
    }
  }
  chunked?.end();
}

function inspect(call: Call, fallback?: ChecksumAlgorithm): Inspector {
  refuseUnreadable(call);
  const algorithm = checksumAlgorithmOf(call) ?? fallback ?? defaultChecksum;
  const checksum = startChecksum(algorithm);
  const claimedMd5 = headerOf(call, 'content-md5');
  const md5 = claimedMd5 === undefined ? undefined : createHash('md5');
  const isSigned = /^[0-9a-f]{64}$/.test(call.payloadHash);
  const sha256 = createHash('sha256');
  const chunked = call.payloadHash.startsWith('STREAMING-') ? new ChunkedBody() : undefined;
  let size = 0;
  const see = (chunk: Buffer) => {
    size += chunk.length;
    md5?.update(chunk);
    checksum.update(chunk);
    sha256.update(chunk);
  };
  const finish = (): Received => {
    const value = checksum.base64();
    const digest = sha256.digest('hex');
    const name = `x-amz-checksum-${algorithm}`;
    const claims: readonly [string | undefined, string, string][] = [
      [isSigned ? call.payloadHash : undefined, digest, 'XAmzContentSHA256Mismatch'],
      [claimedMd5, md5?.digest('base64') ?? '', 'BadDigest'],
      [chunked?.trailers[name] ?? headerOf(call, name), value, 'BadDigest'],
      [headerOf(call, 'x-amz-decoded-content-length'), String(size), 'IncompleteBody'],
    ];
    for (const [claimed, actual, code] of claims) {
      if (claimed !== undefined && claimed !== actual) {
        throw new ProtocolError(
          400,
          code,
          `The body does not match its checksum: the request names ${claimed}, and the received body has ${actual}`,
        );
      }
    }
    return { size, etag: digest.slice(0, 32), checksum: { algorithm, value, type: 'FULL_OBJECT' } };
  };
  return { ...(chunked && { chunked }), see, finish };
}

function refuseUnreadable(call: Call): void {
  const length = headerOf(call, 'x-amz-decoded-content-length') ?? headerOf(call, 'content-length');
  if (length === undefined) throw new ProtocolError(411, 'MissingContentLength');
  if (Number(length) > putBytesMax) throw new ProtocolError(400, 'EntityTooLarge');
  if (call.payloadHash === '') {
    throw new ProtocolError(
      400,
      'InvalidRequest',
      'Missing required header for this request: x-amz-content-sha256',
    );
  }
  if (
    call.payloadHash.startsWith('STREAMING-') &&
    call.payloadHash !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'
  ) {
    throw new ProtocolError(
      501,
      'NotImplemented',
      `${call.payloadHash}: the local cloud does not support signed chunks`,
    );
  }
}

/**
 * The checksum algorithm of a call. A checksum header, an announced trailer or a header of the SDK names it.
 */
function checksumAlgorithmOf(call: Call): ChecksumAlgorithm | undefined {
  const given = checksumAlgorithms.find((name) => headerOf(call, `x-amz-checksum-${name}`) !== undefined);
  const trailer = /^x-amz-checksum-(\w+)$/.exec(headerOf(call, 'x-amz-trailer') ?? '')?.[1];
  const name = given ?? trailer ?? headerOf(call, 'x-amz-sdk-checksum-algorithm')?.toLowerCase();
  if (name === undefined) return undefined;
  if (!isChecksumAlgorithm(name))
    throw new ProtocolError(
      501,
      'NotImplemented',
      `The checksum ${name} is not supported by the local cloud`,
    );
  return name;
}
