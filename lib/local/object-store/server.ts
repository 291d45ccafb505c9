import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { insufficientStorage } from '../disk.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type Credentials, verifySignature } from '../signature.ts';
import { type Bucket, createBucket, openBuckets } from './bucket.ts';
import { bucketConfigs, deleteBatch, deleteBucket, handleConfig, listBuckets, putBucket } from './buckets.ts';
import { answer, answerError, answerXml, type Call } from './call.ts';
import { type Expiry, expireObjects, expiryRules } from './lifecycle.ts';
import { listObjects } from './listing.ts';
import {
  abortUpload,
  completeUpload,
  createUpload,
  listParts,
  listUploads,
  uploadPart,
} from './multipart.ts';
import { copyObject, deleteObject, getAttributes, getObject, handleTagging, putObject } from './objects.ts';

const keyBytesMax = 1024;

export type ObjectStoreOptions = {
  /** Directory of the buckets, created when absent. One process at a time. */
  readonly dir: string;
  readonly credentials: Credentials;
  /** Buckets to create when absent. */
  readonly buckets?: readonly string[];
  /** What expires in every bucket, besides what lifecycle configurations say. */
  readonly expiry?: readonly Expiry[];
  /** Told about errors that are this program's own fault. */
  readonly log?: (error: unknown) => void;
};

/**
 * An object store on disk that speaks the S3 protocol, path style: all that the unmodified AWS SDK and presigned
 * URLs ask for, minus versions, access control lists, websites and signed chunks. Not yet listening.
 */
export function createObjectStore(options: ObjectStoreOptions): Server {
  const buckets = openBuckets(options.dir);
  for (const name of options.buckets ?? []) {
    if (!buckets.has(name)) buckets.set(name, createBucket(options.dir, name));
  }
  for (const bucket of buckets.values()) {
    expireObjects(bucket, [...(options.expiry ?? []), ...expiryRules(bucket)], Date.now());
  }
  const server = createServer((request, response) => {
    const requestId = randomBytes(8).toString('hex').toUpperCase();
    response.setHeader('x-amz-request-id', requestId);
    handle(request, response, options, buckets).catch((error: unknown) => {
      refuse(request, response, requestId, error, options.log);
    });
  });
  // Longer than any client keeps an idle connection, so that none is closed under a request being sent.
  server.keepAliveTimeout = 65_000;
  return server;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: ObjectStoreOptions,
  buckets: Map<string, Bucket>,
): Promise<void> {
  const call = verifiedCall(request, response, options.credentials);
  if (call.bucketName === '') return listBuckets(call, buckets);
  const bucket = buckets.get(call.bucketName);
  if (!bucket) {
    if (call.method === 'PUT' && call.key === '') return putBucket(call, options.dir, buckets);
    throw new ProtocolError(404, 'NoSuchBucket', 'The specified bucket does not exist');
  }
  if (call.key === '') return handleBucket(call, bucket, options.dir, buckets);
  if (Buffer.byteLength(call.key) > keyBytesMax) throw new ProtocolError(400, 'KeyTooLongError');
  return handleObject(call, bucket, buckets);
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

function handleBucket(
  call: Call,
  bucket: Bucket,
  root: string,
  buckets: Map<string, Bucket>,
): Promise<void> | void {
  const { method, query } = call;
  const config = Object.keys(bucketConfigs).find((name) => query.has(name));
  if (config) return handleConfig(call, bucket, config);
  if (method === 'HEAD') return answer(call, 200, { 'x-amz-bucket-region': 'us-east-1' });
  if (method === 'PUT') return putBucket(call, root, buckets);
  if (method === 'DELETE') return deleteBucket(call, bucket, buckets);
  if (method === 'POST' && query.has('delete')) return deleteBatch(call, bucket);
  if (method === 'GET' && query.has('uploads')) return listUploads(call, bucket);
  if (method === 'GET' && query.has('location')) return answerXml(call, '<LocationConstraint/>');
  if (method === 'GET' && query.has('versioning')) return answerXml(call, '<VersioningConfiguration/>');
  if (method === 'GET') return listObjects(call, bucket);
  throw new ProtocolError(501, 'NotImplemented');
}

function handleObject(
  call: Call,
  bucket: Bucket,
  buckets: ReadonlyMap<string, Bucket>,
): Promise<void> | void {
  const { method, query } = call;
  if (query.has('tagging')) return handleTagging(call, bucket);
  if (query.has('uploadId')) {
    if (method === 'PUT') return uploadPart(call, bucket);
    if (method === 'POST') return completeUpload(call, bucket);
    if (method === 'DELETE') return abortUpload(call, bucket);
    return listParts(call, bucket);
  }
  if (method === 'POST' && query.has('uploads')) return createUpload(call, bucket);
  if (method === 'PUT' && call.request.headers['x-amz-copy-source']) return copyObject(call, bucket, buckets);
  if (method === 'PUT') return putObject(call, bucket);
  if (method === 'DELETE') return deleteObject(call, bucket);
  if (method === 'GET' && query.has('attributes')) return getAttributes(call, bucket);
  if (method === 'GET' || method === 'HEAD') return getObject(call, bucket);
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
