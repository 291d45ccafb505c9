import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { objectKey } from './names.ts';

/** The documents of runs, byte for byte as they were uploaded. */
export type RunStore = ReturnType<typeof openRunStore>;

/** S3 answers 409 to one of two conditional writes that meet; asking again settles which of them was first. */
const conflictAttempts = 5;

export function openRunStore(s3: S3Client, bucket: string) {
  return {
    /** Writes a document once. False when the run has one already; that one is left as it is. */
    async put(id: number, body: Uint8Array): Promise<boolean> {
      const command = { Bucket: bucket, Key: objectKey.run(id), Body: body, ContentType: 'application/json' };
      for (let attempt = 1; ; attempt += 1) {
        try {
          await s3.send(new PutObjectCommand({ ...command, IfNoneMatch: '*' }));
          return true;
        } catch (error) {
          if (isStatus(error, 412)) return false;
          if (!isStatus(error, 409) || attempt === conflictAttempts) throw error;
        }
      }
    },

    /** The document of a run; undefined when it has none. */
    get: (id: number): Promise<Uint8Array | undefined> => read(s3, bucket, objectKey.run(id)),

    /** The bytes `start` to `end`, both included; fewer when the document is shorter. */
    getRange: (id: number, start: number, end: number): Promise<Uint8Array | undefined> =>
      read(s3, bucket, objectKey.run(id), `bytes=${start}-${end}`),
  };
}

async function read(
  s3: S3Client,
  bucket: string,
  key: string,
  range?: string,
): Promise<Uint8Array | undefined> {
  try {
    const reply = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range }));
    return await reply.Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
