import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ProtocolError } from '../protocol-error.ts';
import { type ObjectRecord, readRecord, sealObject } from './object-file.ts';

/**
 * One bucket on disk:
 *
 *   objects/<sha256 of the key>   a sealed object file
 *   uploads/<id>/                 a multipart upload: upload.json and one sealed file per part
 *   config/<name>.xml             lifecycle, encryption and the like, as they were put
 *   incoming/                     bytes on their way in; swept at start
 *
 * What a reader may see changes only by a rename or an unlink, in the same turn of the event loop as the check
 * that allows it: a conditional write is atomic and an acknowledged one survives the process. (Not the machine:
 * nothing is fsynced, a power cut may take the last seconds.)
 */
export type Bucket = {
  readonly name: string;
  readonly dir: string;
  readonly records: Map<string, ObjectRecord>;
  /** Keys in UTF-8 order; absent when a key was added or removed since the last listing. */
  sortedKeys?: readonly string[];
};

/** 3 to 63 lower-case letters, digits, dots and hyphens: cannot name a path outside the store. */
export const isBucketName = (name: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);

export function createBucket(root: string, name: string): Bucket {
  if (!isBucketName(name)) throw new ProtocolError(400, 'InvalidBucketName');
  for (const part of ['objects', 'uploads', 'config', 'incoming']) {
    mkdirSync(join(root, name, part), { recursive: true });
  }
  return { name, dir: join(root, name), records: new Map() };
}

/** Opens every bucket below `root`; half-written files are removed. About 20 us per object. */
export function openBuckets(root: string): Map<string, Bucket> {
  mkdirSync(root, { recursive: true });
  const buckets = new Map<string, Bucket>();
  for (const name of readdirSync(root).filter(isBucketName)) buckets.set(name, openBucket(root, name));
  return buckets;
}

function openBucket(root: string, name: string): Bucket {
  rmSync(join(root, name, 'incoming'), { recursive: true, force: true });
  const bucket = createBucket(root, name);
  for (const file of readdirSync(join(bucket.dir, 'objects'))) {
    const record = readRecord(join(bucket.dir, 'objects', file));
    if (record) bucket.records.set(record.key, record);
  }
  return bucket;
}

export const objectPath = (bucket: Bucket, key: string): string =>
  join(bucket.dir, 'objects', createHash('sha256').update(key).digest('hex'));

/** A fresh path for bytes that nobody may see yet. */
export const incomingPath = (bucket: Bucket): string =>
  join(bucket.dir, 'incoming', randomBytes(16).toString('hex'));

/**
 * Seals the bytes at `incoming` and makes them the object `record.key`. `allow` sees the object that is there now
 * and may throw; nothing can come between its answer and the rename.
 */
export function commitObject(
  bucket: Bucket,
  incoming: string,
  record: ObjectRecord,
  allow: (current: ObjectRecord | undefined) => void,
): void {
  const current = bucket.records.get(record.key);
  allow(current);
  sealObject(incoming, record);
  renameSync(incoming, objectPath(bucket, record.key));
  if (!current) bucket.sortedKeys = undefined;
  bucket.records.set(record.key, record);
}

export function removeObject(bucket: Bucket, key: string): void {
  if (!bucket.records.has(key)) return;
  unlinkSync(objectPath(bucket, key));
  bucket.records.delete(key);
  bucket.sortedKeys = undefined;
}

export const discard = (path: string): void => rmSync(path, { force: true });

/** Keys in the order in which S3 lists them: by their UTF-8 bytes. */
export function sortedKeys(bucket: Bucket): readonly string[] {
  bucket.sortedKeys ??= [...bucket.records.keys()].sort(compareUtf8);
  return bucket.sortedKeys;
}

/** UTF-16 order is UTF-8 order unless surrogates are involved. */
export function compareUtf8(a: string, b: string): number {
  if (/[\ud800-\udfff]/.test(a) || /[\ud800-\udfff]/.test(b))
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Bucket configuration documents, kept as they were put. */
export function readConfig(bucket: Bucket, name: string): string | undefined {
  const path = join(bucket.dir, 'config', `${name}.xml`);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

export function writeConfig(bucket: Bucket, name: string, xml: string | undefined): void {
  const path = join(bucket.dir, 'config', `${name}.xml`);
  if (xml === undefined) {
    discard(path);
    return;
  }
  const incoming = incomingPath(bucket);
  writeFileSync(incoming, xml);
  renameSync(incoming, path);
}
