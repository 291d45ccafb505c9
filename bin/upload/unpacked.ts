import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DownpourError } from '../../lib/errors.ts';
import { uploadLimits } from '../../lib/results/upload/limits.ts';
import { grouped } from '../../lib/words.ts';
import { fileUnusable, refusing } from '../files/file-error.ts';
import type { Source } from './find-files.ts';

export type Unpacked = Source & AsyncDisposable;

/**
 * The uncompressed document of a source as a file that can be read repeatedly. For a gzip file and for a pipe
 * it is a temporary file, because the document need not fit into memory.
 * @throws DownpourError FILE_UNUSABLE (400, or 507 for a full disk), UPLOAD_TOO_LARGE (413).
 */
export async function unpacked(source: Source): Promise<Unpacked> {
  const isPlain = source.isStream !== true && !(await isGzip(source.file));
  if (isPlain) return { ...source, [Symbol.asyncDispose]: async () => undefined };
  const place = `Cannot unpack ${source.file} into ${tmpdir()}`;
  const folder = await refusing(place, () => mkdtemp(join(tmpdir(), 'downpour-unpacked-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await copied(source, folder)), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    if ((error as NodeJS.ErrnoException).syscall === 'write') throw fileUnusable(place, error);
    if (!/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const message = `${source.file} cannot be unpacked: ${(error as Error).message}; the file is damaged or incomplete`;
    throw new DownpourError('FILE_UNUSABLE', 400, message, { cause: error });
  }
}

/** Copies the document of a source into a folder. */
async function copied(source: Source, folder: string): Promise<Source> {
  let whole = source;
  if (source.isStream === true) {
    const file = join(folder, 'input');
    const input = source.file === '-' ? process.stdin : createReadStream(source.file);
    whole = { ...source, file, bytes: await copy(input, new PassThrough(), file) };
    if (!(await isGzip(file))) return whole;
  }
  const file = join(folder, 'document.json');
  return { ...whole, file, bytes: await copy(createReadStream(whole.file), createGunzip(), file) };
}

async function isGzip(file: string): Promise<boolean> {
  // An error is ignored here, because the code that reads the file later reports it.
  await using handle = await open(file).catch(() => undefined);
  if (handle === undefined) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}

/**
 * Copies a stream through a transformation into a file.
 * @returns the number of bytes.
 */
async function copy(from: Readable, through: Transform, to: string): Promise<number> {
  let bytes = 0;
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > uploadLimits.largeUploadBytesMax) throw tooLarge();
      yield chunk;
    }
  };
  await pipeline(from, through, bounded, createWriteStream(to, { mode: 0o600 }));
  return bytes;
}

function tooLarge(): DownpourError {
  const bound = `the document is larger than the limit of ${grouped(uploadLimits.largeUploadBytesMax)} bytes`;
  return new DownpourError('UPLOAD_TOO_LARGE', 413, bound);
}
