import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DownpourError } from '../../lib/errors.ts';
import { uploadLimits } from '../../lib/results/upload/limits.ts';
import type { Source } from './documents.ts';

export type Unpacked = Source & AsyncDisposable;

/**
 * The uncompressed document of a gzip file, in a temporary file, because it need not fit into memory. Any
 * other file is returned unchanged.
 * @throws DownpourError FILE_UNUSABLE (400) for a damaged file, UPLOAD_TOO_LARGE (413).
 */
export async function unpacked(source: Source): Promise<Unpacked> {
  if (!(await isGzip(source.file))) return { ...source, [Symbol.asyncDispose]: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'downpour-unpacked-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'document.json');
  try {
    const bytes = await unpack(source.file, file);
    return { ...source, file, bytes, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    if (!/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const message = `${source.file} cannot be unpacked: ${(error as Error).message}`;
    throw new DownpourError('FILE_UNUSABLE', 400, message, { cause: error });
  }
}

async function isGzip(file: string): Promise<boolean> {
  // An error is ignored here, because the code that reads the file later reports it.
  await using handle = await open(file).catch(() => undefined);
  if (handle === undefined) return false;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}

/**
 * Uncompresses a file.
 * @returns the number of bytes of the document.
 */
async function unpack(from: string, to: string): Promise<number> {
  let bytes = 0;
  await pipeline(
    createReadStream(from),
    createGunzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > uploadLimits.largeUploadBytesMax) throw tooLarge();
        yield chunk;
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  );
  return bytes;
}

function tooLarge(): DownpourError {
  const bound = `the unpacked file has more than ${uploadLimits.largeUploadBytesMax} bytes, which is the limit`;
  return new DownpourError('UPLOAD_TOO_LARGE', 413, bound);
}
