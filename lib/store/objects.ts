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

/** Writes or replaces an object. `type` is its media type. Absent: S3's own. */
export async function putObject(
  { s3, bucket }: ObjectStore,
  key: string,
  body: Uint8Array,
  type?: string,
): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
}

/** Reads an object, or a range of its bytes as HTTP writes it. Undefined when it does not exist. */
export async function readBytes(
  { s3, bucket }: ObjectStore,
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

/** Reads an object, such as a text. Undefined when it does not exist. */
export async function readObject(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const bytes = await readBytes(store, key);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Stores a value as JSON. */
export const putJson = (store: ObjectStore, key: string, value: unknown): Promise<void> =>
  putObject(store, key, Buffer.from(JSON.stringify(value)), 'application/json');

/** Reads a value that is stored as JSON. Undefined when it does not exist. */
export async function readJson<Value>(store: ObjectStore, key: string): Promise<Value | undefined> {
  const bytes = await readObject(store, key);
  return bytes && (JSON.parse(bytes.toString('utf8')) as Value);
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
