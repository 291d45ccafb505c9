import type { Command } from 'commander';
import type { RunOutcome, RunSummary } from '../../lib/api.generated.ts';
import { exactly, latency, rate, span } from '../../lib/report/units.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { wholeNumber } from '../document/read-document.ts';
import { table } from '../terminal/table.ts';
import type { Paint, Terminal } from '../terminal/terminal.ts';

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
rate is requests over the whole run; p99 is that of the metric with the most
requests, warmups left out. Documents that Downpour did not write have neither.
\`downpour report RUN\` shows one of them whole.

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
  const rows = runs.map(({ id, testname, start, stop, description, outcome }) => [
    `${id}`,
    outcome === undefined ? '-' : paintState(outcome.state, paint),
    outcome?.benchmark ?? testname ?? '',
    exactly(outcome?.requests),
    rate(outcome?.requestsPerSec),
    latency(outcome?.latencyNsP99),
    when(start),
    span(stop - start),
    description ?? '',
  ]);
  const columns = [
    { title: 'run', align: 'right' },
    { title: 'state', align: 'left' },
    { title: 'benchmark', align: 'left', widthMax: 32 },
    { title: 'requests', align: 'right', leaves: 1 },
    { title: 'rate', align: 'right', leaves: 2 },
    { title: 'p99', align: 'right' },
    { title: 'started', align: 'left' },
    { title: 'lasted', align: 'right', leaves: 3 },
    { title: 'description', align: 'left', widthMax: 40, leaves: 4 },
  ] as const;
  return table(columns, rows, { width, heading: paint.dim });
}

function paintState(state: RunOutcome['state'], paint: Paint): string {
  if (state === 'passed') return paint.green(state);
  return state === 'failed' || state === 'incomplete' ? paint.red(state) : paint.yellow(state);
}

/** UTC, as logs have it. */
function when(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
