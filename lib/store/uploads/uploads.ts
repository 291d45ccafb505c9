import { HeadObjectCommand, NotFound, type S3Client } from '@aws-sdk/client-s3';
import { objectKey } from '../../names/object-keys.ts';
import type { StoredPart, UploadStore } from '../../repository/ports/upload-store.ts';
import { eraseObject, type ObjectStore } from '../objects.ts';
import { beginParts, dropParts, joinParts, partUrl, storedParts, writeInParts } from './object-parts.ts';

const json = 'application/json';

export function openUploadStore(s3: S3Client, bucket: string): UploadStore {
  const store = { s3, bucket };
  return {
    begin: (run: number): Promise<string> => beginParts(store, objectKey.run(run), json),

    /** Makes a URL that accepts one part of an upload with PUT. */
    url: (
      run: number,
      transfer: string,
      number: number,
      bytes: number,
      expiresInS: number,
    ): Promise<string> => partUrl(store, { key: objectKey.run(run), transfer, number }, bytes, expiresInS),

    /** Lists the uploaded parts. Undefined when the multipart upload was completed or cancelled. */
    parts: (run: number, transfer: string): Promise<readonly StoredPart[] | undefined> =>
      storedParts(store, objectKey.run(run), transfer),

    join: (run: number, transfer: string, parts: readonly StoredPart[]): Promise<void> =>
      joinParts(store, objectKey.run(run), transfer, parts),

    drop: (run: number, transfer: string): Promise<void> => dropParts(store, objectKey.run(run), transfer),

    /** The size of the document in bytes. Undefined while the document is incomplete. */
    bytes: (run: number): Promise<number | undefined> => bytesOf(store, objectKey.run(run)),

    /** Writes or replaces the index of a document. The index is written in pieces. */
    writeIndex: <Result>(
      run: number,
      produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
    ): Promise<Result> => writeInParts(store, objectKey.index(run), produce),

    /** Deletes a document without a run. */
    erase: (run: number): Promise<void> => eraseObject(store, objectKey.run(run)),

    /** True when the store has an object of the run. Objects are written before the row of the run. */
    async isThere(run: number): Promise<boolean> {
      for (const key of besideRow(run)) if ((await bytesOf(store, key)) !== undefined) return true;
      return false;
    },

    /** Deletes all objects of a run that are written before its row. */
    async eraseAll(run: number): Promise<void> {
      for (const key of besideRow(run)) await eraseObject(store, key);
    },
  };
}

/** The keys of the objects that may be written before the row of a run. */
const besideRow = (run: number): readonly string[] => [
  objectKey.run(run),
  objectKey.index(run),
  objectKey.metadata(run),
  objectKey.histograms(run),
  objectKey.measured(run),
];

/** The size of an object in bytes. Undefined when the object does not exist. */
async function bytesOf({ s3, bucket }: ObjectStore, key: string): Promise<number | undefined> {
  try {
    return (await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
