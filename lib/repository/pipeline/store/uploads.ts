import { repositoryKey } from '../../../names/repository.ts';
import type { Item, Table, Write } from '../../ports/table.ts';

/** A document on its way into the store, by the id of the run that it will be. */
export type Upload = {
  readonly id: number;
  /** Who began it: nobody else sees it. */
  readonly user: string;
  /** The store's name for the coming of its parts. */
  readonly transfer: string;
  readonly sizeBytes: number;
  /** Bytes of every part but the last. */
  readonly partBytes: number;
  readonly createdAt: number;
  /** When its index became work; absent while nobody asked for that. */
  readonly indexing?: number | undefined;
  /** Why its document is no JSON, found by that work. */
  readonly refused?: string | undefined;
  /** Of what it was completed with; absent before. */
  readonly digest?: string | undefined;
};

export type Uploads = ReturnType<typeof openUploads>;

export function openUploads(table: Table) {
  return {
    get: async (id: number): Promise<Upload | undefined> =>
      uploadOf(await table.get(repositoryKey.upload(id))),

    /** False when there is one of this id already. */
    insert: async (upload: Upload): Promise<boolean> => {
      const put = { ...repositoryKey.upload(upload.id), ...upload };
      return (await table.write([{ put, when: 'absent' }])).length === 0;
    },

    /** Written together with the row of the run; fails when another did that before. */
    completed: ({ id }: Upload, digest: string): Write => ({
      update: repositoryKey.upload(id),
      set: { digest },
      when: { digest: undefined, id },
    }),

    /** Written together with the work on its index; fails when another did that before. */
    indexing: ({ id, indexing }: Upload, now: number): Write => ({
      update: repositoryKey.upload(id),
      set: { indexing: now },
      when: { digest: undefined, indexing, id },
    }),

    /** Its document is gone, because it is no JSON. */
    refuse: async ({ id }: Upload, refused: string): Promise<void> => {
      await table.write([{ update: repositoryKey.upload(id), set: { refused }, when: 'present' }]);
    },

    /** Written together with its end; fails when its index became work, or it was completed, since. */
    givenUp: ({ id, indexing }: Upload): Write => ({
      delete: repositoryKey.upload(id),
      when: { digest: undefined, indexing },
    }),

    /** Forgets an upload of which no run was made. */
    remove: async ({ id }: Upload): Promise<boolean> => {
      const removal: Write = { delete: repositoryKey.upload(id), when: { digest: undefined } };
      return (await table.write([removal])).length === 0;
    },
  };
}

function uploadOf(item: Item | undefined): Upload | undefined {
  if (item === undefined) return undefined;
  const { pk: _, sk: __, ...upload } = item;
  return upload as unknown as Upload;
}

/** One of the parts that a document is cut into. */
export type Part = { readonly number: number; readonly start: number; readonly bytes: number };

export function partsOf({ sizeBytes, partBytes }: Pick<Upload, 'sizeBytes' | 'partBytes'>): readonly Part[] {
  const count = Math.ceil(sizeBytes / partBytes);
  return Array.from({ length: count }, (_, i) => {
    const start = i * partBytes;
    return { number: i + 1, start, bytes: Math.min(partBytes, sizeBytes - start) };
  });
}
