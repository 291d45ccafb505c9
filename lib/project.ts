import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The folder with package.json: the top of a clone, or of the installed package. Sources and bundles are at
 * different depths below it, so Downpour searches upwards.
 */
export const project = holding('package.json', import.meta.dirname);

/** A clone has sources and can build and deploy. The package contains the build. */
export const isClone = existsSync(join(project, 'bin', 'downpour.ts'));

export function version(): string {
  return (JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * The commit of a clone, from the files of Git. In an installed package, the commit from which the package
 * was made.
 */
export function commit(): string {
  const packed = join(project, 'dist', 'commit');
  if (!isClone && existsSync(packed)) return readFileSync(packed, 'utf8').trim();
  const own = gitFolder(join(project, '.git'));
  const head = own && readText(join(own, 'HEAD'));
  if (own === undefined || head === undefined) return 'unknown';
  const name = /^ref: (.+)$/.exec(head)?.[1];
  if (name === undefined) return head;
  // A linked work tree of Git has its own HEAD and shares the other files.
  const shared = join(own, readText(join(own, 'commondir')) ?? '.');
  const listed = readText(join(shared, 'packed-refs'))?.split('\n') ?? [];
  const line = listed.find((one) => one.endsWith(` ${name}`));
  return readText(join(shared, name)) ?? line?.split(' ')[0] ?? 'unknown';
}

/** The folder of Git's files. In a linked work tree, `.git` is a file that has the path of the folder. */
function gitFolder(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  if (statSync(path).isDirectory()) return path;
  const at = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  return at === undefined ? undefined : resolve(dirname(path), at);
}

const readText = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;

function holding(file: string, folder: string): string {
  if (existsSync(join(folder, file))) return folder;
  if (dirname(folder) === folder)
    throw new Error(
      `Downpour is not installed completely: no parent folder of ${import.meta.dirname} has the file ${file}; install it again`,
    );
  return holding(file, dirname(folder));
}
