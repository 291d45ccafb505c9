import { createHash, randomUUID } from 'node:crypto';
import { DownpourError } from '../../lib/errors.ts';
import { uploadLimits } from '../../lib/results/upload/limits.ts';
import { grouped } from '../../lib/words.ts';
import type { Api } from '../api/client.ts';
import { fileUnusable } from '../files/file-error.ts';
import { readBytes } from '../files/read-file.ts';
import { nameInMessages } from '../terminal/file-name.ts';
import type { Source } from './find-files.ts';
import { inlineOf, type RunMetadata, sendInline } from './send-inline.ts';
import { type PartsApi, sendParts, type UploadEvents } from './send-parts.ts';
import type { Times } from './times.ts';
import { unpacked } from './unpacked.ts';

/** The number of files that are uploaded at the same time. */
const filesAtOnce = 4;

/** The result of uploading one file. */
export type Sent = {
  readonly source: Source;
  readonly run?: number;
  readonly times?: Times | undefined;
  readonly error?: DownpourError;
};

export type UploadOptions = UploadEvents & {
  readonly runParameters: RunMetadata;
  readonly metadata?: Uint8Array | undefined;
  /** True to create new runs from files that were uploaded with the same parameters before. */
  readonly anew?: boolean | undefined;
};

export type UploadApi = Pick<Api, 'upload' | 'url'> & PartsApi;

/**
 * Uploads files, several at the same time. It yields the result of each file as soon as it is known. A failed
 * file does not stop the others.
 */
export async function* uploadFiles(
  api: UploadApi,
  sources: readonly Source[],
  options: UploadOptions,
): AsyncGenerator<Sent> {
  const waiting = [...sources];
  const under = new Map<Source, Promise<Sent>>();
  const begin = (): void => {
    const source = waiting.shift();
    if (source !== undefined) under.set(source, uploadFile(api, source, options));
  };
  for (let i = 0; i < filesAtOnce; i += 1) begin();
  while (under.size > 0) {
    const done = await Promise.race(under.values());
    under.delete(done.source);
    begin();
    yield done;
  }
}

async function uploadFile(api: UploadApi, source: Source, options: UploadOptions): Promise<Sent> {
  try {
    return { source, ...(await send(api, source, options)) };
  } catch (error) {
    if (error instanceof DownpourError) return { source, error };
    const { message, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined)
      return { source, error: fileUnusable(`Cannot read ${nameInMessages(source.file)}`, error) };
    return { source, error: new DownpourError('UPLOAD_FAILED', 500, message, { cause: error }) };
  }
}

async function send(
  api: UploadApi,
  given: Source,
  { runParameters, metadata, anew, ...events }: UploadOptions,
) {
  if (given.error !== undefined) throw given.error;
  const keyed = keyer(metadata, anew === true);
  await using source = await unpacked(given);
  if (source.bytes === 0)
    throw new DownpourError('NO_DATA', 400, 'the file is empty; a run must be a JSON document');
  const { sent, found } = ofFile(events, given.bytes / source.bytes);
  if (source.bytes > uploadLimits.largeUploadBytesMax) {
    const bound = `the file has ${grouped(source.bytes)} bytes, and the limit is ${grouped(uploadLimits.largeUploadBytesMax)}`;
    throw new DownpourError('UPLOAD_TOO_LARGE', 413, bound);
  }
  if (source.bytes <= uploadLimits.uploadBytesMax) {
    const document = await readBytes(source.file);
    const inline = await inlineOf(document, metadata, isNear(api.url));
    if (inline !== undefined) {
      // For a file that was unpacked into a temporary file, messages use the name of the original file.
      const named = { ...source, file: nameInMessages(given.file) };
      const made = await sendInline(api, named, document, inline, runParameters, keyed);
      sent(source.bytes);
      return made;
    }
  }
  return await sendParts(api, source, runParameters, metadata, (...what) => `parts-${keyed(...what)}`, {
    sent,
    found,
  });
}

/**
 * The progress of one file. The display knows the size of a compressed file, and not of the document in it,
 * so bytes are multiplied by `share`.
 */
const ofFile = ({ sent, found = sent }: UploadEvents, share: number): UploadEvents => ({
  sent: (bytes) => sent(Math.round(bytes * share)),
  found: (bytes) => found(Math.round(bytes * share)),
});

/**
 * Whether the API is on this machine. Uploads to it are not compressed, because compression would take longer
 * than it saves.
 */
const isNear = (url: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);

/**
 * Makes the idempotency key of an upload. The same file with the same parameters is the same run, however
 * often it is sent.
 */
function keyer(
  metadata: Uint8Array | undefined,
  anew: boolean,
): (digest: string, runParameters: RunMetadata) => string {
  const nonce = anew ? randomUUID() : '';
  return (digest, { test, start, stop, owner, access, description, schema }) => {
    const words = JSON.stringify([test, start, stop, owner, access, description, schema, nonce]);
    const hash = createHash('sha256').update(digest).update(words);
    return (metadata === undefined ? hash : hash.update('\0').update(metadata)).digest('hex');
  };
}
