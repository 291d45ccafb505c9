import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { InProcessReply, InProcessRequest, InProcessService } from '../../store/sdk/in-process.ts';
import { storageRefusal } from '../data-folder/disk-errors.ts';
import { datelessServer } from '../protocol/dateless-server.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { type Credentials, verifySignature } from '../protocol/signature.ts';
import { type Bucket, createBucket, type Expiry, expireObjects, openBuckets } from './bucket.ts';
import { type Call, errorReply, type Reply } from './call.ts';
import { abortUpload, completeUpload, createUpload, uploadPart } from './multipart.ts';
import { deleteObject, getObject, putObject } from './objects.ts';
import { expireUploads, listParts } from './parts.ts';

const keyBytesMax = 1024;

export type ObjectStoreOptions = {
  /** The directory of the buckets; created when absent. Only one process may use it at a time. */
  readonly dir: string;
  readonly credentials: Credentials;
  /** Buckets that are created when they are absent. */
  readonly buckets?: readonly string[];
  /** The expiry rules of every bucket. */
  readonly expiry?: readonly Expiry[];
  /** The number of days after which an incomplete multipart upload is deleted. Absent: never. */
  readonly uploadDays?: number;
  /** Called with internal errors of the store. */
  readonly log?: (error: unknown) => void;
};

/**
 * An object store on disk that supports a part of the S3 protocol in path style. The unmodified AWS SDK and
 * presigned URLs work with it. Clients can write objects whole or in parts, read them whole or by range, both
 * under conditions, and delete them. Objects can expire. Other requests get the error 501.
 */
export type Objects = {
  /** The HTTP server, which does not listen yet. */
  readonly server: Server;
  /**
   * Answers a call without a socket and without a signature. Undefined when a body is too large to answer in
   * one piece.
   */
  readonly call: InProcessService['call'];
};

export function createObjectStore(options: ObjectStoreOptions): Objects {
  const buckets = openBuckets(options.dir);
  for (const name of options.buckets ?? []) {
    if (!buckets.has(name)) buckets.set(name, createBucket(options.dir, name));
  }
  const server = datelessServer((request, response) => {
    const isGone = (): boolean => response.socket?.destroyed ?? true;
    const { method = 'GET', url: resource = '/' } = request;
    // When a client closes the connection early, the resulting error is not logged.
    const log: ObjectStoreOptions['log'] = (error) => isGone() || options.log?.(error);
    answerTo(
      async () => handle(verifiedCall(request, options.credentials), buckets),
      { method, resource },
      log,
    )
      .then((reply) => send(reply, response))
      .catch((error: unknown) => {
        log(error);
        response.destroy();
      })
      .finally(() => request.resume());
  });
  return {
    server: expiring(server, (signal) => expire(buckets, options, signal), options.log),
    async call({ method, path, headers, body }) {
      const handled = async () => handle(trustedCall(method, path, headers, body), buckets);
      return inProcessReply(await answerTo(handled, { method, resource: path }, options.log));
    },
  };
}

/** Answers a call. The answer may be an error. */
async function answerTo(
  handled: () => Promise<Reply>,
  { method, resource }: { readonly method: string; readonly resource: string },
  log: ObjectStoreOptions['log'],
): Promise<Reply> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const { headers, ...reply } = await handled().catch((error: unknown) => {
    const isKnown = error instanceof ProtocolError;
    if (!isKnown) log?.(error);
    const { status, code, message } = isKnown
      ? error
      : (storageRefusal(error) ?? new ProtocolError(500, 'InternalError'));
    const [path = '/'] = split(resource, '?');
    return errorReply(method, { status, code, message, resource: path, requestId });
  });
  return { ...reply, headers: { ...headers, 'x-amz-request-id': requestId } };
}

async function send({ status, headers, body }: Reply, response: ServerResponse): Promise<void> {
  const isBytes = Buffer.isBuffer(body);
  const length = isBytes || body === undefined ? { 'content-length': body?.length ?? 0 } : {};
  response.writeHead(status, status === 304 ? headers : { ...length, ...headers });
  if (body === undefined || isBytes) response.end(body);
  else await pipeline(body, response);
}

function inProcessReply({ status, headers = {}, body }: Reply): InProcessReply | undefined {
  if (body instanceof Readable) {
    body.destroy();
    return undefined;
  }
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { status, headers: Object.fromEntries(texts), body: body ?? '' };
}

/** The interval in milliseconds between deletions of expired objects, for a store that runs for months. */
const expiryMs = 3_600_000;

function expiring(
  server: Server,
  call: (signal: AbortSignal) => Promise<void>,
  log: ObjectStoreOptions['log'],
): Server {
  const closed = new AbortController();
  const again = (): void => void call(closed.signal).catch((error: unknown) => log?.(error));
  const timer = setInterval(again, expiryMs).unref();
  again();
  return server.once('close', () => {
    clearInterval(timer);
    closed.abort();
  });
}

async function expire(
  buckets: ReadonlyMap<string, Bucket>,
  { expiry = [], uploadDays }: ObjectStoreOptions,
  signal: AbortSignal,
): Promise<void> {
  for (const bucket of buckets.values()) {
    if (uploadDays !== undefined) expireUploads(bucket, uploadDays, Date.now());
    await expireObjects(bucket, expiry, Date.now(), signal);
  }
}

async function handle(call: Call, buckets: ReadonlyMap<string, Bucket>): Promise<Reply> {
  const bucket = buckets.get(call.bucketName);
  if (!bucket) throw new ProtocolError(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (call.key === '')
    throw new ProtocolError(501, 'NotImplemented', 'The local cloud does not support operations on buckets');
  if (Buffer.byteLength(call.key) > keyBytesMax) throw new ProtocolError(400, 'KeyTooLongError');
  return handleObject(call, bucket);
}

function verifiedCall(request: IncomingMessage, credentials: Credentials): Call {
  const { method = 'GET', headers } = request;
  const [rawPath = '/', rawQuery = ''] = split(request.url ?? '/', '?');
  // In the query of an S3 request, a plus sign is a plus sign and not a space.
  const query = new URLSearchParams(rawQuery.replaceAll('+', '%2B'));
  const payloadHash = verifySignature({ method, rawPath, query, headers }, 's3', credentials);
  // The request must remain open when reading stops early, because the client still needs an answer.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  return { method, query, headers, body, payloadHash, ...placeOf(rawPath) };
}

function trustedCall(
  method: string,
  path: string,
  headers: InProcessRequest['headers'],
  body: InProcessRequest['body'],
): Call {
  const bytes = Buffer.from(body);
  const given = { ...headers, 'content-length': String(bytes.length) };
  const query = new URLSearchParams();
  const payloadHash = 'UNSIGNED-PAYLOAD';
  return { method, query, headers: given, body: [bytes], payloadHash, ...placeOf(path) };
}

function placeOf(path: string): Pick<Call, 'bucketName' | 'key'> {
  const [bucketName = '', key = ''] = split(path.slice(1), '/').map(decodePath);
  return { bucketName, key };
}

function handleObject(call: Call, bucket: Bucket): Promise<Reply> | Reply {
  const { method, query, headers } = call;
  const unknown = [...query.keys()].find(
    (name) => !/^(x-id|uploads|uploadId|partNumber|max-parts|part-number-marker|x-amz-.*)$/i.test(name),
  );
  if (unknown !== undefined)
    throw new ProtocolError(501, 'NotImplemented', `?${unknown} is not supported by the local cloud`);
  if (query.has('uploadId')) {
    if (method === 'GET') return listParts(call, bucket);
    if (method === 'PUT') return uploadPart(call, bucket);
    if (method === 'POST') return completeUpload(call, bucket);
    if (method === 'DELETE') return abortUpload(call, bucket);
  } else {
    if (method === 'POST' && query.has('uploads')) return createUpload(call, bucket);
    if (method === 'PUT' && !headers['x-amz-copy-source']) return putObject(call, bucket);
    if (method === 'GET' || method === 'HEAD') return getObject(call, bucket);
    if (method === 'DELETE') return deleteObject(call, bucket);
  }
  throw new ProtocolError(501, 'NotImplemented');
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new ProtocolError(400, 'InvalidURI', `Couldn't parse the specified URI: ${String(cause)}`);
  }
}

/** Splits a text at its first separator. */
function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
