import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** A bucket and the client that reaches it. */
export type ObjectStore = { readonly s3: S3Client; readonly bucket: string };

export async function putObject(
  { s3, bucket }: ObjectStore,
  key: string,
  body: Uint8Array,
  type: string,
): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
}

/** Reads an object. Undefined when it does not exist. */
export async function readObject({ s3, bucket }: ObjectStore, key: string): Promise<Buffer | undefined> {
  try {
    const reply = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = await reply.Body?.transformToByteArray();
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/**
 * Deletes an object permanently. In a bucket with versions, a delete without a version only hides the object,
 * so the call names the version. A missing object is not an error.
 */
export async function eraseObject({ s3, bucket }: ObjectStore, key: string): Promise<void> {
  try {
    const { VersionId } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId }));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}
