import { HeadObjectCommand, NotFound, type S3Client } from '@aws-sdk/client-s3';
import { objectKey } from '../../names/objects.ts';
import type { StoredPart, UploadStore } from '../../repository/ports/upload-store.ts';
import { eraseObject, type ObjectStore } from '../objects.ts';
import { beginParts, dropParts, joinParts, partUrl, storedParts, writeInParts } from './object-parts.ts';

const json = 'application/json';

export function openUploadStore(s3: S3Client, bucket: string): UploadStore {
  const store = { s3, bucket };
  return {
    begin: (run: number): Promise<string> => beginParts(store, objectKey.run(run), json),

    /** A URL that takes one part with PUT. */
    url: (
      run: number,
      transfer: string,
      number: number,
      bytes: number,
      expiresInS: number,
    ): Promise<string> => partUrl(store, { key: objectKey.run(run), transfer, number }, bytes, expiresInS),

    /** The parts that are there; undefined when the coming is over. */
    parts: (run: number, transfer: string): Promise<readonly StoredPart[] | undefined> =>
      storedParts(store, objectKey.run(run), transfer),

    join: (run: number, transfer: string, parts: readonly StoredPart[]): Promise<void> =>
      joinParts(store, objectKey.run(run), transfer, parts),

    drop: (run: number, transfer: string): Promise<void> => dropParts(store, objectKey.run(run), transfer),

    /** Bytes of the document; undefined while it is not whole. */
    bytes: (run: number): Promise<number | undefined> => bytesOf(store, objectKey.run(run)),

    /** Writes or replaces the index piece by piece. */
    writeIndex: <Result>(
      run: number,
      produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
    ): Promise<Result> => writeInParts(store, objectKey.index(run), produce),

    /** Deletes a document that no run was made of. */
    erase: (run: number): Promise<void> => eraseObject(store, objectKey.run(run)),

    /** Whether anything lies there that was written before a row was. */
    async isThere(run: number): Promise<boolean> {
      for (const key of besideRow(run)) if ((await bytesOf(store, key)) !== undefined) return true;
      return false;
    },

    /** Deletes all of that. */
    async eraseAll(run: number): Promise<void> {
      for (const key of besideRow(run)) await eraseObject(store, key);
    },
  };
}

/** What may be written before the row of a run is. */
const besideRow = (run: number): readonly string[] => [
  objectKey.run(run),
  objectKey.index(run),
  objectKey.metadata(run),
  objectKey.histograms(run),
];

/** Undefined where there is no such object. */
async function bytesOf({ s3, bucket }: ObjectStore, key: string): Promise<number | undefined> {
  try {
    return (await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
