import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { insufficientStorage } from '../data-folder/disk.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { type Credentials, verifySignature } from '../protocol/signature.ts';
import { type Bucket, createBucket, type Expiry, expireObjects, openBuckets } from './bucket.ts';
import { answerError, type Call } from './call.ts';
import { abortUpload, completeUpload, createUpload, uploadPart } from './multipart.ts';
import { deleteObject, getObject, putObject } from './objects.ts';
import { expireUploads, listParts } from './parts.ts';

const keyBytesMax = 1024;

export type ObjectStoreOptions = {
  /** Directory of the buckets, created when absent. One process at a time. */
  readonly dir: string;
  readonly credentials: Credentials;
  /** Buckets to create when absent. */
  readonly buckets?: readonly string[];
  /** What expires in every bucket. */
  readonly expiry?: readonly Expiry[];
  /** Days after which an upload in parts goes that nobody completed. Absent: never. */
  readonly uploadDays?: number;
  /** Called with errors that are this program's own fault. */
  readonly log?: (error: unknown) => void;
};

/**
 * An object store on disk that speaks the part of the S3 protocol that stores of objects need, path style, to the
 * unmodified AWS SDK and to presigned URLs: objects are put whole or in parts, read whole or by range, both under
 * conditions, deleted, and expire. Anything else is refused with 501. Not yet listening.
 */
export function createObjectStore(options: ObjectStoreOptions): Server {
  const buckets = openBuckets(options.dir);
  for (const name of options.buckets ?? []) {
    if (!buckets.has(name)) buckets.set(name, createBucket(options.dir, name));
  }
  expire(buckets, options);
  const server = createServer((request, response) => {
    const requestId = randomBytes(8).toString('hex').toUpperCase();
    response.setHeader('x-amz-request-id', requestId);
    handle(request, response, options.credentials, buckets).catch((error: unknown) => {
      refuse(request, response, requestId, error, options.log);
    });
  });
  return expiring(server, () => expire(buckets, options), options.log);
}

/** A store that stays up for months has to keep as little as one that is started each day. */
const expiryMs = 3_600_000;

function expiring(server: Server, call: () => void, log: ObjectStoreOptions['log']): Server {
  const again = (): void => {
    try {
      call();
    } catch (error) {
      log?.(error);
    }
  };
  const timer = setInterval(again, expiryMs).unref();
  return server.once('close', () => clearInterval(timer));
}

function expire(buckets: ReadonlyMap<string, Bucket>, { expiry = [], uploadDays }: ObjectStoreOptions): void {
  for (const bucket of buckets.values()) {
    expireObjects(bucket, expiry, Date.now());
    if (uploadDays !== undefined) expireUploads(bucket, uploadDays, Date.now());
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  credentials: Credentials,
  buckets: ReadonlyMap<string, Bucket>,
): Promise<void> {
  const call = verifiedCall(request, response, credentials);
  const bucket = buckets.get(call.bucketName);
  if (!bucket) throw new ProtocolError(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (call.key === '')
    throw new ProtocolError(501, 'NotImplemented', 'Calls on buckets are not supported here');
  if (Buffer.byteLength(call.key) > keyBytesMax) throw new ProtocolError(400, 'KeyTooLongError');
  return handleObject(call, bucket);
}

function verifiedCall(request: IncomingMessage, response: ServerResponse, credentials: Credentials): Call {
  const [rawPath = '/', rawQuery = ''] = split(request.url ?? '/', '?');
  const method = request.method ?? 'GET';
  // A plus sign in an S3 query is a plus sign, not a space.
  const query = new URLSearchParams(rawQuery.replaceAll('+', '%2B'));
  const payloadHash = verifySignature(
    { method, rawPath, query, headers: request.headers },
    's3',
    credentials,
  );
  const [bucketName = '', key = ''] = split(rawPath.slice(1), '/').map(decodePath);
  return { request, response, method, query, payloadHash, bucketName, key };
}

function handleObject(call: Call, bucket: Bucket): Promise<void> | void {
  const { method, query, request } = call;
  const unknown = [...query.keys()].find(
    (name) => !/^(x-id|uploads|uploadId|partNumber|max-parts|part-number-marker|x-amz-.*)$/i.test(name),
  );
  if (unknown !== undefined)
    throw new ProtocolError(501, 'NotImplemented', `?${unknown} is not supported here`);
  if (query.has('uploadId')) {
    if (method === 'GET') return listParts(call, bucket);
    if (method === 'PUT') return uploadPart(call, bucket);
    if (method === 'POST') return completeUpload(call, bucket);
    if (method === 'DELETE') return abortUpload(call, bucket);
  } else {
    if (method === 'POST' && query.has('uploads')) return createUpload(call, bucket);
    if (method === 'PUT' && !request.headers['x-amz-copy-source']) return putObject(call, bucket);
    if (method === 'GET' || method === 'HEAD') return getObject(call, bucket);
    if (method === 'DELETE') return deleteObject(call, bucket);
  }
  throw new ProtocolError(501, 'NotImplemented');
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  error: unknown,
  log: ObjectStoreOptions['log'],
): void {
  const known = error instanceof ProtocolError;
  const isGone = response.socket?.destroyed ?? true;
  // A client that went away in the middle is no fault of anyone here.
  if (!known && !isGone) log?.(error);
  if (response.headersSent || isGone) {
    response.destroy();
    return;
  }
  request.resume();
  const { status, code, message } = known
    ? error
    : (insufficientStorage(error) ?? new ProtocolError(500, 'InternalError'));
  const resource = (request.url ?? '/').split('?', 1)[0] ?? '/';
  answerError(response, request.method ?? 'GET', { status, code, message, resource, requestId });
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new ProtocolError(400, 'InvalidURI', `Couldn't parse the specified URI: ${String(cause)}`);
  }
}

/** Splits at the first separator. */
function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
