import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { type ObjectRecord, readRecord, sealObject } from './object-file.ts';

/**
 * One bucket on disk:
 *
 *     objects/<sha256 of the key>   a sealed object file
 *     uploads/<id>/                 a multipart upload: upload.json and one sealed file per part
 *     incoming/                     bytes on their way in; swept at start
 *
 * What a reader may see changes only by a rename or an unlink, in the same turn of the event loop as the
 * check that allows it: a conditional write is atomic and an acknowledged one survives the process. (Not the
 * machine: nothing is fsynced, a power cut may take the last seconds.)
 */
export type Bucket = {
  readonly name: string;
  readonly dir: string;
  readonly records: Map<string, ObjectRecord>;
};

/** 3 to 63 lower-case letters, digits, dots and hyphens: cannot name a path outside the store. */
const isBucketName = (name: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);

export function createBucket(root: string, name: string): Bucket {
  if (!isBucketName(name)) throw new ProtocolError(400, 'InvalidBucketName');
  for (const part of ['objects', 'uploads', 'incoming']) {
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
 * Seals the bytes at `incoming` and makes them the object `record.key`, or leaves nothing behind. `allow`
 * sees the object that is there now and may throw; nothing can come between its answer and the rename.
 */
export function commitObject(
  bucket: Bucket,
  incoming: string,
  record: ObjectRecord,
  allow: (current: ObjectRecord | undefined) => void,
): void {
  orDiscard(incoming, () => {
    allow(bucket.records.get(record.key));
    sealObject(incoming, record);
    renameSync(incoming, objectPath(bucket, record.key));
  });
  bucket.records.set(record.key, record);
}

/** Leaves nothing behind when it fails: a full disk would stay full. */
export function orDiscard(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    discard(path);
    throw error;
  }
}

export const discard = (path: string): void => rmSync(path, { force: true });

/** Objects whose key begins with the prefix go when they are this old. */
export type Expiry = { readonly prefix: string; readonly days: number };

const dayMs = 86_400_000;

/** Removes what is too old. S3 does this about once a day; here it happens at start, and each hour. */
export function expireObjects(bucket: Bucket, rules: readonly Expiry[], now: number): void {
  for (const { key, modifiedAt } of bucket.records.values()) {
    const isOld = rules.some(({ prefix, days }) => key.startsWith(prefix) && now - modifiedAt > days * dayMs);
    if (isOld) removeObject(bucket, key);
  }
}

/** Removes an object that is there. */
export function removeObject(bucket: Bucket, key: string): void {
  unlinkSync(objectPath(bucket, key));
  bucket.records.delete(key);
}
