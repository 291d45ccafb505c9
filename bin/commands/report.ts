import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { readText } from '../document/file.ts';
import { reportLines } from '../report/report.ts';
import { reportOfRun } from '../report/report-of-run.ts';
import { laidOut } from '../terminal/json-layout.ts';
import { isRun, runNumber } from './query.ts';

type ReportOptions = { readonly json?: boolean; readonly data?: string };

export function addReport(program: Command, context: Context): void {
  program
    .command('report')
    .summary('show the report of a run again')
    .description('Show the report of a run again, as `run` showed it when it ended.')
    .argument('<run>', 'number of a run, `last`, or the name of a file with a run document')
    .option('--json', 'print the run document instead')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (run: string, options: ReportOptions) =>
      context.finish(await report(run, options, context)),
    );
}

const help = `
Examples:
  $ downpour report last
  $ downpour report 1 --json > run-1.json
  $ downpour report run-1.json

Exit codes: 0 shown, whatever became of the run then; 2 unknown run; 3 no API.`;

async function report(run: string, options: ReportOptions, context: Context): Promise<number> {
  const { out } = context;
  const { text, id } = await find(run, options, context);
  if (options.json) out.say(out.live ? laidOut(text, out.paint) : text);
  else out.say(...reportLines(reportOfRun(documentOf(text, run), id), out.paint, out.width));
  return exit.passed;
}

type Found = { readonly text: string; readonly id?: number };

async function find(run: string, { data }: ReportOptions, context: Context): Promise<Found> {
  if (!isRun(run) && (await isFile(run))) return { text: await readText(run) };
  return withApi({ data }, context, async (api) => {
    const id = await runNumber(api, run);
    return { text: await api.runText(id), id };
  });
}

/** A folder is refused when it is read, in words. */
async function isFile(name: string): Promise<boolean> {
  try {
    await stat(name);
    return true;
  } catch {
    return false;
  }
}

const members = ['info', 'state', 'plan', 'phases', 'stats', 'failures', 'health'] as const;

function documentOf(text: string, run: string): RunDocument {
  const document: unknown = parsed(text);
  const holder = typeof document === 'object' && document !== null ? document : {};
  const missing = members.filter((name) => !Object.hasOwn(holder, name));
  if (missing.length === 0) return document as RunDocument;
  const message = `${run} is no run that Downpour wrote: it has no ${missing.join(', ')}; \`downpour query\` reads any JSON`;
  throw new DownpourError('NO_REPORT', 400, message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
