import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { type ObjectRecord, readRecord, sealObject } from './object-file.ts';

/**
 * A bucket on disk:
 *
 *     objects/<sha256 of the key>   the bytes of an object and its record
 *     uploads/<id>/                 a multipart upload: upload.json and a file of the same form for each part
 *     incoming/                     bytes that are still being received; deleted at start
 *
 * Only a rename or an unlink changes the visible objects, in the same turn of the event loop as the check
 * that allows it. A conditional write is therefore atomic, and an acknowledged write survives the end of the
 * process. It may not survive a power cut: nothing is fsynced, so the last seconds may be lost.
 */
export type Bucket = {
  readonly name: string;
  readonly dir: string;
};

/**
 * Whether a text is the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens. The path of
 * such a name cannot leave the store.
 */
const isBucketName = (name: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);

export function createBucket(root: string, name: string): Bucket {
  if (!isBucketName(name)) throw new ProtocolError(400, 'InvalidBucketName');
  for (const part of ['objects', 'uploads', 'incoming']) {
    mkdirSync(join(root, name, part), { recursive: true });
  }
  return { name, dir: join(root, name) };
}

/** Opens every bucket below `root`, and deletes half-written files. No object is read. */
export function openBuckets(root: string): Map<string, Bucket> {
  mkdirSync(root, { recursive: true });
  const buckets = new Map<string, Bucket>();
  for (const name of readdirSync(root).filter(isBucketName)) buckets.set(name, openBucket(root, name));
  return buckets;
}

function openBucket(root: string, name: string): Bucket {
  rmSync(join(root, name, 'incoming'), { recursive: true, force: true });
  return createBucket(root, name);
}

/** The record of an object. Undefined when the object does not exist. */
export function recordOf(bucket: Bucket, key: string): ObjectRecord | undefined {
  const path = objectPath(bucket, key);
  return existsSync(path) ? readRecord(path) : undefined;
}

export const objectPath = (bucket: Bucket, key: string): string =>
  join(bucket.dir, 'objects', createHash('sha256').update(key).digest('hex'));

/** A new path for bytes that are still being written and that readers do not see. */
export const incomingPath = (bucket: Bucket): string =>
  join(bucket.dir, 'incoming', randomBytes(16).toString('hex'));

/**
 * Completes the file at `incoming` and makes it the object `record.key`, or leaves no file. `allow` receives
 * the current object and may throw. No other code runs between its return and the rename.
 * @param bytes - the bytes of an object that has no file yet.
 */
export function commitObject(
  bucket: Bucket,
  incoming: string,
  record: ObjectRecord,
  allow: (current: ObjectRecord | undefined) => void,
  bytes?: Buffer,
): void {
  orDiscard(incoming, () => {
    allow(recordOf(bucket, record.key));
    sealObject(incoming, record, bytes);
    renameSync(incoming, objectPath(bucket, record.key));
  });
}

/** Runs `write`, and deletes the file after a failure, because a full disk would otherwise remain full. */
export function orDiscard(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    discard(path);
    throw error;
  }
}

export const discard = (path: string): void => rmSync(path, { force: true });

/** An expiry rule: objects whose key begins with the prefix are deleted at this age. */
export type Expiry = { readonly prefix: string; readonly days: number };

const dayMs = 86_400_000;

/** The deletion of old objects reads this many objects, which takes a millisecond, and then pauses. */
const [objectsAtOnce, pauseMs] = [20, 5];

/**
 * Deletes objects that are too old. S3 does this about once a day. The local store does it after the start
 * and every hour.
 */
export async function expireObjects(
  bucket: Bucket,
  rules: readonly Expiry[],
  now: number,
  signal: AbortSignal,
): Promise<void> {
  let read = 0;
  for await (const { name } of await opendir(join(bucket.dir, 'objects'), { bufferSize: 1000 })) {
    read += 1;
    if (read % objectsAtOnce === 0) await sleep(pauseMs, undefined, { ref: false });
    if (signal.aborted) return;
    const path = join(bucket.dir, 'objects', name);
    const record = existsSync(path) ? readRecord(path) : undefined;
    const isOld = rules.some(
      ({ prefix, days }) => record?.key.startsWith(prefix) && now - record.modifiedAt > days * dayMs,
    );
    if (isOld) unlinkSync(path);
  }
}

/** Deletes an object. Returns at once when the object does not exist. */
export const removeObject = (bucket: Bucket, key: string): void => discard(objectPath(bucket, key));
