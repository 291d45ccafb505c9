import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { bytesAtOnceMax, receiveBody } from './body.ts';
import { type Bucket, commitObject, incomingPath, objectPath, recordOf, removeObject } from './bucket.ts';
import type { Call, Reply } from './call.ts';
import type { Checksum } from './checksum.ts';
import { allowWrite, isModified } from './conditions.ts';
import type { ObjectRecord } from './object-file.ts';

export async function putObject(call: Call, bucket: Bucket): Promise<Reply> {
  const allow = (current: ObjectRecord | undefined) => allowWrite(call.headers, current);
  allow(recordOf(bucket, call.key));
  const incoming = incomingPath(bucket);
  const { size, etag, checksum, bytes } = await receiveBody(call, incoming);
  const headers = storedHeaders(call.headers);
  commitObject(
    bucket,
    incoming,
    { key: call.key, size, etag, modifiedAt: Date.now(), headers, checksum },
    allow,
    bytes,
  );
  return { status: 200, headers: { etag: `"${etag}"`, ...checksumHeaders(checksum) } };
}

/** Answers GET and HEAD of an object. */
export function getObject(call: Call, bucket: Bucket): Reply {
  const record = recordOf(bucket, call.key);
  if (!record) throw new ProtocolError(404, 'NoSuchKey', 'The specified key does not exist.');
  const { headers } = call;
  const etag = `"${record.etag}"`;
  if (!isModified(headers, record)) return { status: 304, headers: { etag } };
  const range = rangeOf(headers.range, record.size);
  const [start, end] = range ?? [0, record.size - 1];
  const head = {
    ...record.headers,
    etag,
    'last-modified': new Date(record.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${record.size}` }),
    ...(!range && headers['x-amz-checksum-mode'] === 'ENABLED' && checksumHeaders(record.checksum)),
  };
  const reply = { status: range ? 206 : 200, headers: head };
  if (call.method === 'HEAD' || end < start) return reply;
  const read = end - start < bytesAtOnceMax ? readSmall : readObject;
  return { ...reply, body: read(bucket, record, start, end) };
}

/** Deletes an object. The deletion of a missing object succeeds, as in S3. */
export function deleteObject(call: Call, bucket: Bucket): Reply {
  removeObject(bucket, call.key);
  return { status: 204 };
}

/**
 * A stream of the bytes of an object from `start` to `end`, both included. The file is opened at once, so
 * that a later write cannot change the result.
 */
function readObject(bucket: Bucket, record: ObjectRecord, start: number, end: number): Readable {
  const fd = openSync(objectPath(bucket, record.key), 'r');
  return createReadStream('', { fd, start, end });
}

/**
 * Reads the bytes of an object from `start` to `end` in one call.
 * @throws when the file is shorter.
 */
function readSmall(bucket: Bucket, record: ObjectRecord, start: number, end: number): Buffer {
  const fd = openSync(objectPath(bucket, record.key), 'r');
  try {
    const bytes = Buffer.allocUnsafe(end - start + 1);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(fd, bytes, at, bytes.length - at, start + at);
      if (read === 0)
        throw new Error(
          `the stored file of the object ${record.key} is damaged: it ends after ${start + at} bytes`,
        );
      at += read;
    }
    return bytes;
  } finally {
    closeSync(fd);
  }
}

const keptHeaders = new Set([
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-language',
  'cache-control',
  'expires',
]);

/**
 * The headers of the request that are stored with the object. `aws-chunked` describes the transfer and not
 * the object.
 */
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

const checksumHeaders = (checksum: Checksum | undefined): OutgoingHttpHeaders =>
  checksum
    ? { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': checksum.type }
    : {};

/**
 * The range that a header requests (RFC 9110 section 14). Undefined for the whole object. A header that is
 * not a byte range is ignored.
 */
function rangeOf(header: string | undefined, size: number): readonly [number, number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start > end) throw new ProtocolError(416, 'InvalidRange');
  return [start, end];
}
