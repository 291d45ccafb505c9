import {
  type Comparison,
  type ExploredChange,
  type JudgedGate,
  middleOf,
  strongestFirst,
  type WithinRun,
  type WithinRuns,
} from '../../lib/report/comparison/comparison-data.ts';
import type { Measure } from '../../lib/report/comparison/measures.ts';
import { methodOf, shortRunsOf } from '../../lib/report/comparison/method.ts';
import {
  changeText,
  intervalText,
  limitText,
  runsText,
  subjectText,
} from '../../lib/report/comparison/words.ts';
import { exactly, latency, percent, rate } from '../../lib/report/units.ts';
import { few } from '../report/report.ts';
import type { Paint } from '../terminal/paint.ts';
import { type Column, table } from '../terminal/table.ts';
import { wrap } from '../terminal/wrap.ts';

/** The lines that show a comparison to people: the outcome first, then the problems, then the numbers. */
export function comparisonLines(comparison: Comparison, paint: Paint, width?: number): string[] {
  const sentences = (lines: readonly string[]): string[] => lines.flatMap((line) => wrap(line, width, 2));
  const { problems, warnings } = comparison;
  const further = problems.filter((problem) => problem !== comparison.reason);
  return [
    ...sentences(headline(comparison, paint)),
    ...spaced(differenceTable(comparison, paint, width)),
    ...spaced(sentences(few(further).map((problem) => `${paint.red('✗')} ${problem}`))),
    ...spaced(gateTable(comparison.gates, paint, width)),
    ...spaced(exploredTable(comparison.explored, paint, width)),
    ...spaced(withinTable(comparison.within, paint, width)),
    ...spaced([
      ...sentences([orderLine(comparison, paint)]),
      ...sentences(few(warnings).map((warning) => `${paint.yellow('! warning')} ${warning}`)),
      ...sentences(problems.length > 0 ? [] : methodOf(comparison).map((line) => `  ${line}`)).map(paint.dim),
    ]),
  ];
}

const spaced = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', ...lines]);

function headline(
  { outcome, reason, recommendation, baseline, candidate }: Comparison,
  paint: Paint,
): string[] {
  const painted = outcomePaint(paint)[outcome](outcome);
  const names = [...new Set([...baseline, ...candidate].map(({ benchmark }) => benchmark))].join(', ');
  const sides = `${runsText(candidate.length)} against ${runsText(baseline.length)}`;
  return [
    `${paint.bold(names)}  ${painted}  ${paint.dim(sides)}`,
    `  ${reason}`,
    ...(recommendation === undefined ? [] : [`  try: ${recommendation}`]),
  ];
}

const outcomePaint = (paint: Paint) => ({
  worse: paint.red,
  'not worse': paint.green,
  'cannot tell': paint.yellow,
  invalid: paint.red,
});

function differenceTable({ differences }: Comparison, paint: Paint, width?: number): string[] {
  if (differences.length === 0) return [];
  const columns: Column[] = [
    { title: 'differs', align: 'left', widthMax: 32 },
    { title: 'value', align: 'left', widthMax: 60 },
    { title: 'in', align: 'left', widthMax: 60 },
  ];
  const rows = differences.flatMap(({ what, values, ofDefinition }) =>
    values.map(({ value, runs }, at) => [
      at > 0 ? '' : ofDefinition ? paint.yellow(what) : what,
      value,
      runs.join(', '),
    ]),
  );
  return table(columns, rows, { width, heading: paint.dim, indent: 2 });
}

const ofChange = (what: string): Column[] => [
  { title: what, align: 'left', widthMax: 40 },
  { title: 'measure', align: 'left' },
  { title: 'baseline', align: 'right', leaves: 2 },
  { title: 'candidate', align: 'right', leaves: 2 },
  { title: 'change', align: 'right' },
  { title: 'interval', align: 'left', leaves: 1 },
];

function gateTable(gates: readonly JudgedGate[], paint: Paint, width?: number): string[] {
  if (gates.length === 0) return [];
  const columns: Column[] = [
    ...ofChange('gate'),
    { title: 'limit', align: 'right' },
    { title: 'sees from', align: 'right', leaves: 3 },
    { title: 'outcome', align: 'left' },
  ];
  const rows = gates.map((gate) => [
    ...changeCells(gate),
    limitText(gate.measure, gate.limit),
    gate.visible === undefined ? '-' : limitText(gate.measure, gate.visible),
    outcomePaint(paint)[gate.outcome](gate.outcome),
  ]);
  return table(columns, rows, { width, heading: paint.dim, indent: 2 });
}

/** The limit of changes that a terminal shows. `--json` has all of them. */
const exploredMax = 20;

function exploredTable(explored: readonly ExploredChange[], paint: Paint, width?: number): string[] {
  if (explored.length === 0) return [];
  const rows = strongestFirst(explored)
    .slice(0, exploredMax)
    .map((change) => [...changeCells(change), change.significant ? paint.bold('significant') : '']);
  const more = explored.length - exploredMax;
  const columns: Column[] = [...ofChange('not judged'), { title: 'corrected', align: 'left' }];
  return [
    ...table(columns, rows, { width, heading: paint.dim, indent: 2 }),
    ...(more > 0 ? [paint.dim(`  ${exactly(more)} more in --json`)] : []),
  ];
}

function changeCells(change: JudgedGate | ExploredChange): string[] {
  const { subject, measure, baseline, candidate, estimate, interval } = change;
  return [
    subjectText(subject),
    measure.name,
    valueText(measure, middleOf(baseline)),
    valueText(measure, middleOf(candidate)),
    changeText(measure, estimate),
    interval === undefined ? '-' : intervalText(change),
  ];
}

function withinTable(within: readonly WithinRuns[], paint: Paint, width?: number): string[] {
  if (within.length === 0) return [];
  const columns: Column[] = [
    { title: 'within each run', align: 'left', widthMax: 40 },
    { title: 'measure', align: 'left' },
    { title: 'baseline', align: 'right' },
    { title: '', align: 'left', leaves: 1 },
    { title: 'candidate', align: 'right' },
    { title: '', align: 'left', leaves: 1 },
  ];
  const rows = within.map(({ subject, measure, baseline, candidate }) => [
    subjectText(subject),
    measure.name,
    latency(baseline.value),
    spreadText(baseline),
    latency(candidate.value),
    spreadText(candidate),
  ]);
  const short = shortRunsOf({ within });
  return [
    ...table(columns, rows, { width, heading: paint.dim, indent: 2 }),
    ...(short === undefined ? [] : wrap(`  ${short}`, width, 2)),
  ];
}

function spreadText({ low, high }: WithinRun): string {
  return `${low === undefined ? '?' : latency(low)} to ${high === undefined ? '?' : latency(high)}`;
}

function valueText({ unit }: Measure, value: number): string {
  if (unit === 'ns') return latency(value);
  return unit === 'share' ? percent(value) : rate(value);
}

/** A line with the order of the runs in time, such as `A B A B`. A is a run of the baseline. */
function orderLine({ order }: Comparison, paint: Paint): string {
  const letters = order.runs.map(({ side }) => (side === 'baseline' ? 'A' : 'B')).join(' ');
  return `  ${paint.dim('in time')}  ${letters}  ${paint.dim('A baseline, B candidate')}`;
}
