import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  NoSuchUpload,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterFailure } from '../../errors.ts';
import type { StoredPart } from '../../repository/ports/upload-store.ts';
import type { ObjectStore } from '../objects.ts';

/**
 * Begins a multipart upload of an object.
 * @returns the id that the store gives the upload.
 */
export async function beginParts({ s3, bucket }: ObjectStore, key: string, type: string): Promise<string> {
  const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ContentType: type });
  const { UploadId } = await s3.send(command);
  if (UploadId === undefined) throw new Error(`S3 did not return an id for the multipart upload of ${key}`);
  return UploadId;
}

/** A part of a multipart upload. */
export type PartId = { readonly key: string; readonly transfer: string; readonly number: number };

/** Makes a URL that accepts one part of exactly this length with PUT. */
export function partUrl(
  { s3, bucket }: ObjectStore,
  { key, transfer, number }: PartId,
  bytes: number,
  expiresInS: number,
): Promise<string> {
  const command = new UploadPartCommand({
    Bucket: bucket,
    Key: key,
    UploadId: transfer,
    PartNumber: number,
    ContentLength: bytes,
  });
  // The client adds no checksum to the URL, because it would sign the checksum of an empty body.
  const config = { ...s3.config, requestChecksumCalculation: async () => 'WHEN_REQUIRED' as const };
  const unsummed: S3Client = Object.create(s3, { config: { value: config } });
  return getSignedUrl(unsummed, command, { expiresIn: expiresInS });
}

/** Lists the uploaded parts in order. Undefined when the upload is complete, aborted or expired. */
export async function storedParts(
  { s3, bucket }: ObjectStore,
  key: string,
  transfer: string,
): Promise<readonly StoredPart[] | undefined> {
  const parts: StoredPart[] = [];
  let marker: string | undefined;
  try {
    do {
      const place = { Bucket: bucket, Key: key, UploadId: transfer, PartNumberMarker: marker };
      const page = await s3.send(new ListPartsCommand(place));
      for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? [])
        parts.push({ number: PartNumber, bytes: Size, etag: ETag });
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
  } catch (error) {
    if (error instanceof NoSuchUpload) return undefined;
    throw error;
  }
  return parts;
}

/** Joins the parts and completes the upload. */
export async function joinParts(
  { s3, bucket }: ObjectStore,
  key: string,
  transfer: string,
  parts: readonly StoredPart[],
): Promise<void> {
  const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
  const place = { Bucket: bucket, Key: key, UploadId: transfer };
  await s3.send(new CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts } }));
}

/** Aborts a multipart upload and deletes its parts. An upload that has ended is not an error. */
export async function dropParts({ s3, bucket }: ObjectStore, key: string, transfer: string): Promise<void> {
  try {
    await s3.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: transfer }));
  } catch (error) {
    if (!(error instanceof NoSuchUpload)) throw error;
  }
}

/**
 * The bytes of a part that is in memory before it is written. A store accepts parts of 5 MiB or more, except
 * for the last one.
 */
export const writtenPartBytes = 8 * 1024 * 1024;

/**
 * Writes an object of unknown length in pieces, with bounded memory. A small object is written with one
 * request, a larger object in parts. Readers do not see the object before it is complete.
 * @returns the result of `produce`. When `produce` fails, nothing is stored.
 */
export async function writeInParts<Result>(
  store: ObjectStore,
  key: string,
  produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
  type = 'application/octet-stream',
): Promise<Result> {
  const writer = new PartWriter(store, key, type);
  try {
    const result = await produce((bytes) => writer.write(bytes));
    await writer.end();
    return result;
  } catch (error) {
    return await afterFailure(error, () => writer.drop());
  }
}

class PartWriter {
  readonly #store: ObjectStore;
  readonly #key: string;
  readonly #type: string;
  readonly #parts: StoredPart[] = [];
  #transfer: string | undefined;
  #waiting: Uint8Array[] = [];
  #bytes = 0;

  constructor(store: ObjectStore, key: string, type: string) {
    this.#store = store;
    this.#key = key;
    this.#type = type;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= writtenPartBytes) await this.#flush();
  }

  async end(): Promise<void> {
    if (this.#transfer === undefined) {
      const { s3, bucket } = this.#store;
      const place = { Bucket: bucket, Key: this.#key, ContentType: this.#type };
      await s3.send(new PutObjectCommand({ ...place, Body: this.#taken() }));
      return;
    }
    if (this.#bytes > 0) await this.#flush();
    await joinParts(this.#store, this.#key, this.#transfer, this.#parts);
  }

  async drop(): Promise<void> {
    if (this.#transfer !== undefined) await dropParts(this.#store, this.#key, this.#transfer);
  }

  async #flush(): Promise<void> {
    this.#transfer ??= await beginParts(this.#store, this.#key, this.#type);
    const body = this.#taken();
    this.#parts.push(await putPart(this.#store, this.#key, this.#transfer, this.#parts.length + 1, body));
  }

  #taken(): Uint8Array {
    const body = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#bytes = 0;
    return body;
  }
}

async function putPart(
  { s3, bucket }: { readonly s3: S3Client; readonly bucket: string },
  key: string,
  transfer: string,
  number: number,
  body: Uint8Array,
): Promise<StoredPart> {
  const place = { Bucket: bucket, Key: key, UploadId: transfer, PartNumber: number };
  const { ETag = '' } = await s3.send(new UploadPartCommand({ ...place, Body: body }));
  return { number, bytes: body.length, etag: ETag };
}
