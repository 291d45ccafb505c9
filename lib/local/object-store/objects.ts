import { createReadStream, createWriteStream, openSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProtocolError } from '../protocol-error.ts';
import { receiveBody, receiveDocument } from './body.ts';
import { type Bucket, commitObject, discard, incomingPath, objectPath, removeObject } from './bucket.ts';
import { answer, answerDocument, answerXml, type Call } from './call.ts';
import type { Checksum } from './checksum.ts';
import { allowWrite, isModified } from './conditions.ts';
import type { ObjectRecord } from './object-file.ts';
import { element, leaf } from './xml.ts';

export async function putObject(call: Call, bucket: Bucket): Promise<void> {
  const allow = (current: ObjectRecord | undefined) => allowWrite(call.request.headers, current);
  allow(bucket.records.get(call.key));
  const incoming = incomingPath(bucket);
  const { size, md5, checksum } = await receiveBody(call, incoming);
  const headers = storedHeaders(call.request.headers);
  commit(
    bucket,
    incoming,
    { key: call.key, size, etag: md5, modifiedAt: Date.now(), headers, checksum },
    allow,
  );
  answer(call, 200, { etag: `"${md5}"`, ...checksumHeaders(checksum), ...encryptionHeader(headers) });
}

/** Commits, or leaves nothing behind. */
export function commit(
  bucket: Bucket,
  incoming: string,
  record: ObjectRecord,
  allow: (current: ObjectRecord | undefined) => void,
): void {
  try {
    commitObject(bucket, incoming, record, allow);
  } catch (error) {
    discard(incoming);
    throw error;
  }
}

/** Answers GET and HEAD. */
export async function getObject(call: Call, bucket: Bucket): Promise<void> {
  const record = recordOf(bucket, call.key);
  const { headers } = call.request;
  const etag = `"${record.etag}"`;
  if (!isModified(headers, record)) {
    call.response.writeHead(304, { etag }).end();
    return;
  }
  const range = rangeOf(headers.range, record.size);
  const [start, end] = range ?? [0, record.size - 1];
  call.response.writeHead(range ? 206 : 200, {
    ...record.headers,
    ...overriddenHeaders(call.query),
    etag,
    'last-modified': new Date(record.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${record.size}` }),
    ...(!range && headers['x-amz-checksum-mode'] === 'ENABLED' && checksumHeaders(record.checksum)),
  });
  if (call.method === 'HEAD') call.response.end();
  else await pipeline(readObject(bucket, record, start, end), call.response);
}

/** The bytes `start` to `end`, both included. The file is opened at once, so a later write cannot mix in. */
export function readObject(bucket: Bucket, record: ObjectRecord, start = 0, end = record.size - 1): Readable {
  if (end < start) return Readable.from([]);
  const fd = openSync(objectPath(bucket, record.key), 'r');
  return createReadStream('', { fd, start, end });
}

export function deleteObject(call: Call, bucket: Bucket): void {
  const current = bucket.records.get(call.key);
  if (current) allowWrite(call.request.headers, current);
  removeObject(bucket, call.key);
  answer(call, 204);
}

export async function copyObject(
  call: Call,
  bucket: Bucket,
  buckets: ReadonlyMap<string, Bucket>,
): Promise<void> {
  const { headers } = call.request;
  const conditional = Object.keys(headers).find((name) => name.startsWith('x-amz-copy-source-'));
  if (conditional) throw new ProtocolError(501, 'NotImplemented', `${conditional} is not supported here`);
  const [, sourceBucket = '', key = ''] =
    /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(String(headers['x-amz-copy-source']))) ?? [];
  const from = buckets.get(sourceBucket);
  if (!from) throw new ProtocolError(404, 'NoSuchBucket');
  const source = recordOf(from, key);
  const incoming = incomingPath(bucket);
  await pipeline(readObject(from, source), createWriteStream(incoming));
  const replaced =
    headers['x-amz-metadata-directive'] === 'REPLACE' ? { headers: storedHeaders(headers) } : {};
  const copy = { ...source, ...replaced, key: call.key, modifiedAt: Date.now() };
  commit(bucket, incoming, copy, (current) => allowWrite(headers, current));
  const modified = leaf('LastModified', new Date(copy.modifiedAt).toISOString());
  answerXml(call, element('CopyObjectResult', leaf('ETag', `"${copy.etag}"`), modified));
}

export function getAttributes(call: Call, bucket: Bucket): void {
  const { etag, size, checksum, modifiedAt } = recordOf(bucket, call.key);
  const sum =
    checksum &&
    element(
      'Checksum',
      leaf(`Checksum${checksum.algorithm.toUpperCase()}`, checksum.value),
      leaf('ChecksumType', checksum.type),
    );
  const root = element('GetObjectAttributesResponse', leaf('ETag', etag), sum, leaf('ObjectSize', size));
  answerXml(call, root, { 'last-modified': new Date(modifiedAt).toUTCString() });
}

/** GET, PUT and DELETE of `?tagging`. */
export async function handleTagging(call: Call, bucket: Bucket): Promise<void> {
  const record = recordOf(bucket, call.key);
  if (call.method === 'GET') {
    answerDocument(call, record.tagging ?? element('Tagging', element('TagSet')));
    return;
  }
  const { tagging: _, ...untagged } = record;
  const next: ObjectRecord =
    call.method === 'PUT' ? { ...record, tagging: await receiveDocument(call) } : untagged;
  const incoming = incomingPath(bucket);
  await pipeline(readObject(bucket, record), createWriteStream(incoming));
  commit(bucket, incoming, next, (current) => {
    if (current !== record)
      throw new ProtocolError(409, 'OperationAborted', 'The object was written meanwhile');
  });
  answer(call, call.method === 'PUT' ? 200 : 204);
}

export function recordOf(bucket: Bucket, key: string): ObjectRecord {
  const record = bucket.records.get(key);
  if (!record) throw new ProtocolError(404, 'NoSuchKey', 'The specified key does not exist.');
  return record;
}

const keptHeaders = new Set([
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-language',
  'cache-control',
  'expires',
  'x-amz-server-side-encryption',
  'x-amz-storage-class',
]);

/** The request's headers that are kept with the object; `aws-chunked` describes the transfer, not the object. */
export function storedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'application/octet-stream' };
  for (const [name, value] of Object.entries(headers)) {
    if (keptHeaders.has(name) || name.startsWith('x-amz-meta-')) kept[name] = String(value);
  }
  const encodings = kept['content-encoding']?.split(/, */).filter((encoding) => encoding !== 'aws-chunked');
  if (encodings?.length) kept['content-encoding'] = encodings.join(',');
  else delete kept['content-encoding'];
  return kept;
}

export function encryptionHeader(headers: Readonly<Record<string, string>>): OutgoingHttpHeaders {
  const encryption = headers['x-amz-server-side-encryption'];
  return encryption ? { 'x-amz-server-side-encryption': encryption } : {};
}

export const checksumHeaders = (checksum: Checksum | undefined): OutgoingHttpHeaders =>
  checksum
    ? { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': checksum.type }
    : {};

/** `response-content-type=` and its like in the query. */
function overriddenHeaders(query: URLSearchParams): OutgoingHttpHeaders {
  const names = [...query.keys()].filter((name) => name.startsWith('response-'));
  return Object.fromEntries(names.map((name) => [name.slice('response-'.length), query.get(name) ?? '']));
}

/** RFC 9110 section 14: one range, or undefined for all; what is no byte range is ignored. */
function rangeOf(header: string | undefined, size: number): readonly [number, number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= size || start > end) throw new ProtocolError(416, 'InvalidRange');
  return [start, end];
}
