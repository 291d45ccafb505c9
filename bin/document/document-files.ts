import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, normalize, resolve, sep } from 'node:path';
import type { FileRef, Files } from '../../lib/driver/model/files.ts';
import { attaching } from '../../lib/driver/scenario/files/limits.ts';
import { isDataFolder } from '../../lib/local/data-folder/folder-checks.ts';
import { bytes as amount } from '../../lib/report/units.ts';

export type FoundFiles = {
  readonly contents: Files;
  /** The reasons why files cannot be used, by their paths. */
  readonly problems: ReadonlyMap<string, string>;
  readonly refs: readonly FileRef[];
  /** The description of each file for people: its path, the target of a link, and its size. */
  readonly named: readonly string[];
};

/**
 * Reads the files of a document from its folder, each once. It checks the type and the size of a file before
 * it reads, and follows no link out of the folder. A document may come from a stranger, and its folder may
 * have private files. Names that begin with a dot, and data folders, are therefore rejected.
 *
 * @param anyFile is true when the user allowed these files too.
 */
export async function documentFiles(
  document: string,
  paths: readonly string[],
  anyFile = false,
): Promise<FoundFiles> {
  const folder = dirname(resolve(document));
  const contents = new Map<string, Uint8Array>();
  const problems = new Map<string, string>();
  const named: string[] = [];
  let left: number = attaching.filesBytesMax;
  for (const path of paths) {
    const found = contents.size < attaching.filesMax ? await read(folder, path, left, anyFile) : tooMany;
    if ('wrong' in found) problems.set(path, `file '${path}' ${found.wrong}`);
    else {
      contents.set(path, found.content);
      left -= found.content.length;
      const link = found.real === normalize(path) ? '' : `, which is ${found.real}`;
      named.push(`${path}${link} (${amount(found.content.length)})`);
    }
  }
  return { contents, problems, refs: [...contents].map(([path, content]) => refOf(path, content)), named };
}

/** A file that was read, or the reason why it was not. `real` is the path in the folder after all links. */
type Read = { readonly content: Uint8Array; readonly real: string } | { readonly wrong: string };

const tooMany: Read = { wrong: `is one file too many: a document may name at most ${attaching.filesMax}` };

const refOf = (path: string, content: Uint8Array): FileRef => ({
  path,
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: content.length,
});

async function read(folder: string, path: string, bytesLeft: number, anyFile: boolean): Promise<Read> {
  try {
    const file = await realpath(resolve(folder, path));
    const inside = (await realpath(folder)).replace(/\/$/, '') + sep;
    if (!file.startsWith(inside))
      return { wrong: `is a link that leads out of ${folder}: copy the file into that folder` };
    const real = file.slice(inside.length);
    const secret = anyFile ? undefined : await whyPrivate(normalize(path), real, file);
    if (secret !== undefined) return { wrong: `${secret}; add --allow-files to send this file` };
    // The file is opened without blocking, because a pipe without a writer would block the command.
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const info = await handle.stat();
    if (!info.isFile())
      return {
        wrong: info.isDirectory() ? 'is a folder; write the path of a file' : 'is not a regular file',
      };
    const wrong = tooLarge(info.size, bytesLeft);
    return wrong === undefined ? { content: await handle.readFile(), real } : { wrong };
  } catch (error) {
    return { wrong: reasonOf(error as NodeJS.ErrnoException, folder) };
  }
}

/** The reason why a file is probably private, or undefined. */
async function whyPrivate(path: string, real: string, file: string): Promise<string | undefined> {
  const hidden = [path, real].find((each) => each.split(sep).some((name) => name.startsWith('.')));
  if (hidden !== undefined) {
    const leads = hidden === path ? '' : `the link leads to '${hidden}', and `;
    return `is not read: ${leads}files and folders whose names begin with a dot often contain secrets; give it a name without the dot`;
  }
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (await isDataFolder(folder))
      return `is not read: ${folder} is a data folder of Downpour, which contains API keys`;
    if (folder === dirname(folder)) return undefined;
  }
}

function tooLarge(bytes: number, bytesLeft: number): string | undefined {
  const { fileBytesMax, filesBytesMax } = attaching;
  if (bytes > fileBytesMax)
    return `has ${amount(bytes)}, and a load generator can keep at most ${amount(fileBytesMax)} of a file in memory: use a part of the file`;
  if (bytes > bytesLeft)
    return `has ${amount(bytes)}, and together with the files before it that is more than ${amount(filesBytesMax)}, the limit for all files of a document`;
  return undefined;
}

function reasonOf(error: NodeJS.ErrnoException, folder: string): string {
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `does not exist in ${folder}; create the file, or correct its path`;
    case 'ELOOP':
      return 'is a link that leads to itself';
    case 'EACCES':
      return 'cannot be read: no permission';
    case 'ENXIO':
      return 'is not a regular file';
    default:
      if (error.code === undefined) throw error;
      return `cannot be read: ${error.code}`;
  }
}
