import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import type { FindFile } from '../../lib/import/draft/find-file.ts';
import type { Imported, Kind } from '../../lib/import/import.ts';
import { Refusal } from '../../lib/import/refusal.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { quoted } from '../cli/shell-command.ts';
import { type Output, refusedSource, stemOf, warn, writeNew } from '../document/new-document.ts';
import { readBytes } from '../files/read-file.ts';
import { nameInMessages } from '../terminal/file-name.ts';
import { forceOption, outputOption } from './init.ts';

type Options = Output & { readonly all?: boolean };

export function addImport(program: Command, context: Context): void {
  program
    .command('import')
    .summary('make a benchmark from curl, HAR, OpenAPI or Postman')
    .description(
      'Make a benchmark from curl commands, a HAR, an OpenAPI description or a Postman collection.',
    )
    .usage('[options] [curl|har|openapi|postman] <file>')
    .argument(
      '<kind-or-file>',
      'kind of the file; needed only when Downpour cannot recognise it from its content',
    )
    .argument('[file]', 'file to read, - for standard input')
    .addOption(outputOption('the file'))
    .addOption(forceOption())
    .option('--all', 'also import static resources (HAR) and operations that may change data (OpenAPI)')
    .addHelpText('after', help)
    .action(async (first: string, second: string | undefined, options: Options) =>
      context.finish(await importFile(first, second, options, context)),
    );
}

const help = `
Neither form sends requests. A body from a file (curl -d @FILE, -T FILE, Postman) becomes fromFile
when the file lies in the folder of the document. The text of a file in a form (curl -F a=@FILE,
Postman) becomes part of the document. A warning names each part that cannot be converted and is
left out. Passwords, tokens and cookies become parameters and are not kept in the
file; give them with -P when it runs.

Examples:
  $ downpour import shop.har
  $ downpour import openapi api.yaml --all -o api.hf.yaml
  $ downpour import postman shop.postman_collection.json
  $ pbpaste | downpour import curl - -o login.hf.yaml     (a browser's "Copy as cURL")

Exit codes: 0 written, 2 nothing in it can be used, or the file exists.`;

async function importFile(
  first: string,
  second: string | undefined,
  options: Options,
  context: Context,
): Promise<number> {
  const { kinds } = await import('../../lib/import/import.ts');
  const { kind, file } = sourceOf(first, second, kinds);
  if (/^https?:\/\//i.test(file))
    throw new DownpourError(
      'SOURCE_REFUSED',
      400,
      `${nameInMessages(file)} is an address, but \`import\` reads a file: download it, as in \`curl -o FILE ${quoted(file)}\`, or write a first benchmark for the address with \`downpour init ${quoted(file)}\``,
    );
  const bytes = file === '-' ? await readInput() : await readBounded(file);
  const label = nameInMessages(file);
  const imported = await read(bytes, kind, label, options, context);
  const { fileStem } = await import('../../lib/import/draft/names.ts');
  const origin = imported.draft.targets[0]?.origin.replace(/^https?:\/\//, '') ?? '';
  const from = `from ${file === '-' ? label : basename(file)} (${imported.kind}), made by downpour import`;
  await writeNew(
    {
      draft: imported.draft,
      name: fileStem(file === '-' ? origin : stemOf(file)),
      from,
      ...(file === '-' ? {} : { source: file }),
    },
    options,
    context,
  );
  return exit.passed;
}

function sourceOf(
  first: string,
  second: string | undefined,
  kinds: readonly Kind[],
): { readonly kind?: Kind; readonly file: string } {
  const kind = kinds.find((one) => one === first.toLowerCase());
  if (kind !== undefined && second !== undefined) return { kind, file: second };
  if (second === undefined && kind === undefined) return { file: first };
  const message =
    second === undefined
      ? `the file is missing: write \`import ${first} FILE\`, or \`import ${first} -\` for standard input`
      : `Downpour cannot import the kind '${first}', expected one of ${kinds.join(', ')}`;
  throw new DownpourError('SOURCE_REFUSED', 400, message);
}

async function read(
  bytes: Buffer,
  kind: Kind | undefined,
  file: string,
  { all = false, output }: Options,
  { err }: Context,
): Promise<Imported> {
  const { importText } = await import('../../lib/import/import.ts');
  const text = bytes.toString('utf8');
  try {
    const named = new Set<string>();
    const note: FindFile = (name) => {
      named.add(name);
      return { path: name, content: new Uint8Array() };
    };
    const imported = importText(text, kind, { all, findFile: note });
    if (named.size === 0) return imported;
    const { findFiles } = await import('../document/body-files.ts');
    const document = output === undefined || output === '-' ? 'imported.hf.yaml' : output;
    return importText(text, kind, { all, findFile: await findFiles([...named], file, document) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    warn(error.warnings, err);
    throw refusedSource(file, error);
  }
}

/**
 * The largest source in bytes. It is in memory as text, as values and as a document, which takes about 10
 * times its size.
 */
const bytesMax = 100_000_000;

async function readBounded(file: string): Promise<Buffer> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0, // `readBytes` reports why the file cannot be read.
  );
  if (size > bytesMax) throw tooLarge(file);
  return await readBytes(file);
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > bytesMax) throw tooLarge('standard input');
  }
  return Buffer.concat(chunks);
}

function tooLarge(file: string): DownpourError {
  const message = `${file} is larger than 100 MB, which would take more than 1 GB of memory to read; record or export fewer requests`;
  return new DownpourError('SOURCE_REFUSED', 400, message);
}
