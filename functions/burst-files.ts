import { createHash } from 'node:crypto';
import { FileCache } from '../lib/driver/driving/file-cache.ts';
import type { FileRef, Files, SentFiles } from '../lib/driver/model/files.ts';
import { attaching } from '../lib/driver/scenario/files/limits.ts';
import { DownpourError } from '../lib/errors.ts';
import { grouped } from '../lib/words.ts';
import { burstFiles, burstStores } from './stores.ts';

/**
 * Reads the content of an uploaded file, and verifies its hash.
 * @throws DownpourError `FILE_MISSING` (400) when the file was not uploaded, is deleted, or has another
 * length or hash.
 */
export async function readFile(upload: string, { path, sha256, bytes }: FileRef): Promise<Uint8Array> {
  const content = await burstFiles().get(upload, sha256);
  if (content === undefined)
    throw new DownpourError(
      'FILE_MISSING',
      400,
      `file '${path}' was not uploaded; upload the file, and send the request again`,
    );
  if (content.length !== bytes || digestOf(content) !== sha256)
    throw new DownpourError(
      'FILE_MISSING',
      400,
      `the content of the uploaded file '${path}' does not match the hash in the request; upload the file again`,
    );
  return content;
}

export const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * Deletes the document, the parameters and the files of a burst. Measurements remain. The function may run
 * twice.
 */
export async function forgetDocument(burst: string, sent: SentFiles | undefined): Promise<void> {
  await Promise.all([burstStores().objects.eraseDocument(burst), forgetFiles(sent)]);
}

export async function forgetFiles(sent: SentFiles | undefined): Promise<void> {
  if (sent !== undefined) await burstFiles().erase(sent.upload, sent.list);
}

/** @throws DownpourError FILES_TOO_LARGE (400) when files are larger together than a document may have. */
export function refuseTooLarge(files: readonly { readonly bytes: number }[]): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > attaching.filesBytesMax) {
    const message = `the files have ${grouped(total)} bytes together, and the files of a document may have at most ${grouped(attaching.filesBytesMax)}: name fewer or smaller files`;
    throw new DownpourError('FILES_TOO_LARGE', 400, message);
  }
}

type ReadFiles = {
  readonly contents: Files;
  /** The reasons why files could not be read, by their paths. */
  readonly problems: ReadonlyMap<string, string>;
};

/** Reads all uploaded files of a document. A content that several paths use is read once. */
export async function readFiles({ upload = '', list = [] }: Partial<SentFiles> = {}): Promise<ReadFiles> {
  refuseTooLarge(list);
  const cache = new FileCache(attaching.filesBytesMax);
  const contents = new Map<string, Uint8Array>();
  const problems = new Map<string, string>();
  const take = async (file: FileRef): Promise<void> => {
    try {
      contents.set(file.path, await cache.get(file, (each) => readFile(upload, each)));
    } catch (error) {
      if (!(error instanceof DownpourError)) throw error;
      problems.set(file.path, error.message);
    }
  };
  await Promise.all(list.map(take));
  return { contents, problems };
}
