import {
  type Change,
  type Comparison,
  type Difference,
  type ExploredChange,
  type JudgedGate,
  middleOf,
  type SideRun,
  strongestFirst,
  type WithinRun,
  type WithinRuns,
} from '../comparison/comparison-data.ts';
import type { Measure, Subject } from '../comparison/measures.ts';
import { methodOf, shortRunsOf } from '../comparison/method.ts';
import { changeText, intervalText, limitText, runsText, subjectText } from '../comparison/words.ts';
import type { ComparedLine, PageComparison } from './comparison-types.ts';
import type { Points } from './data/page-data.ts';
import { perSecond, share, time } from './number-text.ts';

/**
 * The texts about a comparison on the report page of its only candidate run. Each change has its interval, or
 * a text that there is no interval. Values of runs that cannot be compared are not shown next to each other.
 * @param curve the percentile curve of the baseline, for the same requests as the curve of the page.
 */
export function comparedOnPage(comparison: Comparison, curve: Points | undefined): PageComparison {
  return {
    headline: headlineOf(comparison),
    against: namesOf(comparison.baseline),
    changes: changesOf(comparison),
    ...(curve === undefined || comparison.outcome === 'invalid' ? {} : { curve }),
    notes: notesOf(comparison),
    lines: linesOf(comparison),
  };
}

const headlineOf = ({ outcome, reason, recommendation }: Comparison): string =>
  `${outcome}: ${reason}.${recommendation === undefined ? '' : ` Try: ${recommendation}.`}`;

/** The runs of a side in words: `run 11`, `run 11 and run 12`, `10 runs of shop, run 3 to run 12`. */
function namesOf(runs: readonly SideRun[]): string {
  const [first, last] = [runs.at(0)?.name ?? '', runs.at(-1)?.name ?? ''];
  if (runs.length <= 2) return runs.map(({ name }) => name).join(' and ');
  const benchmarks = [...new Set(runs.map(({ benchmark }) => benchmark))].join(', ');
  return `${runsText(runs.length)} of ${benchmarks}, ${first} to ${last}`;
}

/**
 * The changes of the page's four main numbers, which count all requests. In a run with a single metric, these
 * numbers equal those of the metric.
 */
function changesOf({ gates, explored }: Comparison): PageComparison['changes'] {
  const changes: readonly Change[] = [...gates, ...explored];
  const metrics = new Set(
    changes.flatMap(({ subject }) => (subject.metric === undefined ? [] : subjectText(subject))),
  );
  const named = (name: string): Change | undefined => {
    const same = changes.filter(({ measure }) => measure.name === name);
    return same.find(({ subject }) => isOfAll(subject)) ?? (metrics.size === 1 ? same[0] : undefined);
  };
  const [rate, failed, p50, p99] = [named('throughput'), named('errors'), named('p50'), named('p99')];
  return {
    ...(rate === undefined ? {} : { rate: rateChange(rate) }),
    ...(failed === undefined ? {} : { failed: withInterval(failed) }),
    ...(p50 === undefined ? {} : { p50: withInterval(p50) }),
    ...(p99 === undefined ? {} : { p99: withInterval(p99) }),
  };
}

/**
 * The change of the rate. The rate of an open load is planned, so for an open load the text is about the
 * share of the plan that was sent.
 */
const rateChange = (change: Change): string =>
  change.measure.unit === 'share' ? `of the plan: ${withInterval(change)}` : withInterval(change);

const isOfAll = ({ phase, metric }: Subject): boolean => phase === undefined && metric === undefined;

const withInterval = (change: Change): string =>
  `${changeText(change.measure, change.estimate)} (${intervalText(change)})`;

function linesOf({ gates, explored, within }: Comparison): readonly ComparedLine[] {
  return [
    ...gates.map((gate) => ({ ...lineOf(gate), outcome: judgementOf(gate) })),
    ...strongestFirst(explored).map((change) => ({ ...lineOf(change), outcome: outcomeText(change) })),
    ...within.map(lineWithin),
  ];
}

/**
 * Describes a change in a line of a table: the values of both sides, and the difference with its interval.
 */
export function lineOf(change: Change): Omit<ComparedLine, 'outcome'> {
  const { measure } = change;
  return {
    name: nameOf(change),
    before: valueText(measure, middleOf(change.baseline)),
    after: valueText(measure, middleOf(change.candidate)),
    change: withInterval(change),
  };
}

/**
 * Describes the judgement of a gate, such as `worse; limit 10 %, sees from 6 %`: the outcome, the accepted
 * change, and the smallest change that a comparison of this many runs usually finds.
 */
export function judgementOf({ measure, outcome, limit, visible }: JudgedGate): string {
  const sees = visible === undefined ? '' : `, sees from ${limitText(measure, visible)}`;
  return `${outcome}; limit ${limitText(measure, limit)}${sees}`;
}

export const outcomeText = ({ significant }: ExploredChange): string =>
  significant ? 'not judged; significant' : 'not judged';

/** Describes the values of a measure in a line of a table, when one run is compared with one run. */
export function lineWithin({ subject, measure, baseline, candidate }: WithinRuns): ComparedLine {
  const estimate = candidate.value / baseline.value - 1;
  return {
    name: nameOf({ subject, measure }),
    before: spreadText(baseline),
    after: spreadText(candidate),
    change: `${changeText(measure, estimate)} (no interval)`,
    outcome: doNotOverlap(baseline, candidate) ? 'cannot tell; repeat both runs' : 'cannot tell',
  };
}

/** True if the ranges of two runs have no common value. */
function doNotOverlap(one: WithinRun, other: WithinRun): boolean {
  const isBelow = (low: WithinRun, high: WithinRun): boolean =>
    low.high !== undefined && high.low !== undefined && low.high < high.low;
  return isBelow(one, other) || isBelow(other, one);
}

const spreadText = ({ value, low, high }: WithinRun): string =>
  `${time(value)} (${low === undefined ? '?' : time(low)} to ${high === undefined ? '?' : time(high)})`;

const nameOf = ({ subject, measure }: Pick<Change, 'subject' | 'measure'>): string =>
  `${subjectText(subject)}, ${measure.name}`;

/** A value of a measure with its unit. */
export function valueText({ unit }: Measure, value: number): string {
  if (unit === 'ns') return time(value);
  return unit === 'share' ? share(value) : perSecond(value);
}

/** The notes about a comparison: the problems first, then the method. */
export function notesOf(comparison: Comparison): readonly string[] {
  const { problems, reason, differences, warnings, baseline, candidate, gates } = comparison;
  const bare = gates.some(({ interval }) => interval === undefined);
  const short = shortRunsOf(comparison);
  return [
    ...problems.filter((problem) => problem !== reason),
    ...differences.map(differenceText),
    ...warnings,
    ...(bare
      ? [
          `${runsText(candidate.length)} against ${runsText(baseline.length)}: these are too few runs for an interval. A change without an interval may be a usual difference between runs`,
        ]
      : []),
    ...(short === undefined ? [] : [short]),
    ...(problems.length > 0 ? [] : methodOf(comparison)),
  ];
}

/**
 * Matches parts of a definition whose value is a hash. A reader cannot find the hash anywhere else, so the
 * versions get numbers instead.
 */
const hashedPart = /: (?:scenario or times|settings)$/;

export function differenceText({ what, values, ofDefinition }: Difference): string {
  const isHash = ofDefinition && hashedPart.test(what);
  const each = values.map(
    ({ value, runs }, at) => `${isHash ? `version ${at + 1}` : value} in ${runs.join(', ')}`,
  );
  return `${what} differs: ${each.join('; ')}`;
}
