import type { Command } from 'commander';
import type { FilterQueryResult } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../client.ts';
import { laidOut } from '../terminal/json.ts';
import type { Paint } from '../terminal/terminal.ts';
import { dataOption, withApi } from './cloud.ts';
import { type Context, exit } from './context.ts';

type QueryOptions = { readonly array?: boolean; readonly json?: boolean; readonly data?: string };

export function addQuery(program: Command, context: Context): void {
  program
    .command('query')
    .summary('ask a run with a JSONPath')
    .description('Ask a run with a JSONPath and print the answer as JSON.')
    .argument('<run>', 'number of the run, or `last`')
    .argument('<expression>', 'JSONPath, in single quotes')
    .option('--array', 'every match in one JSON array; needed when there may be more than one')
    .option('--json', 'print the whole result object of the API')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (run: string, expression: string, options: QueryOptions) =>
      context.finish(await query(run, expression, options, context)),
    );
}

const help = `
Examples:
  $ downpour query last '$.info'
  $ downpour query 12 '$.stats[*].total.summary.requestCount' --array
  $ downpour query 12 '$.stats[?(@.isWarmup == false)].total.summary.percentileResponseTime' --array

Exit codes: 0 answered, 2 syntax error or unknown run, 3 no API.`;

async function query(
  run: string,
  expression: string,
  options: QueryOptions,
  context: Context,
): Promise<number> {
  const { out, err } = context;
  const result = await withApi({ data: options.data }, context, async (api) =>
    api.query(await runNumber(api, run), expression, options.array === true),
  );
  if (options.json) out.say(JSON.stringify(result, null, 2));
  else if (result.valid) out.say(laidOut(result.value ?? 'null'));
  else err.say(...syntaxError(expression, result, err.paint));
  return result.valid ? exit.passed : exit.refused;
}

/** `last` is the newest run. */
export async function runNumber(api: Api, run: string): Promise<number> {
  if (/^[1-9]\d*$/.test(run)) return Number(run);
  if (run !== 'last')
    throw new DownpourError('RUN_UNKNOWN', 400, `'${run}' is no run: expected a number or last`);
  const newest = (await api.runs(1)).runs[0];
  if (newest === undefined) throw new DownpourError('RUN_UNKNOWN', 404, 'There are no runs yet');
  return newest.id;
}

/** The expression with a caret below the place. */
export function syntaxError(expression: string, result: FilterQueryResult, paint: Paint): string[] {
  const reason = `${paint.red('error')} ${result.reason ?? 'the expression is not valid'}`;
  const at = positionIn(result.reason);
  if (at === undefined || expression.includes('\n')) return [`  ${expression}`, reason];
  return [`  ${expression}`, `  ${' '.repeat(Math.min(at, expression.length))}${paint.red('^')}`, reason];
}

/** Characters before the place that `reason` names: `syntax error at column 11: ...`, counted from 1. */
function positionIn(reason: string | null): number | undefined {
  const match = /\bat column (\d+)/.exec(reason ?? '');
  return match === null ? undefined : Number(match[1]) - 1;
}
