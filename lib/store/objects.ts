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

/** Writes or replaces an object. `type` is its media type. Absent: the default of S3. */
export async function putObject(
  { s3, bucket }: ObjectStore,
  key: string,
  body: Uint8Array,
  type?: string,
): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
}

/**
 * The most attempts to read an object. The SDK repeats a request without a response, but not a request whose
 * response breaks off.
 */
const readAttempts = 3;

/**
 * Reads an object, or a range of its bytes in the notation of HTTP. Undefined when the object does not exist.
 */
export async function readBytes(
  { s3, bucket }: ObjectStore,
  key: string,
  range?: string,
): Promise<Uint8Array | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await unlessMissing(
      s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range })),
      NoSuchKey,
    );
    try {
      return await reply?.Body?.transformToByteArray();
    } catch (error) {
      if (attempt === readAttempts) throw error;
    }
  }
}

/** The answer to a request about an object. Undefined when S3 answers that the object does not exist. */
async function unlessMissing<Reply>(
  request: Promise<Reply>,
  missing: typeof NoSuchKey | typeof NotFound,
): Promise<Reply | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof missing) return undefined;
    throw error;
  }
}

/** Reads an object, such as a text. Undefined when the object does not exist. */
export async function readObject(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const bytes = await readBytes(store, key);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Writes or replaces an object with a value as JSON. */
export const putJson = (store: ObjectStore, key: string, value: unknown): Promise<void> =>
  putObject(store, key, Buffer.from(JSON.stringify(value)), 'application/json');

/** Reads a value that is stored as JSON. Undefined when the object does not exist. */
export async function readJson<Value>(store: ObjectStore, key: string): Promise<Value | undefined> {
  const bytes = await readObject(store, key);
  return bytes && (JSON.parse(bytes.toString('utf8')) as Value);
}

/**
 * Deletes an object permanently. In a bucket with versions, a delete without a version only hides the object,
 * so each call names the version. The version before it is then the object again, so the function deletes
 * until the object is missing. A write leaves two versions when its response was lost and the SDK repeated
 * it. A missing object is not an error.
 */
export async function eraseObject({ s3, bucket }: ObjectStore, key: string): Promise<void> {
  const place = { Bucket: bucket, Key: key };
  for (;;) {
    const present = await unlessMissing(s3.send(new HeadObjectCommand(place)), NotFound);
    if (present === undefined) return;
    const { VersionId } = present;
    await s3.send(new DeleteObjectCommand({ ...place, VersionId }));
    if (VersionId === undefined) return;
  }
}
