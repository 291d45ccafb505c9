import type { Command } from 'commander';
import type { WorkFailure } from '../../lib/api.generated.ts';
import type { Api } from '../api/client.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { table, utcTime } from '../terminal/table.ts';

type Options = { readonly check?: boolean; readonly json?: boolean; readonly data?: string };

export function addFailures(program: Command, context: Context): void {
  program
    .command('failures')
    .summary('list failed background work on runs, with reasons')
    .description('List the failed work on the runs of a test, or all abandoned work, with the reasons.')
    .argument('[test]', 'name or number of the test; absent: all abandoned work (administrators)')
    .option('--check', 'exit with code 1 when the list has a failure')
    .option('--json', 'print the answers of the API as one JSON list')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (test: string | undefined, options: Options) =>
      context.finish(await list(test, options, context)),
    );
}

const help = `
After an upload, Downpour computes datasets, label values and datapoints, and tries each several
times. A failure stays in this list until the same work succeeds. The API has a request that
tries again.

Examples:
  $ downpour failures shop
  $ downpour failures shop --check --json
  $ downpour failures

Exit codes: 0 listed, 1 with --check: there is one, 2 syntax error, 3 no API.`;

async function list(name: string | undefined, options: Options, context: Context): Promise<number> {
  const found = await withApi({ data: options.data }, context, (api) => failuresOf(api, name));
  if (options.json) context.out.print(JSON.stringify(found, null, 2));
  else context.out.say(...failureTable(found, context));
  return options.check && found.length > 0 ? exit.failed : exit.passed;
}

async function failuresOf(api: Api, name: string | undefined): Promise<readonly WorkFailure[]> {
  const id = name === undefined ? undefined : (await api.test(name)).id;
  const found: WorkFailure[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.failures(id, cursor);
    found.push(...page.failures);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

function failureTable(
  failures: readonly WorkFailure[],
  { out: { paint, width } }: Context,
): readonly string[] {
  if (failures.length === 0) return ['No failures.'];
  const columns = [
    { title: 'when', align: 'left' },
    { title: 'run', align: 'right' },
    { title: 'dataset', align: 'right' },
    { title: 'what', align: 'left' },
    { title: 'of', align: 'left' },
    { title: 'again', align: 'left' },
    { title: 'why', align: 'left', leaves: 1 },
  ] as const;
  const rows = failures.map(({ failedAt, runId, datasetId, what, of = '', again, reason }) => [
    utcTime(failedAt),
    `${runId ?? ''}`,
    `${datasetId ?? ''}`,
    what,
    of,
    again,
    reason,
  ]);
  return table(columns, rows, { width, heading: paint.dim });
}
