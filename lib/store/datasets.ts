import type { S3Client } from '@aws-sdk/client-s3';
import { objectKey } from '../names/object-keys.ts';
import type { DatasetStore } from '../repository/ports/dataset-store.ts';
import type { ReadRange } from '../results/run-index/open-index.ts';
import { eraseObject, putObject } from './objects.ts';
import { ranges } from './runs.ts';

export function openDatasetStore(s3: S3Client, bucket: string): DatasetStore {
  const store = { s3, bucket };
  return {
    /**
     * Stores the document of a dataset. Ids are never used twice, so a repeated call writes the same
     * document.
     */
    put: (run: number, id: number, document: Uint8Array): Promise<void> =>
      putObject(store, objectKey.dataset(run, id), document, 'application/json'),

    /** Returns a function that reads ranges of a dataset's document. */
    document: (run: number, id: number): ReadRange => ranges(s3, bucket, objectKey.dataset(run, id)),

    /** Returns a function that reads ranges of a dataset's index. */
    index: (run: number, id: number): ReadRange => ranges(s3, bucket, objectKey.datasetIndex(run, id)),

    putIndex: (run: number, id: number, index: Uint8Array): Promise<void> =>
      putObject(store, objectKey.datasetIndex(run, id), index),

    /** Deletes the objects of a dataset. A missing object is not an error. */
    async erase(run: number, id: number): Promise<void> {
      await eraseObject(store, objectKey.dataset(run, id));
      await eraseObject(store, objectKey.datasetIndex(run, id));
      await eraseObject(store, objectKey.labelValues(run, id));
    },
  };
}
