import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Bucket } from './bucket.ts';
import { type Call, type Reply, xmlReply } from './call.ts';
import { uploadDir, uploadOf } from './multipart.ts';
import { readRecord } from './object-file.ts';
import { element, leaf } from './xml.ts';

/** The largest number of parts in one answer. */
const pageParts = 1000;

/** Lists the stored parts of an upload, one page at a time. */
export function listParts(call: Call, bucket: Bucket): Reply {
  const upload = uploadOf(call, bucket);
  const after = countOf(call, 'part-number-marker', 0);
  const most = Math.min(countOf(call, 'max-parts', pageParts), pageParts);
  const dir = uploadDir(bucket, upload.id);
  const numbers = readdirSync(dir)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((number) => number > after)
    .sort((one, other) => one - other);
  const page = numbers.slice(0, most);
  const parts = page.map((number) => {
    const { size, etag, modifiedAt } = readRecord(join(dir, String(number))) ?? {};
    const at = modifiedAt === undefined ? undefined : new Date(modifiedAt).toISOString();
    const facts = [leaf('Size', size), leaf('ETag', etag && `"${etag}"`), leaf('LastModified', at)];
    return element('Part', leaf('PartNumber', number), ...facts);
  });
  const names = [leaf('Bucket', bucket.name), leaf('Key', upload.key), leaf('UploadId', upload.id)];
  const place = [leaf('PartNumberMarker', after), leaf('NextPartNumberMarker', page.at(-1))];
  const more = [leaf('MaxParts', most), leaf('IsTruncated', page.length < numbers.length)];
  return xmlReply(element('ListPartsResult', ...names, ...place, ...more, ...parts));
}

function countOf({ query }: Call, name: string, absent: number): number {
  const text = query.get(name);
  if (text === null) return absent;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ProtocolError(400, 'InvalidArgument', `${name} must be a whole number`);
}

/**
 * Deletes uploads that were not completed in time. With a lifecycle rule, S3 does this about once a day. The
 * local store does it at the start and every hour.
 */
export function expireUploads(bucket: Bucket, days: number, now: number): void {
  const folder = join(bucket.dir, 'uploads');
  for (const id of readdirSync(folder)) {
    const dir = join(folder, id);
    // The time of the folder is the time of its last part.
    if (now - statSync(dir).mtimeMs > days * 86_400_000) rmSync(dir, { recursive: true, force: true });
  }
}
