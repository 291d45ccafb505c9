import type { Command } from 'commander';
import type { TestSummary } from '../../lib/api.generated.ts';
import { exactly } from '../../lib/report/units.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { wholeNumber } from '../document/read-document.ts';
import { paintState } from '../terminal/paint.ts';
import { table, utcTime } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

type TestsOptions = {
  readonly name?: string;
  readonly limit: number;
  readonly page: number;
  readonly json?: boolean;
  readonly data?: string;
};

export function addTests(program: Command, context: Context): void {
  program
    .command('tests')
    .summary('list the tests')
    .description('List the tests with their newest runs, by name.')
    .option('--name <text>', 'only tests whose name contains this text; case does not matter')
    .option('--limit <n>', 'largest number of tests to list, up to 100', wholeNumber(1, 100), 100)
    .option('--page <n>', 'the number of the page, from 1', wholeNumber(1), 1)
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (options: TestsOptions) => context.finish(await tests(options, context)));
}

const help = `
\`downpour runs --test TEST\`, \`downpour labels TEST\` and \`downpour changes
list TEST\` take a name or a number of this list.

Examples:
  $ downpour tests
  $ downpour tests --name checkout
  $ downpour tests --json | jq -r '.tests[].name'`;

async function tests({ data, json, ...asked }: TestsOptions, context: Context): Promise<number> {
  const { out } = context;
  const listing = await withApi({ data }, context, (api) => api.tests(asked));
  if (json) out.print(JSON.stringify(listing, null, 2));
  else out.say(...testTable(listing.tests, asked, out));
  if (!json && listing.tests.length === asked.limit)
    out.say(out.paint.dim(`If there are more tests, --page ${asked.page + 1} lists them.`));
  return exit.passed;
}

function testTable(
  list: readonly TestSummary[],
  { name, page }: TestsOptions,
  { paint, width }: Terminal,
): readonly string[] {
  if (list.length === 0)
    return [
      name === undefined && page === 1
        ? 'No tests yet. `downpour run FILE` and `downpour upload` make them.'
        : 'No test is in this part of the list.',
    ];
  const columns = [
    { title: 'test', align: 'right' },
    { title: 'name', align: 'left', widthMax: 48 },
    { title: 'runs', align: 'right' },
    { title: 'state', align: 'left' },
    { title: 'newest run', align: 'left', leaves: 2 },
    { title: 'owner', align: 'left', widthMax: 24, leaves: 3 },
    { title: 'folder', align: 'left', widthMax: 32, leaves: 1 },
  ] as const;
  const rows = list.map(({ id, name, runs, newest, outcomes = [], owner, folder }) => [
    `${id}`,
    name,
    exactly(runs),
    newest === undefined ? '-' : paintState(newest.state, paint),
    outcomes.length === 0 ? '-' : `${utcTime(outcomes[outcomes.length - 1]?.start ?? 0)}Z`,
    owner,
    folder ?? '',
  ]);
  return table(columns, rows, { width, heading: paint.dim });
}
