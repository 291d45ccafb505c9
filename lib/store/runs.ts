import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { GetObjectCommand, PutObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { objectKey } from '../names/object-keys.ts';
import type { Pieces, RunStore } from '../repository/ports/run-store.ts';
import type { ReadRange } from '../results/run-index/open-index.ts';
import { eraseObject, type ObjectStore, putJson, putObject, readBytes, readJson } from './objects.ts';

/**
 * The most attempts of a conditional write. When two such writes of one object conflict, S3 answers 409 to
 * one of them. A repeated write then shows which of them was first.
 */
const conflictAttempts = 5;

const json = 'application/json';

export function openRunStore(s3: S3Client, bucket: string): RunStore {
  const store = { s3, bucket };
  return {
    /** Writes a document once. False when the run has a document already, which remains unchanged. */
    async put(id: number, body: Uint8Array, revision = 0): Promise<boolean> {
      const command = { Bucket: bucket, Key: objectKey.run(id, revision), Body: body, ContentType: json };
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

    /** Writes or replaces the index of a run, which depends on the document and the release. */
    putIndex: (id: number, index: Uint8Array, revision = 0): Promise<void> =>
      putObject(store, objectKey.index(id, revision), index),

    /** Writes the metadata of a run, a JSON array. A repeated upload writes the same. */
    putMetadata: (id: number, metadata: Uint8Array): Promise<void> =>
      putObject(store, objectKey.metadata(id), metadata, json),

    /** Reads the metadata of a run. Undefined for a run without metadata. */
    metadata: (id: number): Promise<Uint8Array | undefined> => readBytes(store, objectKey.metadata(id)),

    /**
     * Reads the document of a run, in the revision that its row names. Undefined when the run has no
     * document.
     */
    get: (id: number, revision = 0): Promise<Uint8Array | undefined> =>
      readBytes(store, objectKey.run(id, revision)),

    documentUrl: ({ id, revision = 0 }, expiresInS): Promise<string> =>
      urlOf(store, objectKey.run(id, revision), expiresInS),

    /** Returns a function that reads ranges of a run's document. */
    document: (id: number, revision = 0): ReadRange => ranges(s3, bucket, objectKey.run(id, revision)),

    /** Returns a function that reads ranges of a run's index. */
    index: (id: number, revision = 0): ReadRange => ranges(s3, bucket, objectKey.index(id, revision)),

    /** Deletes a replaced revision of a document, and its index. A missing object is not an error. */
    async eraseRevision(id: number, revision: number): Promise<void> {
      await eraseObject(store, objectKey.run(id, revision));
      await eraseObject(store, objectKey.index(id, revision));
    },

    /** Writes or replaces the log of a run's histograms. */
    async putHistograms(id: number, log: string): Promise<void> {
      await putObject(store, objectKey.histograms(id), await promisify(gzip)(log));
    },

    /** Reads the log of a run's histograms. Undefined for a run without a log, such as an upload. */
    async histograms(id: number): Promise<string | undefined> {
      const bytes = await readBytes(store, objectKey.histograms(id));
      return bytes && (await promisify(gunzip)(bytes)).toString('utf8');
    },

    /** Writes or replaces the numbers of a run that a comparison needs. They depend only on the document. */
    putMeasured: (id: number, measured: Uint8Array): Promise<void> =>
      putObject(store, objectKey.measured(id), measured),

    /**
     * Reads the numbers of a run that a comparison needs. Undefined until a burst or a comparison has written
     * them.
     */
    measured: (id: number): Promise<Uint8Array | undefined> => readBytes(store, objectKey.measured(id)),

    /**
     * Writes or replaces label values of a dataset that are too large for the table: JSON texts by the ids of
     * the labels.
     */
    putLabelValues: (id: number, dataset: number, values: LabelValues): Promise<void> =>
      putJson(store, objectKey.labelValues(id, dataset), values),

    labelValues: (id: number, dataset: number): Promise<LabelValues | undefined> =>
      readJson(store, objectKey.labelValues(id, dataset)),

    /**
     * Stores a response for a day. Returns a URL from which the response can be read for `expiresInS`
     * seconds.
     */
    async putAnswer(
      request: string,
      body: string | Uint8Array | Pieces,
      type: string,
      expiresInS: number,
    ): Promise<string> {
      const Key = objectKey.answer(request);
      if (typeof body === 'string' || body instanceof Uint8Array)
        await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: body, ContentType: type }));
      else {
        // The module is loaded here, because few responses need it.
        const parts = await import('./uploads/object-parts.ts');
        const each = async (write: (bytes: Uint8Array) => Promise<void>): Promise<void> => {
          for await (const piece of body) await write(piece);
        };
        await parts.writeInParts({ s3, bucket }, Key, each, type);
      }
      return urlOf(store, Key, expiresInS);
    },
  };
}

const urlOf = ({ s3, bucket }: ObjectStore, Key: string, expiresInS: number): Promise<string> =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key }), { expiresIn: expiresInS });

type LabelValues = Readonly<Record<string, string>>;

/**
 * Returns a function that reads ranges of an object. In HTTP a range includes its last byte (RFC 9110 section
 * 14.1.2). A range of the last bytes of an object has no start.
 */
export const ranges =
  (s3: S3Client, bucket: string, key: string): ReadRange =>
  async (start, end) => {
    if (end !== undefined && end <= start) return new Uint8Array(0);
    const range = start < 0 ? `bytes=${start}` : `bytes=${start}-${end === undefined ? '' : end - 1}`;
    try {
      return await readBytes({ s3, bucket }, key, range);
    } catch (error) {
      // The status 416 means that the object ends before the range begins, so the range is empty.
      if (isStatus(error, 416)) return new Uint8Array(0);
      throw error;
    }
  };

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
