import { attaching } from './limits.ts';

/**
 * Why a text is not allowed as the path of a document's file. Undefined when it is allowed. Does not access
 * the disk.
 */
export function pathProblem(path: string): { readonly message: string; readonly hint?: string } | undefined {
  if (path.trim() === '') return { message: 'the path of the file is empty', hint: beside };
  if (path.length > attaching.pathCharsMax)
    return {
      message: `the path of a file may have at most ${attaching.pathCharsMax} characters`,
      hint: 'move the file nearer to the document, or give it a shorter name',
    };
  if (/^([/\\]|[a-z]:[/\\]|[a-z][\w+.-]+:\/\/)/i.test(path))
    return { message: `'${path}' is an absolute path`, hint: beside };
  if (path.includes('\\')) return { message: `'${path}' has a backslash`, hint: "write '/' between folders" };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  if (/[\u0000-\u001f]/.test(path))
    return {
      message: 'the path of the file has a control character, such as a tab or a line break',
      hint: 'remove that character from the path, and from the name of the file',
    };
  const parts = path.split('/');
  if (leadsOut(parts)) return { message: `'${path}' leads out of the document's folder`, hint: beside };
  if (['', '.', '..'].includes(parts.at(-1) ?? ''))
    return { message: `'${path}' names a folder, expected a file` };
  return undefined;
}

/**
 * True when a part of the path leads out of the document's folder. Such paths are refused, because the
 * folders above it differ from machine to machine.
 */
function leadsOut(parts: readonly string[]): boolean {
  let depth = 0;
  for (const part of parts) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

const beside = "put the file next to the document, and write a relative path, such as 'data.csv'";
