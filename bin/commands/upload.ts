import { type Command, Option } from 'commander';
import type { Access } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { parseTime } from '../../lib/results/time.ts';
import { counted } from '../../lib/words.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit, exitCodeOfError } from '../cli/exit-code.ts';
import { readBytes } from '../files/read-file.ts';
import { nameInMessages } from '../terminal/file-name.ts';
import type { UploadProgress } from '../upload/progress.ts';
import type { Sent } from '../upload/upload-files.ts';

type UploadOptions = {
  readonly test: string;
  readonly start?: string;
  readonly stop?: string;
  readonly owner?: string;
  readonly access?: Access;
  readonly description?: string;
  readonly schema?: string;
  readonly metadata?: string;
  readonly again?: boolean;
  readonly json?: boolean;
  readonly data?: string;
};

export function addUpload(program: Command, context: Context): void {
  program
    .command('upload')
    .summary('store JSON documents as runs')
    .description('Store JSON documents as runs, one run for each file.')
    .argument('<file...>', 'JSON documents, or folders of them; - for standard input')
    .requiredOption('--test <name>', 'test that the runs belong to, or a JSONPath; a missing test is created')
    .option('--start <time>', 'start of the run: epoch milliseconds, ISO time, or a JSONPath such as $.begin')
    .option('--stop <time>', 'end of the run: epoch milliseconds, ISO time, or a JSONPath')
    .option('--owner <team>', 'team that owns the runs')
    .addOption(
      new Option('--access <access>', 'the users who may read the runs').choices([
        'PUBLIC',
        'PROTECTED',
        'PRIVATE',
      ]),
    )
    .option('--description <text>', 'description of the runs: a few words, or a JSONPath')
    .option('--schema <uri>', 'URI to write into each document as $schema, in documents of up to 256 MiB')
    .option(
      '--metadata <file>',
      'JSON stored with each document: an object with a $schema, or an array of such objects',
    )
    .option('--again', 'make a new run of each file, even if the same file was uploaded before')
    .option('--json', 'print one line of JSON for each file')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (files: readonly string[], options: UploadOptions) =>
      context.finish(await upload(files, options, context)),
    );
}

const help = `
Times that are not given come from the document: $.info.startTime and $.info.terminateTime, or
$.startTime and $.endTime, or $.start and $.stop; else from the last change of the file.

For a folder, all files below it that end in .json or .json.gz are uploaded. Files compressed
with gzip are unpacked first, whatever their name. Documents that do not fit into a request go
to the store in parts, up to 1 GB each. Repeat the same command to continue an interrupted
upload: a file that was uploaded with the same options does not become a second run, unless
its run is in the trash or deleted. A file that fails does not stop the others.

Examples:
  $ downpour upload all.json --test shop
  $ downpour upload jmh.json --test parser --start 2026-05-04T10:00:00Z --stop 2026-05-04T11:00:00Z
  $ downpour upload - --test shop < all.json
  $ downpour upload results/ --test '$.benchmark' --start '$.begin' --stop '$.end' --json

Exit codes: 0 all are kept, 2 a file is refused, 3 the API failed on one.`;

async function upload(
  named: readonly string[],
  { data, json, again: anew, metadata: metadataFile, ...runParameters }: UploadOptions,
  context: Context,
): Promise<number> {
  const [{ sourcesOf }, { orderWarning, unitWarning }, { uploadFiles }, { UploadProgress }] =
    await Promise.all([
      import('../upload/find-files.ts'),
      import('../upload/times.ts'),
      import('../upload/upload-files.ts'),
      import('../upload/progress.ts'),
    ]);
  const sources = await sourcesOf(named);
  const metadata = metadataFile === undefined ? undefined : await readBytes(metadataFile);
  const all = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  const failed: Sent[] = [];
  let seen = 0;
  const progress = new UploadProgress(context.err, sources.length, all);
  const show = async (results: AsyncIterable<Sent> | readonly Sent[]): Promise<void> => {
    for await (const sent of results) {
      if (sent.error !== undefined) failed.push(sent);
      seen += 1;
      // The reader of the output may close it at the next line, and the process then ends.
      context.finish(seen < sources.length ? exit.incomplete : exitCodeOfFailures(failed));
      context.err.clear();
      if (json) context.out.print(JSON.stringify(record(sent)));
      else printSent(sent, sources.length, context);
      if (sent.run !== undefined) {
        const { start = '', stop = '' } = sent.times ?? runParameters;
        for (const warning of [unitWarning(start), orderWarning(start, stop)])
          if (warning !== undefined) context.err.say(`${context.err.paint.yellow('warning:')} ${warning}`);
      }
      progress.done();
    }
    context.err.clear();
  };
  const unusable = sources.flatMap((source) =>
    source.error === undefined ? [] : [{ source, error: source.error }],
  );
  if (unusable.length === sources.length) await show(unusable);
  else
    await withApi({ data, keeps: true }, context, (api) =>
      show(uploadFiles(api, sources, { runParameters, metadata, anew, ...eventsOf(progress) })),
    );
  const [first] = failed;
  if (first?.error === undefined) return exit.passed;
  if (sources.length === 1 && !json) throw refusalOf(first);
  if (!json) {
    context.err.say(
      `${failed.length} of ${counted(sources.length, 'file')} ${failed.length === 1 ? 'was' : 'were'} not stored:`,
    );
    for (const { source, error } of failed) context.err.say(`  ${source.file}: ${error?.message}`);
  }
  return exitCodeOfFailures(failed);
}

const exitCodeOfFailures = (failed: readonly Sent[]): number =>
  Math.max(exit.passed, ...failed.map(({ error }) => exitCodeOfError(error)));

const eventsOf = (progress: UploadProgress) => ({
  sent: (bytes: number) => progress.sent(bytes),
  found: (bytes: number) => progress.found(bytes),
});

function printSent({ source, run, times }: Sent, files: number, { out, err }: Context): void {
  if (run === undefined) return;
  const file = files === 1 ? '' : `  ${source.file}`;
  if (times !== undefined)
    err.say(
      `Start of the run: ${readable(times.start)}, stop: ${readable(times.stop)}, from ${times.source}.${file}`,
    );
  out.say(`Run ${run}${file}`);
}

/** A time of an upload for people. Epoch milliseconds become an ISO time. */
function readable(time: string): string {
  const at = parseTime(time);
  return at === undefined ? time : new Date(at).toISOString();
}

function record({ source, run, error }: Sent): object {
  const { file, bytes } = source;
  if (error === undefined) return { file, bytes, run };
  return { file, bytes, error: { code: error.code, message: error.message } };
}

/** The error of the command when files were not uploaded. For a single file it is the error of that file. */
function refusalOf({ source, error }: Sent): DownpourError {
  const { code = 'UPLOAD_FAILED', status = 500, message = '', details } = error ?? {};
  const name = nameInMessages(source.file);
  const text = message.includes(name) ? message : `${name}: ${message}`;
  return new DownpourError(code, status, text, { cause: error, details });
}
