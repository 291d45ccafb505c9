import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { checkUtf8, readBytes } from '../document/file.ts';

type UploadOptions = {
  readonly test: string;
  readonly start?: string;
  readonly stop?: string;
  readonly owner?: string;
  readonly access?: string;
  readonly description?: string;
  readonly data?: string;
};

export function addUpload(program: Command, context: Context): void {
  program
    .command('upload')
    .summary('keep a JSON document as a run')
    .description('Keep a JSON document as a run.')
    .argument('<file>', 'JSON document: an object or an array')
    .requiredOption('--test <name>', 'test that the run belongs to; made when there is none')
    .option('--start <time>', 'epoch milliseconds, ISO time, or a JSONPath such as $.begin')
    .option('--stop <time>', 'likewise')
    .option('--owner <team>', 'team that owns the run')
    .addOption(new Option('--access <access>', 'who may read it').choices(['PUBLIC', 'PROTECTED', 'PRIVATE']))
    .option('--description <text>', 'a few words')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (file: string, options: UploadOptions) =>
      context.finish(await upload(file, options, context)),
    );
}

const help = `
Without --start and --stop the times come from the document: $.info.startTime and
$.info.terminateTime, or $.startTime and $.endTime, or $.start and $.stop; else
the file's last change stands for both.

Examples:
  $ downpour upload all.json --test shop
  $ downpour upload jmh.json --test parser --start 2026-05-04T10:00:00Z --stop 2026-05-04T11:00:00Z`;

async function upload(file: string, { data, ...options }: UploadOptions, context: Context): Promise<number> {
  const bytes = await readBytes(file);
  checkUtf8(file, bytes);
  const times =
    options.start && options.stop ? undefined : timesOf(parseJson(file, bytes), await changedAt(file));
  const start = options.start ?? times?.start ?? '';
  const stop = options.stop ?? times?.stop ?? '';
  if (times !== undefined) context.err.say(`start ${start}, stop ${stop} (${times.source})`);
  const id = await withApi({ data }, context, (api) =>
    api.upload({ ...options, document: bytes, start, stop }),
  );
  context.out.say(`Run ${id.trim()}`);
  return exit.passed;
}

type Times = { readonly start: string; readonly stop: string; readonly source: string };

const places = [
  { within: 'info', start: 'startTime', stop: 'terminateTime' },
  { start: 'startTime', stop: 'endTime' },
  { start: 'start', stop: 'stop' },
] as const;

/** Start and stop of a run from the members that load drivers use, else the instant given. */
export function timesOf(document: unknown, changedAtMs: number): Times {
  for (const place of places) {
    const holder = 'within' in place ? member(document, place.within) : document;
    const [start, stop] = [instant(member(holder, place.start)), instant(member(holder, place.stop))];
    const prefix = 'within' in place ? `$.${place.within}` : '$';
    if (start !== undefined && stop !== undefined) {
      return { start, stop, source: `from ${prefix}.${place.start} and ${prefix}.${place.stop}` };
    }
  }
  const changed = `${Math.round(changedAtMs)}`;
  return { start: changed, stop: changed, source: 'from the last change of the file' };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Epoch milliseconds or an ISO time, as the API takes them. */
function instant(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return `${Math.round(value)}`;
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

function parseJson(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DownpourError('NOT_JSON', 400, `${file} is not JSON: ${why}`, { cause });
  }
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}
