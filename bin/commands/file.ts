import { readFile } from 'node:fs/promises';
import { DownpourError } from '../../lib/errors.ts';

export async function readText(file: string): Promise<string> {
  return (await readBytes(file)).toString('utf8');
}

/** Throws DownpourError 400 for a file that cannot be read. */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    const why =
      { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'no permission' }[code] ?? code;
    throw new DownpourError('FILE_UNREADABLE', 400, `Cannot read ${file}: ${why}`, { cause });
  }
}
