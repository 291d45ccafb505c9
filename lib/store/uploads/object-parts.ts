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
import type { StoredPart } from '../../repository/ports/upload-store.ts';
import type { ObjectStore } from '../objects.ts';

/** Begins an object that comes in parts. @returns the store's name for its coming. */
export async function beginParts({ s3, bucket }: ObjectStore, key: string, type: string): Promise<string> {
  const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ContentType: type });
  const { UploadId } = await s3.send(command);
  if (UploadId === undefined) throw new Error(`the store names no upload of ${key}`);
  return UploadId;
}

/** One part of the coming of an object. */
export type PartPlace = { readonly key: string; readonly transfer: string; readonly number: number };

/** A URL that takes one part of exactly this length with PUT. */
export function partUrl(
  { s3, bucket }: ObjectStore,
  { key, transfer, number }: PartPlace,
  bytes: number,
  expiresInS: number,
): Promise<string> {
  const command = new UploadPartCommand({
    ...{ Bucket: bucket, Key: key, UploadId: transfer, PartNumber: number },
    ContentLength: bytes,
  });
  // Without a body, the client would sign the checksum of nothing.
  const config = { ...s3.config, requestChecksumCalculation: async () => 'WHEN_REQUIRED' as const };
  const unsummed: S3Client = Object.create(s3, { config: { value: config } });
  return getSignedUrl(unsummed, command, { expiresIn: expiresInS });
}

/** The parts that are there, in order; undefined when the coming is over: complete, given up or expired. */
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

/** Puts the parts together. */
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

/** Gives up the coming of an object, and its parts with it. One that is over is no failure. */
export async function dropParts({ s3, bucket }: ObjectStore, key: string, transfer: string): Promise<void> {
  try {
    await s3.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: transfer }));
  } catch (error) {
    if (!(error instanceof NoSuchUpload)) throw error;
  }
}

/** Bytes of a part that is written here: what is kept in memory. A store takes parts from 5 MiB on, but for the last. */
export const writtenPartBytes = 8 * 1024 * 1024;

/**
 * Writes an object of unknown length piece by piece, in bounded memory: a small one at once, a larger one in parts. Nobody
 * sees it before it is whole.
 * @returns what `produce` returns; when that fails nothing is kept.
 */
export async function writeInParts<Result>(
  store: ObjectStore,
  key: string,
  produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const writer = new PartWriter(store, key);
  try {
    const result = await produce((bytes) => writer.write(bytes));
    await writer.end();
    return result;
  } catch (error) {
    await writer.drop();
    throw error;
  }
}

class PartWriter {
  readonly #store: ObjectStore;
  readonly #key: string;
  readonly #parts: StoredPart[] = [];
  #transfer: string | undefined;
  #waiting: Uint8Array[] = [];
  #bytes = 0;

  constructor(store: ObjectStore, key: string) {
    this.#store = store;
    this.#key = key;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= writtenPartBytes) await this.#flush();
  }

  async end(): Promise<void> {
    if (this.#transfer === undefined) {
      const { s3, bucket } = this.#store;
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: this.#key, Body: this.#taken() }));
      return;
    }
    if (this.#bytes > 0) await this.#flush();
    await joinParts(this.#store, this.#key, this.#transfer, this.#parts);
  }

  async drop(): Promise<void> {
    if (this.#transfer !== undefined) await dropParts(this.#store, this.#key, this.#transfer);
  }

  async #flush(): Promise<void> {
    this.#transfer ??= await beginParts(this.#store, this.#key, 'application/octet-stream');
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
