import { setTimeout as sleep } from 'node:timers/promises';
import type { RunUpload } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';
import { whyRejected } from '../api/put-presigned.ts';
import { type Content, contentOf } from './content.ts';
import type { Source } from './find-files.ts';
import type { RunMetadata } from './send-inline.ts';
import { type Times, timePlaces, timesOfChange, withGiven } from './times.ts';

/** The number of parts of a document that are sent at the same time. Each of them is in memory. */
const partsAtOnce = 4;

/** The milliseconds without progress after which the command sends a part again. */
const partTimeoutMs = 300_000;

/** Callbacks for the bytes that have arrived, and for the bytes that the store already had. */
export type UploadEvents = {
  readonly sent: (bytes: number) => void;
  readonly found?: ((bytes: number) => void) | undefined;
};

export type PartsApi = Pick<Api, 'beginUpload' | 'uploadState' | 'completeUpload' | 'put'>;

/**
 * Uploads a document that does not fit into one request: its parts go to the store. Parts that an interrupted
 * attempt has stored are not sent again.
 */
export async function sendParts(
  api: PartsApi,
  source: Source,
  runParameters: RunMetadata,
  metadata: Uint8Array | undefined,
  keyed: (digest: string, runParameters: RunMetadata) => string,
  { sent, found = sent }: UploadEvents,
): Promise<{ readonly run: number; readonly times?: Times | undefined }> {
  const { schema, ...parameters } = runParameters;
  await using content = await contentOf(source, schema);
  const { sha256 } = content;
  const upload = await begun(api, content, keyed(sha256, runParameters));
  const there = upload.sizeBytes - upload.missing.reduce((sum, { bytes }) => sum + bytes, 0);
  if (there > 0) found(there);
  if (upload.state === 'stored') return { run: upload.id };
  await sendAll(api, upload, content, sent);
  const { run, times } = await completed(api, upload.id, { ...parameters, sha256 }, source, metadata);
  return { run, times };
}

/** Begins an upload. If the parts of an earlier upload were deleted, it begins again with another key. */
async function begun(api: PartsApi, { bytes }: Content, key: string): Promise<RunUpload> {
  for (let attempt = 0; ; attempt += 1) {
    const upload = await api.beginUpload(bytes, attempt === 0 ? key : `${key}-${attempt}`);
    if (upload.state !== 'gone' || attempt === 9) return upload;
  }
}

async function sendAll(
  api: PartsApi,
  upload: RunUpload,
  content: Content,
  sent: (bytes: number) => void,
): Promise<void> {
  let urls = urlsOf(upload);
  const waiting = [...upload.missing];
  const next = async (): Promise<void> => {
    const buffer = Buffer.allocUnsafe(Math.min(upload.partBytes, upload.sizeBytes));
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const { number, start, bytes } = part;
      const body = buffer.subarray(0, bytes);
      // The second check is for a server that asks for other bytes than those of the file. The buffer has
      // other memory of this process, which no server may receive.
      if ((await content.read(body, start)) < body.length || body.length !== bytes)
        throw new DownpourError(
          'FILE_CHANGED',
          400,
          'the file became shorter during the upload: upload the file again when no other program writes to it',
        );
      const put = () => api.put(urls.get(number) ?? '', { body, silenceMs: partTimeoutMs });
      let { status } = await put();
      if (status === expired) {
        urls = urlsOf(await api.uploadState(upload.id));
        ({ status } = await put());
      }
      if (status !== 200) throw untaken(number, status);
      sent(bytes);
    }
  };
  const sending = Array.from({ length: Math.min(partsAtOnce, upload.missing.length) }, () =>
    next().catch((error: unknown) => {
      // Parts that have not begun are not sent any more. Parts that are being sent still arrive, so a later
      // attempt need not send them.
      waiting.length = 0;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(sending)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

const urlsOf = ({ missing }: RunUpload): ReadonlyMap<number, string> =>
  new Map(missing.map(({ number, url }) => [number, url]));

/** The HTTP status of a request to an expired URL. */
const expired = 403;

const untaken = (part: number, status: number): DownpourError =>
  new DownpourError(
    'UPLOAD_FAILED',
    503,
    `the object store rejected part ${part} of the upload: ${whyRejected(status)}`,
  );

/**
 * Completes an upload. The API reads a large document after its reply, so the request is repeated until the
 * document has been read.
 */
async function whenRead<T>(complete: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await complete();
    } catch (error) {
      const isReading = error instanceof DownpourError && error.code === 'UPLOAD_INDEXING';
      if (!isReading || attempt === readingAttemptsMax) throw error;
      await sleep(readingPauseMs);
    }
  }
}

const readingPauseMs = 1_000;
/**
 * The most repeated requests. The API may try four times to read a document, which takes half an hour with
 * the pauses.
 */
const readingAttemptsMax = 1_800;

/**
 * Completes an upload. Without given times, the API finds them in the members in which load drivers write
 * them.
 */
async function completed(
  api: PartsApi,
  id: number,
  { start, stop, ...parameters }: Omit<RunMetadata, 'schema'> & { readonly sha256: string },
  { changedAtMs }: Source,
  metadata: Uint8Array | undefined,
): Promise<{ readonly run: number; readonly times?: Times | undefined }> {
  const complete = async (times: { readonly start: string; readonly stop: string }) => {
    const sent = { ...parameters, start: times.start, stop: times.stop };
    return Number(await whenRead(() => api.completeUpload(id, sent, metadata)));
  };
  if (start !== undefined && stop !== undefined) return { run: await complete({ start, stop }) };
  for (const place of timePlaces) {
    const times = withGiven({ ...place, source: 'the document' }, { start, stop });
    try {
      return { run: await complete(times), times };
    } catch (error) {
      const isAbsent =
        error instanceof DownpourError && ['START_INVALID', 'STOP_INVALID'].includes(error.code);
      if (!isAbsent) throw error;
    }
  }
  const times = withGiven(timesOfChange(changedAtMs), { start, stop });
  return { run: await complete(times), times };
}
