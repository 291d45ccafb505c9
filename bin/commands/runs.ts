import type { Command } from 'commander';
import type { RunSummary } from '../../lib/api.generated.ts';
import { table } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { span } from '../terminal/units.ts';
import { dataOption, withApi } from './cloud.ts';
import { type Context, exit } from './context.ts';
import { wholeNumber } from './document.ts';

type RunsOptions = { readonly json?: boolean; readonly limit: number; readonly data?: string };

export function addRuns(program: Command, context: Context): void {
  program
    .command('runs')
    .summary('list the newest runs')
    .description('List the newest runs.')
    .option('--limit <n>', 'most runs to list', wholeNumber(1), 20)
    .option('--json', 'print the answer of the API as it is')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (options: RunsOptions) => context.finish(await runs(options, context)));
}

const help = `
Examples:
  $ downpour runs
  $ downpour runs --limit 5 --json | jq '.runs[].id'`;

async function runs(options: RunsOptions, context: Context): Promise<number> {
  const list = await withApi({ data: options.data }, context, (api) => api.runs(options.limit));
  if (options.json) context.out.say(JSON.stringify(list, null, 2));
  else context.out.say(...runTable(list.runs, context.out));
  return exit.passed;
}

function runTable(runs: readonly RunSummary[], { paint, width }: Terminal): string[] {
  if (runs.length === 0) return ['No runs yet. `downpour run FILE` makes one.'];
  const rows = runs.map((run) => [
    `${run.id}`,
    run.testname,
    when(run.start),
    span(run.stop - run.start),
    run.description ?? '',
  ]);
  const columns = [
    { title: 'run', align: 'right' },
    { title: 'test', align: 'left', widthMax: 40 },
    { title: 'started', align: 'left' },
    { title: 'lasted', align: 'right' },
    { title: 'description', align: 'left', widthMax: 40, leaves: 1 },
  ] as const;
  return table(columns, rows, { width, heading: paint.dim });
}

/** UTC, as logs have it. */
function when(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
