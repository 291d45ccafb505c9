import { setTimeout as sleep } from 'node:timers/promises';
import type { RunUpload } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';
import { type Content, contentOf } from './content.ts';
import type { Source } from './documents.ts';
import type { Asked } from './send-inline.ts';
import { type Times, timePlaces, timesOfChange } from './times.ts';

/** Parts of one document that are on their way at a time; each is in memory. */
const partsAtOnce = 4;

/** Times that nothing is heard of a part before it is sent again. */
const partTimeoutMs = 300_000;

/** Who hears of bytes that have arrived, and of those that were there already. */
export type Heard = {
  readonly sent: (bytes: number) => void;
  readonly found?: ((bytes: number) => void) | undefined;
};

export type PartsApi = Pick<Api, 'beginUpload' | 'uploadState' | 'completeUpload' | 'put'>;

/**
 * Keeps a document as a run that does not fit into a request: its parts go to the store. What is there
 * already, from an attempt that was interrupted, is not sent again.
 */
export async function sendParts(
  api: PartsApi,
  source: Source,
  asked: Asked,
  metadata: Uint8Array | undefined,
  keyed: (digest: string, asked: Asked) => string,
  { sent, found = sent }: Heard,
): Promise<{ readonly run: number; readonly times?: Times | undefined }> {
  const { schema, ...parameters } = asked;
  await using content = await contentOf(source, schema);
  const { sha256 } = content;
  const upload = await begun(api, content, keyed(sha256, asked));
  const there = upload.sizeBytes - upload.missing.reduce((sum, { bytes }) => sum + bytes, 0);
  if (there > 0) found(there);
  if (upload.state === 'stored') return { run: upload.id };
  await sendAll(api, upload, content, sent);
  const { run, times } = await completed(api, upload.id, { ...parameters, sha256 }, source, metadata);
  return { run, times };
}

/** An upload whose parts are gone is begun again, under another key. */
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
      if ((await content.read(body, start)) < bytes)
        throw new DownpourError('FILE_CHANGED', 400, 'it became shorter on the way');
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
      // Those that are on their way arrive, so that they need not be sent again; no others are begun.
      waiting.length = 0;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(sending)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

const urlsOf = ({ missing }: RunUpload): ReadonlyMap<number, string> =>
  new Map(missing.map(({ number, url }) => [number, url]));

/** The status for a URL that took too long to be used. */
const expired = 403;

function untaken(part: number, status: number): DownpourError {
  const why = status === 507 ? 'its disk is full' : `it answered ${status}`;
  return new DownpourError('UPLOAD_FAILED', 503, `the store did not take part ${part}: ${why}`);
}

/** A large document is read behind the reply: asks again until that is done. */
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
/** The work on a document may fail four times, which takes half an hour with its pauses. */
const readingAttemptsMax = 1_800;

/** Without times the API looks for them where load drivers write them. */
async function completed(
  api: PartsApi,
  id: number,
  { start, stop, ...parameters }: Omit<Asked, 'schema'> & { readonly sha256: string },
  { changedAtMs }: Source,
  metadata: Uint8Array | undefined,
): Promise<{ readonly run: number; readonly times?: Times | undefined }> {
  const complete = async (times: { readonly start: string; readonly stop: string }) =>
    Number(await whenRead(() => api.completeUpload(id, { ...parameters, ...times }, metadata)));
  if (start !== undefined && stop !== undefined) return { run: await complete({ start, stop }) };
  for (const place of timePlaces) {
    const times = { start: start ?? place.start, stop: stop ?? place.stop };
    try {
      return { run: await complete(times), times: { ...times, source: 'from the document' } };
    } catch (error) {
      const isAbsent =
        error instanceof DownpourError && ['START_INVALID', 'STOP_INVALID'].includes(error.code);
      if (!isAbsent) throw error;
    }
  }
  const changed = timesOfChange(changedAtMs);
  const times = { start: start ?? changed.start, stop: stop ?? changed.stop };
  return { run: await complete(times), times: { ...times, source: changed.source } };
}
