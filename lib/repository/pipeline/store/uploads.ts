import { repositoryKey } from '../../../names/repository-keys.ts';
import { recordAt, type Table, type Write } from '../../ports/table.ts';

/** An unfinished upload of a document, by the id of its future run. */
export type Upload = {
  readonly id: number;
  /** The user who began the upload. Other users cannot see the upload. */
  readonly user: string;
  /** The id of the multipart upload in the store. */
  readonly transfer: string;
  readonly sizeBytes: number;
  /** The size of each part in bytes, except for the last part. */
  readonly partBytes: number;
  readonly createdAt: number;
  /** The time at which the index task started. Absent until it starts. */
  readonly indexing?: number | undefined;
  /** The reason why the document is not JSON, written by the index task. */
  readonly refused?: string | undefined;
  /** The digest of the arguments that completed the upload. Absent until the upload is completed. */
  readonly digest?: string | undefined;
};

export type Uploads = ReturnType<typeof openUploads>;

export function openUploads(table: Table) {
  return {
    get: (id: number) => recordAt<Upload>(table, repositoryKey.upload(id)),

    /** Adds an upload. False when an upload with this id exists. */
    insert: async (upload: Upload): Promise<boolean> => {
      const put = { ...repositoryKey.upload(upload.id), ...upload };
      return (await table.write([{ put, when: 'absent' }])).length === 0;
    },

    /**
     * Marks an upload as completed, in the transaction that writes the row of the run. The write fails when
     * another request has completed the upload.
     */
    completed: ({ id }: Upload, digest: string): Write => ({
      update: repositoryKey.upload(id),
      set: { digest },
      when: { digest: undefined, id },
    }),

    /**
     * Marks that the index task of an upload has started, in the transaction that creates the task. The write
     * fails when another request has started the task.
     */
    indexing: ({ id, indexing }: Upload, now: number): Write => ({
      update: repositoryKey.upload(id),
      set: { indexing: now },
      when: { digest: undefined, indexing, id },
    }),

    /** Records that the document is deleted because it is not JSON. */
    refuse: async ({ id }: Upload, refused: string): Promise<void> => {
      await table.write([{ update: repositoryKey.upload(id), set: { refused }, when: 'present' }]);
    },

    /**
     * Removes an upload in the transaction that blocks its id. The write fails when, since the upload was
     * read, its index task was started or the upload was completed.
     */
    givenUp: ({ id, indexing }: Upload): Write => ({
      delete: repositoryKey.upload(id),
      when: { digest: undefined, indexing },
    }),

    /** Deletes the record of an upload without a run. */
    remove: async ({ id }: Upload): Promise<boolean> => {
      const removal: Write = { delete: repositoryKey.upload(id), when: { digest: undefined } };
      return (await table.write([removal])).length === 0;
    },
  };
}

/** A part of an upload: its number, the offset of its first byte in the document, and its size in bytes. */
export type Part = { readonly number: number; readonly start: number; readonly bytes: number };

export function partsOf({ sizeBytes, partBytes }: Pick<Upload, 'sizeBytes' | 'partBytes'>): readonly Part[] {
  const count = Math.ceil(sizeBytes / partBytes);
  return Array.from({ length: count }, (_, i) => {
    const start = i * partBytes;
    return { number: i + 1, start, bytes: Math.min(partBytes, sizeBytes - start) };
  });
}
