import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { type Format, formats, type NamedFile } from '../../lib/report/formats/formats.ts';
import { withRuns } from '../../lib/report/read-run.ts';
import { dataOption } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { refusing } from '../files/file-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { checkOutput } from '../files/output-file.ts';
import { writeText } from '../files/write-file.ts';
import { namedRuns } from '../report/named-run.ts';

type ExportOptions = { readonly format: string; readonly output?: string; readonly data?: string };

export function addExport(program: Command, context: Context): void {
  program
    .command('export')
    .summary('write a run in the format of another tool')
    .description('Write a run in a format that spreadsheets, monitoring and histogram tools read.')
    .argument('<run>', 'number of a run, `last`, or a file with a run document')
    .addOption(
      new Option('--format <name>', 'one of the formats below')
        .choices(formats.map(({ name }) => name))
        .makeOptionMandatory(),
    )
    .option(
      '-o, --output <path>',
      'file to write, or a folder if the format has several files (default: print the text)',
    )
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (run: string, options: ExportOptions) =>
      context.finish(await withRuns(run, () => exportRun(run, options, context))),
    );
}

const help = `
Formats:
${formats.map(({ name, summary }) => `  - ${name}: ${summary}`).join('\n')}

Examples:
  $ downpour export last --format jsonl | jq 'select(.type == "total")'
  $ downpour export 12 --format jsonl -o run-12.jsonl
  $ downpour export run-12.json --format csv -o stats/

Exit codes: 0 written, also when the run failed; 2 unknown run or output; 3 no API.`;

async function exportRun(
  name: string,
  { format: formatName, output, data }: ExportOptions,
  context: Context,
) {
  const format = formats.find((each) => each.name === formatName);
  if (format === undefined) throw new Error(`a bug in Downpour: it cannot write the format ${formatName}`);
  if (format.extension === undefined && output === undefined)
    throw needsOutput(format, 'is a folder of files');
  if (format.begins !== undefined && output !== undefined)
    await checkOutput(output, { name: `the format ${formatName}`, begins: format.begins }, [name]);
  const perSecond = format.wants === 'histograms';
  for (const { run, histograms } of await namedRuns([name], { data, histograms: perSecond }, context)) {
    if (perSecond && histograms === undefined) context.err.say(withoutSeconds);
    const written = await format.write(run, histograms);
    if (typeof written !== 'string' && !(written instanceof Uint8Array))
      await writeFolder(output ?? '.', written, name);
    else if (output !== undefined) await writeText(output, written);
    else if (typeof written === 'string') context.out.print(written);
    else throw needsOutput(format, 'is not text');
  }
  return exit.passed;
}

const withoutSeconds =
  'The export has only totals of whole phases, because the file has no histograms of single seconds. If Downpour stored the run, export the run by its number to get them.';

function needsOutput({ name, extension }: Format, why: string): DownpourError {
  const place = extension === undefined ? '-o FOLDER' : `-o FILE.${extension}`;
  return new DownpourError(
    'NEEDS_OUTPUT',
    400,
    `the format ${name} ${why} and cannot be printed: add ${place}`,
  );
}

/**
 * Writes the files of a run into a folder, which must not have files of another run. A metric that only the
 * other run has would leave its old file, which would look like a file of this run.
 */
async function writeFolder(folder: string, files: readonly NamedFile[], input: string): Promise<void> {
  await makeFolder(folder);
  const own = new Set(files.map(({ name }) => name));
  const kinds = new Set(files.map(({ name }) => extname(name)));
  const [other, ...more] = (await refusing(`Cannot read the folder ${folder}`, () => readdir(folder)))
    .filter((name) => !own.has(name) && kinds.has(extname(name)))
    .sort();
  if (other !== undefined) {
    const others = more.length === 0 ? other : `${other} and ${more.length} more`;
    const message = `Cannot write into ${folder}: it has ${others}, which would mix with this run; name another folder`;
    throw new DownpourError('FILE_UNUSABLE', 400, message);
  }
  for (const { name, text } of files)
    await checkOutput(join(folder, name), { name: 'a table', begins: beginsLike(text) }, [input]);
  for (const { name, text } of files) await writeText(join(folder, name), text);
}

/**
 * Matches files that begin like a table of the same kind. Its first title is the same for all runs, and the
 * further titles depend on the run.
 */
function beginsLike(text: string): RegExp {
  const [title = ''] = text.split(',', 1);
  return new RegExp(`^${title.replace(/[^\w]/g, '\\$&')},`);
}
