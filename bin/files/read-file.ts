import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { DownpourError } from '../../lib/errors.ts';
import { grouped } from '../../lib/words.ts';
import { nameInMessages } from '../terminal/file-name.ts';
import { refusing } from './file-error.ts';

/** The most bytes that Node reads at once, and the most bytes of a text, which must fit into a string. */
const [fileBytesMax, textBytesMax] = [2 ** 31 - 1, 500_000_000] as const;

/**
 * Reads a text file.
 * @throws DownpourError (400) for a file that cannot be read, is too long or is not UTF-8.
 */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file, textBytesMax);
  checkUtf8(file, bytes);
  return bytes.toString('utf8');
}

/**
 * Checks that a file is UTF-8 text. A file with a zero byte in its first two bytes is probably UTF-16, which
 * some editors write.
 * @throws DownpourError (400)
 */
export function checkUtf8(file: string, bytes: Uint8Array): void {
  if (isUtf8(bytes) && !bytes.subarray(0, 1000).includes(0)) return;
  const name = nameInMessages(file);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new DownpourError(
      'FILE_UNUSABLE',
      400,
      `${name} is compressed with gzip: unpack the file with gunzip`,
    );
  const zero = bytes.indexOf(0);
  // In UTF-16, one of the first two bytes of a text with an ASCII character is zero.
  if (zero > 1 && isUtf8(bytes)) {
    const line = bytes.subarray(0, zero).filter((byte) => byte === 0x0a).length + 1;
    const message = `${name} has a zero byte in line ${line}, so it is no text: name another file, or remove this byte`;
    throw new DownpourError('FILE_UNUSABLE', 400, message);
  }
  throw new DownpourError('FILE_UNUSABLE', 400, `${name} is not UTF-8 text: save the file as UTF-8`);
}

/**
 * Reads a file, or standard input for the name `-`.
 * @throws DownpourError (400) for a file that cannot be read or has more than `bytesMax` bytes.
 */
export async function readBytes(file: string, bytesMax: number = fileBytesMax): Promise<Buffer> {
  const what = `Cannot read ${nameInMessages(file)}`;
  return await refusing(what, async () => {
    const checkLength = (bytes: number): void => {
      if (bytes <= bytesMax) return;
      const message = `${what}: the file is larger than the limit of ${grouped(bytesMax)} bytes`;
      throw new DownpourError('FILE_UNUSABLE', 400, message);
    };
    const info = file === '-' ? undefined : await stat(file);
    if (info?.isFile()) {
      checkLength(info.size);
      return readFile(file);
    }
    // The size of a device or a pipe is unknown, and it may never end. So the bytes are counted while they
    // arrive.
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      bytes += chunk.length;
      checkLength(bytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  });
}
