import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { FilterQueryResult } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { commonDialectOf } from '../../lib/local/query-dialect.ts';
import { counted } from '../../lib/report/units.ts';
import type { Dialect } from '../../lib/results/query/dialect.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { withCaret } from '../query/caret.ts';
import { hintOf, type QueryAll } from '../query/hints.ts';
import { openFile } from '../query/query-file.ts';
import { isRun, refuseUnlessRun, runNumber } from '../query/run-number.ts';
import { printJson } from '../terminal/json-layout.ts';
import type { Terminal } from '../terminal/terminal.ts';

type QueryOptions = {
  readonly array?: boolean;
  readonly explain?: boolean;
  readonly lenient?: boolean;
  readonly dialect?: Dialect;
  readonly json?: boolean;
  readonly data?: string;
};

const dialects: readonly Dialect[] = ['jsonpath', 'sql'];

export function addQuery(program: Command, context: Context): void {
  program
    .command('query')
    .summary('query a run or a JSON file with a JSONPath')
    .description(
      'Query a run or a JSON file with a JSONPath or a SQL/JSON path. The answer is JSON: with indented lines and ' +
        'colours on a terminal, otherwise unchanged.',
    )
    .argument(
      '<run>',
      'number of a run, `last`, or the name of a JSON file (./12 for a file with the name 12); - for standard input',
    )
    .argument(
      '<expression>',
      'the path in single quotes; with `lax` or `strict` at the beginning it is a SQL/JSON path',
    )
    .option(
      '--array',
      'print all matches as one JSON array; needed when the query may match more than one value',
    )
    .option(
      '--explain',
      'also print to standard error how Downpour answered the query, the bytes read and the time taken',
    )
    .option(
      '--lenient',
      'correct an invalid expression to its likely meaning, such as store.book to $.store.book',
    )
    .addOption(
      new Option(
        '--dialect <name>',
        'query language for an expression that is valid in both languages',
      ).choices(dialects),
    )
    .option('--json', 'print the whole result object of the API')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (run: string, expression: string, options: QueryOptions) =>
      context.finish(await query(run, expression, options, context)),
    );
}

const help = `
This command reads a file by itself, with the same engine and without an API.
DOWNPOUR_COMMON_DIALECT sets the dialect of expressions that are valid in both. On a terminal a
hint appears when more values matched, and when none did.

Examples:
  $ downpour query last '$.info'
  $ downpour query 1 '$.stats[*].total.summary.requestCount' --array
  $ downpour query last '$.stats[?(@.isWarmup == false)].total.summary.percentileResponseTime'
  $ downpour query last 'lax $.stats.total.summary ? (@.requestCount > 0)' --array --explain
  $ downpour query last 'stats[*].name' --array --lenient
  $ downpour query result.json '$..percentileResponseTime["99.0"]' --array | jq 'max'

Exit codes: 0 answered, 2 syntax error, unknown run, or a limit of queries was exceeded, 3 no API.`;

async function query(
  run: string,
  expression: string,
  options: QueryOptions,
  context: Context,
): Promise<number> {
  const { out, err } = context;
  const { result, hint } = await answerOf(run, expression, options, context);
  if (options.explain) err.say(explained(result));
  if (options.json) printJson(JSON.stringify(result), out);
  else if (result.valid) printJson(result.value ?? 'null', out);
  else err.say(...refused(expression, result, err));
  if (hint !== undefined) err.say(err.paint.dim(hint));
  return result.valid ? exit.passed : exit.refused;
}

async function answerOf(
  run: string,
  expression: string,
  { data, array = false, explain = false, lenient = false, dialect }: QueryOptions,
  context: Context,
): Promise<Answer> {
  const withHint = async (first: FilterQueryResult, queryAll: QueryAll): Promise<Answer> => ({
    result: first,
    hint: context.err.live ? await hintOf(expression, first, array, queryAll) : undefined,
  });
  if (run === '-' || (!isRun(run) && (await exists(run)))) {
    const options = { lenient, dialect: dialect ?? commonDialectOf(context.environment) };
    const ask = await openFile(run);
    const result = ask(expression, { array, explain, ...options });
    return withHint(result, async (other) => ask(other, { array: true, explain: false, ...options }));
  }
  if (/^(lax|strict)?\s*[$@]/.test(run))
    throw new DownpourError(
      'RUN_UNKNOWN',
      400,
      `The run is missing before the expression: write \`downpour query RUN '${run}'\`, where RUN is a number, "last" or a file`,
    );
  refuseUnlessRun(run);
  return withApi({ data }, context, async (api) => {
    const id = await runNumber(api, run);
    return withHint(await api.query(id, expression, { array, explain, lenient, dialect }), (other) =>
      api.query(id, other, { array: true, lenient, dialect }),
    );
  });
}

/** The answer to a query. `hint` is advice for a person at a terminal. */
type Answer = { readonly result: FilterQueryResult; readonly hint?: string | undefined };

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    // An error with a `code`, such as ENOENT, means that no file has this name. Then the text may be the
    // number of a run.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}

function explained({ explain }: FilterQueryResult): string {
  if (explain === undefined)
    return 'The API did not report the work for this query, because it may be an older version of Downpour.';
  const { way, dialect, bytesRead, reads, milliseconds } = explain;
  const read = `${counted(bytesRead, 'byte')} in ${counted(reads, 'read')}`;
  return `Downpour answered the query in ${milliseconds.toFixed(1)} ms: language ${dialect}, method '${way}', ${read}`;
}

/**
 * The lines about a rejected expression: the expression with a caret below the mistake, if the reason has its
 * position, and the reason.
 */
export function refused(
  expression: string,
  { reason }: Pick<FilterQueryResult, 'reason'>,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): string[] {
  // The API's message names its parameter `lenient=true`. The command's option is `--lenient`.
  const why = (reason ?? 'the expression is not valid').replace(
    '(lenient=true corrects',
    '(--lenient corrects',
  );
  const message = `${paint.red('error')} the query failed: ${why}`;
  const column = columnIn(reason ?? '');
  if (column === undefined) return [message];
  return [...withCaret(expression, column - 1, paint.red('^'), width), message];
}

/**
 * Finds the column in the reason of an error, in characters from 1. A reason of SQL/JSON path ends with the
 * column, after a quotation of the expression. A reason of JSONPath begins with the column.
 */
function columnIn(reason: string): number | undefined {
  const found =
    /.*\(read as SQL\/JSON path, column (\d+)\)/s.exec(reason) ?? /\bat column (\d+)/.exec(reason);
  return found === null ? undefined : Number(found[1]);
}
