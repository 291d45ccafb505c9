import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathProblem } from '../../lib/driver/scenario/files/path.ts';
import type { FindFile, FoundFile } from '../../lib/import/draft/find-file.ts';
import { documentFiles } from './document-files.ts';

/**
 * Finds the files whose bytes the requests of a source send. The working directory comes first, as in curl,
 * then the folder of the source. A document can only use files in its own folder.
 *
 * @param source is `standard input`, or the imported file.
 */
export async function findFiles(
  names: readonly string[],
  source: string,
  document: string,
): Promise<FindFile> {
  const found = new Map<string, FoundFile>();
  const bases = [...new Set([resolve('.'), dirname(resolve(source))])];
  for (const name of names) {
    const tries: FoundFile[] = [];
    for (const base of bases) tries.push(await findFile(resolve(base, name), document));
    found.set(name, tries.find((each) => 'path' in each) ?? tries[0] ?? outside);
  }
  return (name) => found.get(name) ?? outside;
}

const outside: FoundFile = {
  wrong: "which is outside of the document's folder; copy the file into that folder and name the copy",
};

async function findFile(file: string, document: string): Promise<FoundFile> {
  const path = relative(dirname(resolve(document)), file)
    .split(sep)
    .join('/');
  if (isAbsolute(path) || path.split('/')[0] === '..') return outside;
  const problem = pathProblem(path);
  if (problem !== undefined)
    return { wrong: `whose path a benchmark document cannot contain: ${problem.message}` };
  const { contents, problems } = await documentFiles(document, [path]);
  const content = contents.get(path);
  if (content !== undefined) return { path, content };
  // The reason ends with advice about the option --allow-files. Only commands that run a document have it, so
  // the advice is left out.
  const [reason = 'it cannot be read'] = problems.get(path)?.split('; add --allow-files') ?? [];
  return { wrong: `which cannot be used: ${reason}` };
}
