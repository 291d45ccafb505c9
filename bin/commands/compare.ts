import type { Command } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import type { Comparison, Outcome } from '../../lib/report/comparison/comparison-data.ts';
import type { Gate } from '../../lib/report/comparison/gate.ts';
import { withRuns } from '../../lib/report/read-run.ts';
import { pageOf } from '../api/page-address.ts';
import { dataOption } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { baselineOption, differencesOption, lastOption, several } from '../compare/baseline-options.ts';
import { readSides, type SideOptions } from '../compare/sides.ts';
import { printJson } from '../terminal/json-layout.ts';

type CompareOptions = SideOptions & {
  readonly failOn: readonly string[];
  readonly strict?: boolean;
  readonly allowDifferences?: boolean;
  readonly json?: boolean;
};

export function addCompare(program: Command, context: Context): void {
  program
    .command('compare')
    .summary('compare two groups of runs')
    .description('Compare two groups of runs, and report whether the runs of the second side are worse.')
    .argument(
      '[runs...]',
      'two sides: the runs of the baseline, then the runs of the candidate; with --baseline only the candidate',
    )
    .addOption(baselineOption())
    .addOption(several('--candidate <runs>', 'runs to compare with the baseline'))
    .addOption(lastOption())
    .addOption(
      several('--fail-on <gate>', 'a measure and how much worse it may get').default(
        [],
        'p99:10%, errors:1%',
      ),
    )
    .option('--strict', 'exit with code 4 also when the comparison cannot decide')
    .addOption(differencesOption())
    .option('--json', 'print the comparison as JSON')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (runs: string[], options: CompareOptions) =>
      context.finish(await withRuns('one of the runs', () => compare(runs, options, context))),
    );
}

const help = `
A side is a number, \`last\`, a range (3..7), a file, or several of them between
commas. With the default gates, use at least five runs of each side, and
alternate the sides. A gate is MEASURE:LIMIT, or METRIC:MEASURE:LIMIT for one metric:
p50, p99, p99.9 and so on, mean, errors (in percentage points), throughput.

Outcomes: worse (beyond the limit), not worse (within it), cannot tell, and
invalid (other load, or a run that was not judged).

Examples:
  $ downpour compare 11..15 16..20
  $ downpour compare 11 12
  $ downpour compare --baseline shop --last 5 19,20
  $ downpour compare --baseline old-1.json,old-2.json --candidate new-1.json,new-2.json
  $ downpour compare 11,13,15,17 12,14,16,18 --fail-on p99:10% --fail-on products:mean:5%

Exit codes: 0 not worse or cannot tell, 1 worse, 2 wrong usage or unknown run, 3 no API,
4 invalid, and with --strict also cannot tell.`;

async function compare(names: readonly string[], options: CompareOptions, context: Context): Promise<number> {
  const { out, err } = context;
  const { compareRuns } = await import('../../lib/report/comparison/comparison.ts');
  const { comparisonJson } = await import('../../lib/report/comparison/comparison-json.ts');
  const { defaultGates } = await import('../../lib/report/comparison/gate.ts');
  const gates = options.failOn.length === 0 ? defaultGates : await gatesOf(options.failOn);
  const { notes, ...sides } = await readSides(names, options, context);
  await refuseUnknown(gates, sides);
  const comparison = compareRuns({
    ...sides,
    gates,
    allowsDifferences: options.allowDifferences === true,
  });
  const code = exitCodeOfOutcome(comparison.outcome, options.strict === true);
  context.finish(code);
  err.say(...notes.map((note) => err.paint.dim(note)));
  if (options.json) printJson(comparisonJson(comparison), out);
  else {
    const { comparisonLines } = await import('../compare/comparison-lines.ts');
    out.say(...comparisonLines(comparison, out.paint, out.width));
    const page = await comparisonPage(sides, options, context);
    if (page !== undefined) out.say('', `Page: ${out.paint.link(page)}`);
  }
  return code;
}

/**
 * The address of the page with the same comparison. Undefined when a run is a file, or when the pages end
 * with this command.
 */
async function comparisonPage(
  { baseline, candidate }: Pick<Awaited<ReturnType<typeof readSides>>, 'baseline' | 'candidate'>,
  options: CompareOptions,
  context: Context,
): Promise<string | undefined> {
  const [base, fresh] = [baseline, candidate].map((side) => side.flatMap(({ id }) => id ?? []));
  if (base?.length !== baseline.length || fresh?.length !== candidate.length) return undefined;
  const { idsText } = await import('../../lib/web/addresses/ids.ts');
  const differ = options.allowDifferences ? 1 : undefined;
  const query = { base: idsText(base), new: idsText(fresh), gate: options.failOn, differ };
  return pageOf(options, context, 'compare', {}, query);
}

/** Parses all gates, and reports the errors of all of them at once. */
async function gatesOf(texts: readonly string[]): Promise<readonly Gate[]> {
  const { parseGate } = await import('../../lib/report/comparison/gate.ts');
  const parsed = texts.map((text) => ({ text, gate: parseGate(text) }));
  const wrong = parsed.flatMap(({ text, gate }) =>
    'error' in gate ? [`--fail-on ${text}: ${gate.error}`] : [],
  );
  if (wrong.length > 0)
    throw new DownpourError('GATE_INVALID', 400, wrong.join('\n'), { details: { lines: wrong } });
  return parsed.flatMap(({ gate }) => ('error' in gate ? [] : [gate]));
}

/** Rejects a gate for an unknown metric. A gate with a misspelt metric would never fail. */
async function refuseUnknown(
  gates: readonly Gate[],
  { baseline, candidate }: Pick<Awaited<ReturnType<typeof readSides>>, 'baseline' | 'candidate'>,
): Promise<void> {
  const { unknownMetricsOf } = await import('../../lib/report/comparison/gate.ts');
  const problem = unknownMetricsOf(gates, [...baseline, ...candidate]);
  if (problem !== undefined) throw new DownpourError('GATE_INVALID', 400, problem);
}

function exitCodeOfOutcome(outcome: Comparison['outcome'], strict: boolean): number {
  const codes = {
    worse: exit.failed,
    'not worse': exit.passed,
    'cannot tell': strict ? exit.inconclusive : exit.passed,
    invalid: exit.inconclusive,
  } satisfies Record<Outcome, number>;
  return codes[outcome];
}
