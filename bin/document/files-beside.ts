import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { attaching } from '../../lib/driver/limits.ts';
import type { FileRef, Files } from '../../lib/driver/model/files.ts';
import { bytes as amount } from '../../lib/report/units.ts';

export type FoundFiles = {
  readonly contents: Files;
  /** Why a file could not be taken, by its path. */
  readonly problems: ReadonlyMap<string, string>;
  readonly refs: readonly FileRef[];
};

/**
 * Reads the files that a document needs from its folder, each once. Looks at what a file is and how large it is before
 * it reads any of it, and follows no link out of the folder.
 */
export async function filesBeside(document: string, paths: readonly string[]): Promise<FoundFiles> {
  const folder = dirname(resolve(document));
  const contents = new Map<string, Uint8Array>();
  const problems = new Map<string, string>();
  let left: number = attaching.filesBytesMax;
  for (const path of paths) {
    const found = contents.size < attaching.filesMax ? await read(folder, path, left) : tooMany;
    if ('wrong' in found) problems.set(path, `file '${path}' ${found.wrong}`);
    else {
      contents.set(path, found.content);
      left -= found.content.length;
    }
  }
  return { contents, problems, refs: [...contents].map(([path, content]) => refOf(path, content)) };
}

type Read = { readonly content: Uint8Array } | { readonly wrong: string };

const tooMany: Read = { wrong: `is one too many: ${attaching.filesMax} can come with a document` };

const refOf = (path: string, content: Uint8Array): FileRef => ({
  path,
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: content.length,
});

async function read(folder: string, path: string, bytesLeft: number): Promise<Read> {
  try {
    const file = await realpath(resolve(folder, path));
    const inside = (await realpath(folder)).replace(/\/$/, '') + sep;
    if (!file.startsWith(inside)) return { wrong: `is a link that leads out of ${folder}` };
    // A pipe without a writer must not hold the command up.
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const info = await handle.stat();
    if (!info.isFile()) return { wrong: info.isDirectory() ? 'is a folder' : 'is no regular file' };
    const wrong = tooLarge(info.size, bytesLeft);
    return wrong === undefined ? { content: await handle.readFile() } : { wrong };
  } catch (error) {
    return { wrong: reasonOf(error as NodeJS.ErrnoException, folder) };
  }
}

function tooLarge(bytes: number, bytesLeft: number): string | undefined {
  const { fileBytesMax, filesBytesMax } = attaching;
  if (bytes > fileBytesMax)
    return `has ${amount(bytes)}, at most ${amount(fileBytesMax)} can travel to the functions that hold it in memory: take a sample of it`;
  if (bytes > bytesLeft)
    return `has ${amount(bytes)}, which makes more than ${amount(filesBytesMax)} together with the files before it`;
  return undefined;
}

function reasonOf(error: NodeJS.ErrnoException, folder: string): string {
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `is not there, looked in ${folder}`;
    case 'ELOOP':
      return 'is a link that leads to itself';
    case 'EACCES':
      return 'cannot be read: no permission';
    case 'ENXIO':
      return 'is no regular file';
    default:
      if (error.code === undefined) throw error;
      return `cannot be read: ${error.code}`;
  }
}
