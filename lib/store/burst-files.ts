import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FileRef } from '../driver/model/files.ts';
import { objectKey } from '../names/object-keys.ts';
import { eraseObject, putObject, readObject } from './objects.ts';

/** The contents of an uploaded file: its SHA-256 and its size. */
export type FileContent = Pick<FileRef, 'sha256' | 'bytes'>;

/**
 * The store of the files of a benchmark document, from their upload until the burst is over. An upload has an
 * unguessable id, so only its own burst can use it.
 */
export type BurstFiles = ReturnType<typeof openBurstFiles>;

const type = 'application/octet-stream';

export function openBurstFiles(s3: S3Client, bucket: string) {
  const store = { s3, bucket };
  return {
    put: (upload: string, sha256: string, bytes: Uint8Array): Promise<void> =>
      putObject(store, objectKey.file(upload, sha256), bytes, type),

    /**
     * Makes a URL that accepts exactly this content with PUT. Length and checksum are signed, so other
     * content is rejected.
     */
    urlFor(upload: string, { sha256, bytes }: FileContent, expiresInS: number): Promise<string> {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: objectKey.file(upload, sha256),
        ContentLength: bytes,
        ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
      });
      return getSignedUrl(s3, command, {
        expiresIn: expiresInS,
        unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
      });
    },

    /** Reads a file. Undefined when the file was never uploaded, or is deleted. */
    get: (upload: string, sha256: string): Promise<Uint8Array | undefined> =>
      readObject(store, objectKey.file(upload, sha256)),

    /** Deletes the files of an upload. The call may be repeated. */
    async erase(upload: string, files: readonly FileContent[]): Promise<void> {
      const contents = new Set(files.map(({ sha256 }) => sha256));
      await Promise.all([...contents].map((sha256) => eraseObject(store, objectKey.file(upload, sha256))));
    },
  };
}
