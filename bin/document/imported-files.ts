import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathProblem } from '../../lib/driver/scenario/files/path.ts';
import type { FindFile, FoundFile } from '../../lib/import/draft/files.ts';
import { filesBeside } from './files-beside.ts';

/**
 * Looks for the files whose bytes the requests of a source send: from the working directory, as curl does,
 * then from the folder of the source. A document can name a file in its own folder only.
 *
 * @param source `standard input`, or the file that is imported.
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
  wrong: "which lies outside of the document's folder; put a copy beside the document and name that one",
};

async function findFile(file: string, document: string): Promise<FoundFile> {
  const path = relative(dirname(resolve(document)), file)
    .split(sep)
    .join('/');
  if (isAbsolute(path) || path.split('/')[0] === '..') return outside;
  const problem = pathProblem(path);
  if (problem !== undefined) return { wrong: `which a document cannot name: ${problem.message}` };
  const { contents, problems } = await filesBeside(document, [path]);
  const content = contents.get(path);
  if (content !== undefined) return { path, hasLineBreaks: content.includes(10) };
  // The option that would allow it belongs to the commands that run the document.
  const [reason = 'it cannot be read'] = problems.get(path)?.split('; --allow-files') ?? [];
  return { wrong: `which cannot be used: ${reason}` };
}
