import type { S3Client } from '@aws-sdk/client-s3';
import type { FileRef } from '../../driver/model/files.ts';
import { objectKey } from '../../names/object-keys.ts';
import type { BurstDocument } from '../burst-objects.ts';
import type { BurstRecord } from '../bursts.ts';
import { eraseObject, putJson, putObject, readJson, readObject } from '../objects.ts';

/** The stored order of a schedule: a document and the options of the bursts that it starts. */
export type ScheduledOrder = BurstDocument &
  Pick<BurstRecord, 'shards' | 'maxErrors' | 'stopOnFailure'> & {
    readonly seed?: number | undefined;
    /** The files that the document needs. Absent: none. */
    readonly files?: readonly FileRef[];
  };

/**
 * The store of the documents and files of schedules. The texts of authors are stored in objects, never in a
 * table.
 */
export type ScheduleObjects = ReturnType<typeof openScheduleObjects>;

export function openScheduleObjects(s3: S3Client, bucket: string) {
  const store = { s3, bucket };
  return {
    putOrder: (id: string, order: ScheduledOrder): Promise<void> =>
      putJson(store, objectKey.scheduled(id), order),

    /** Reads the document and options of a schedule. Undefined when the schedule is deleted. */
    order: (id: string): Promise<ScheduledOrder | undefined> => readJson(store, objectKey.scheduled(id)),

    putFile: (id: string, sha256: string, content: Uint8Array): Promise<void> =>
      putObject(store, objectKey.scheduledFile(id, sha256), content),

    file: (id: string, sha256: string): Promise<Uint8Array | undefined> =>
      readObject(store, objectKey.scheduledFile(id, sha256)),

    /** Deletes all versions of a schedule's objects. The call may be repeated. */
    async erase(id: string, files: readonly Pick<FileRef, 'sha256'>[] = []): Promise<void> {
      const keys = new Set(files.map(({ sha256 }) => objectKey.scheduledFile(id, sha256)));
      await Promise.all([...keys].map((key) => eraseObject(store, key)));
      await eraseObject(store, objectKey.scheduled(id));
    },
  };
}
