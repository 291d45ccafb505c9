import { type Command, InvalidArgumentError } from 'commander';
import type { ExportedLabelValues } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { listLimits } from '../../lib/repository/search/limits.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { wholeNumber } from '../document/read-document.ts';
import { checkOutput, parquetKind } from '../files/output-file.ts';
import { writeText } from '../files/write-file.ts';
import { table, utcTime } from '../terminal/table.ts';

type Options = {
  readonly limit?: number;
  readonly page: number;
  readonly filter?: string;
  readonly any?: boolean;
  readonly include?: string;
  readonly exclude?: string;
  readonly before?: string;
  readonly after?: string;
  readonly csv?: boolean;
  readonly parquet?: string;
  readonly json?: boolean;
  readonly data?: string;
};

export function addLabels(program: Command, context: Context): void {
  program
    .command('labels')
    .summary('list the label values of a test')
    .description('List the label values of a test: a line for each dataset, the newest run first.')
    .argument('<test>', 'name or number of the test')
    .option(
      '--limit <n>',
      `largest number of datasets to list (default: 20, and ${listLimits.labelRows} with --csv or --parquet)`,
      wholeNumber(1),
    )
    .option('--page <n>', 'the number of the page, from 1', wholeNumber(1), 1)
    .option(
      '--filter <filter>',
      'only datasets with these values: a JSON object, or $.LABEL ? (CONDITION)',
      filterIn,
    )
    .option('--any', 'a list in the filter matches any of its values')
    .option('--include <labels>', 'only these labels, with commas between them')
    .option('--exclude <labels>', 'all but these labels')
    .option('--after <time>', 'only runs that start after this time: ISO 8601, or milliseconds since 1970')
    .option('--before <time>', 'only runs that stop before this time')
    .option('--csv', 'print a table for spreadsheets')
    .option('--parquet <file>', 'write an Apache Parquet file')
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (test: string, options: Options) => context.finish(await labels(test, options, context)));
}

const help = `
Examples:
  $ downpour labels shop
  $ downpour labels shop --include throughput,branch --filter '{"branch":"main"}'
  $ downpour labels shop --after 2026-11-01 --csv > shop.csv
  $ downpour labels shop --limit 10000 --parquet shop.parquet`;

/** Rejects a filter in the form of other commands, such as `branch=main`. The API checks the rest. */
function filterIn(text: string): string {
  if (!/^[\w .-]+=[^=]/.test(text)) return text;
  throw new InvalidArgumentError(
    `Expected a JSON object, such as '{"branch": "main"}', or $.LABEL ? (CONDITION).`,
  );
}

async function labels(
  name: string,
  { data, csv, parquet, json, any, limit: given, page, ...filters }: Options,
  context: Context,
): Promise<number> {
  if ([csv, parquet, json].filter((each) => each !== undefined).length > 1)
    throw new DownpourError(
      'USAGE',
      400,
      '--csv, --parquet and --json cannot be used together: choose one of them',
    );
  if (parquet !== undefined) await checkOutput(parquet, parquetKind);
  const limit = given ?? (csv || parquet !== undefined ? listLimits.labelRows : 20);
  const query = {
    ...filters,
    limit,
    page: page - 1,
    multiFilter: any || undefined,
  };
  const { out, err } = context;
  await withApi({ data }, context, async (api) => {
    const { id } = await api.test(name);
    if (csv || parquet !== undefined) {
      let mayBeCut = true;
      if (parquet !== undefined) await writeText(parquet, await api.labelValuesParquet(id, query));
      else {
        const text = await api.labelValuesCsv(id, query);
        out.print(text);
        // The first line has the names, and each dataset has a line or more.
        mayBeCut = text.split('\n', limit + 1).length > limit;
      }
      if (mayBeCut && (await api.labelValues(id, { ...query, page })).length > 0)
        err.say(`${err.paint.yellow('warning')} ${cutAt(limit, page)}`);
      return;
    }
    const values = await api.labelValues(id, query);
    if (json) out.print(JSON.stringify(values, null, 2));
    else out.say(...valueTable(values, isNarrowed(filters) || page > 1, context));
    if (!json && values.length === limit)
      out.say(out.paint.dim(`If there are more datasets, --page ${page + 1} lists them.`));
  });
  return exit.passed;
}

const cutAt = (limit: number, page: number): string =>
  `More datasets follow. Repeat the command with --page ${page + 1} and another file to get the next ${limit}.`;

const isNarrowed = ({ filter, after, before, include, exclude }: Partial<Options>): boolean =>
  [filter, after, before, include, exclude].some((each) => each !== undefined);

function valueTable(
  datasets: readonly ExportedLabelValues[],
  isPart: boolean,
  { out: { paint, width } }: Context,
): readonly string[] {
  if (datasets.length === 0)
    return [
      isPart
        ? 'No label values match. Leave out the filter, the times, the names of labels or the page to see more.'
        : noLabels,
    ];
  const names = [...new Set(datasets.flatMap(({ values }) => Object.keys(values)))].sort();
  const columns = [
    { title: 'run', align: 'right' },
    { title: 'dataset', align: 'right', leaves: names.length + 1 },
    { title: 'started', align: 'left' },
    // In a narrow terminal, the columns of labels are removed from right to left.
    ...names.map((title, n) => ({ title, align: 'right', widthMax: 40, leaves: n + 1 }) as const),
  ] as const;
  const rows = datasets.map(({ runId, datasetId, start, values }) => [
    `${runId}`,
    `${datasetId}`,
    utcTime(start),
    ...names.map((name) => textOf(Object.hasOwn(values, name) ? values[name] : undefined)),
  ]);
  const lines = table(columns, rows, { width, heading: paint.dim });
  return names.length > 0 || isPart ? lines : [...lines, '', noLabels];
}

const noLabels =
  'The test has no label values, because no dataset has a schema with labels. Runs of benchmarks that are inconclusive, incomplete or stopped have no dataset. `downpour upload --schema URI` names the schema, and docs/results.md shows how to make labels.';

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
