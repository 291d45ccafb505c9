import type { Command } from 'commander';
import type { RunSummary } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { exactly, latency, rate, span } from '../../lib/report/units.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { wholeNumber } from '../document/read-document.ts';
import { interrupts } from '../terminal/interrupts.ts';
import { paintState } from '../terminal/paint.ts';
import { table, utcTime } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

type RunsOptions = {
  readonly json?: boolean;
  readonly limit: number;
  readonly query?: string;
  readonly matchAll?: boolean;
  readonly test?: string;
  readonly cursor?: string;
  readonly data?: string;
};

export function addRuns(program: Command, context: Context): void {
  program
    .command('runs')
    .summary('list the newest runs')
    .description('List the newest runs, or search all of them.')
    .option('--limit <n>', 'largest number of runs to list', wholeNumber(1), 20)
    .option('--query <text>', 'only runs whose documents match: names, a condition or a path')
    .option('--match-all', 'only runs that match every word of the query, not only one word')
    .option('--test <test>', 'only runs of this test, by name or number')
    .option('--cursor <cursor>', 'continue an interrupted search: the cursor that it printed')
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (options: RunsOptions) => context.finish(await runs(options, context)));
}

const help = `
rate is the number of requests per second over the whole run. p99 counts all its
requests without warm-ups, as \`downpour report\` does. Documents that Downpour
did not write have neither. \`downpour report RUN\` shows one run.

A search begins with the latest run and ends when it has found --limit runs.
Ctrl-C ends it earlier: the command then lists the runs that it found, and the
cursor with which you continue.

Examples:
  $ downpour runs
  $ downpour runs --limit 5 --json | jq '.runs[].id'
  $ downpour runs --query '$.info ? (@.branch == "main")'
  $ downpour runs --query '@.maxResponseTime > 100000000' --test shop --limit 1000

Exit codes: 0 listed, 2 syntax error, 3 no API, or the search left out a run that
is too large, 130 you interrupted the search.`;

async function runs(options: RunsOptions, context: Context): Promise<number> {
  if (options.query !== undefined) return searched({ ...options, query: options.query }, context);
  const { test } = options;
  const ofSearch = (['matchAll', 'cursor'] as const).find((name) => options[name] !== undefined);
  if (ofSearch !== undefined) throw needsQuery(ofSearch);
  const list = await withApi({ data: options.data }, context, async (api) => {
    if (test === undefined) return api.runs(options.limit);
    const ofTest = await api.runsOf(test, options.limit);
    // An empty list may mean that the test does not exist. This call throws in that case.
    if (ofTest.runs.length === 0) await api.test(test);
    return ofTest;
  });
  if (options.json) context.out.print(JSON.stringify(list, null, 2));
  else context.out.say(...runTable(list.runs, context.out));
  return exit.passed;
}

async function searched(
  { query, matchAll, test, limit, cursor = '', json, data }: RunsOptions & { readonly query: string },
  context: Context,
): Promise<number> {
  const [{ search }, { refused }] = await Promise.all([import('../query/search.ts'), import('./query.ts')]);
  const { out, err } = context;
  using stopping = interrupts();
  const searchQuery = { query, matchAll, test };
  const found = await withApi({ data }, context, async (api) => {
    const result = await search(api, {
      query: searchQuery,
      limit,
      cursor,
      left: stopping.stopRequested,
      err,
    });
    if (test !== undefined && 'looked' in result && result.looked === 0) await api.test(test);
    return result;
  });
  if ('valid' in found) {
    err.say(...refused(found.jsonpath, found, err));
    return exit.refused;
  }
  const { runs, next, looked, skipped, isLeft } = found;
  if (json) out.print(JSON.stringify({ total: runs.length, runs, next, looked, skipped }, null, 2));
  else if (runs.length > 0) out.say(...runTable(runs, out));
  else out.say(`None of ${exactly(looked)} runs matches the query.`);
  if (next !== undefined)
    err.say(err.paint.dim(`There are more runs to search: continue with --cursor ${next}`));
  if (isLeft) return exit.stopped;
  return skipped.length > 0 ? exit.incomplete : exit.passed;
}

function needsQuery(name: 'matchAll' | 'cursor'): DownpourError {
  const option = name === 'matchAll' ? '--match-all' : '--cursor';
  return new DownpourError(
    'USAGE',
    400,
    `${option} works only together with --query: add --query EXPRESSION`,
  );
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
    `${utcTime(start)}Z`,
    stop < start ? 'stop before start' : span(stop - start),
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
