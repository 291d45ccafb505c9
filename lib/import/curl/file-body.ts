import type { Draft } from '../draft/draft.ts';
import { hasPlaceholder } from '../draft/placeholders.ts';
import { printable } from '../draft/request.ts';
import type { Token } from './options.ts';

/** A body that is the content of a file, with a remark for the user. */
export type FileBody = { readonly file: string; readonly remark?: string };

/** Options for which a value `@FILE` means a file. `--data-raw` sends the `@` itself. */
const dataOfFiles = ['data', 'data-ascii', 'data-binary', 'json'];

/**
 * The file that is the body of the transfer with this number, from `-T FILE`, or from `-d @FILE` and similar
 * options. Undefined: the body is not a file.
 */
export function fileBody(
  tokens: readonly Token[],
  transfer: number,
  draft: Draft,
): FileBody | { readonly wrong: string } | undefined {
  const upload = uploadOf(tokens, transfer);
  const named = tokens.find(({ name, value }) => dataOfFiles.includes(name) && value.startsWith('@'));
  if (upload !== undefined) return fileNamed(upload, '-T', draft);
  if (named === undefined) return undefined;
  if (tokens.some(({ name }) => name === 'get'))
    return { wrong: '-G reads the query from a file; write the query into the URL' };
  if (tokens.filter(({ name }) => name === 'json' || name.startsWith('data')).length > 1)
    return { wrong: 'its body consists of a file and other data; put all of it into one file' };
  const found = fileNamed(named.value.slice(1), `--${named.name} @FILE`, draft);
  const strips = named.name === 'data' || named.name === 'data-ascii';
  return strips && 'hasLineBreaks' in found && found.hasLineBreaks
    ? {
        ...found,
        remark: `curl would leave out the line breaks of the file ${found.file}, but Downpour sends them; delete them from the file to send the same body`,
      }
    : found;
}

/** The file of `-T` for a transfer. The n-th `-T` belongs to the n-th URL. `-T ''` uploads nothing. */
export function uploadOf(tokens: readonly Token[], transfer: number): string | undefined {
  const file = tokens.filter(({ name }) => name === 'upload-file')[transfer]?.value;
  return file === '' ? undefined : file;
}

const lineFeed = 0x0a;

function fileNamed(name: string, option: string, draft: Draft) {
  if (name === '-' || (name === '.' && option === '-T'))
    return {
      wrong: `${option} reads the body from standard input; write the body to a file, and name the file`,
    };
  if (hasPlaceholder(name))
    return { wrong: `${option} names the file by a variable; write the real name of the file` };
  if (option === '-T' && /[{[]/.test(name))
    return { wrong: '-T names several files that curl would expand; write one command for each file' };
  const found = draft.findFile(name);
  if ('wrong' in found) return { wrong: `its body is the file '${printable(name)}', ${found.wrong}` };
  return { file: found.path, hasLineBreaks: found.content?.includes(lineFeed) === true };
}
