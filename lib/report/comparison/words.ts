import { counted } from '../../words.ts';
import { metricName } from '../metric-name.ts';
import type { Change } from './comparison-data.ts';
import type { Measure, Subject } from './measures.ts';

/**
 * The name of a measure with its subject: `p99 of browse in main`, `p99 of browse (GET /products) in main`.
 * For all requests it is only the measure.
 */
export function whatOf({
  subject,
  measure,
}: {
  readonly subject: Subject;
  readonly measure: Measure;
}): string {
  if (subject.metric !== undefined) return `${measure.name} of ${metricName(subject)} in ${subject.phase}`;
  return subject.phase === undefined ? measure.name : `${measure.name} of ${subject.phase}`;
}

/** The name of a subject: `main/browse`, `main/browse (GET /products)`, `main`, or `all requests`. */
export function subjectText({ phase, ...named }: Subject): string {
  return named.metric === undefined ? (phase ?? 'all requests') : `${phase}/${metricName(named)}`;
}

/**
 * A change in words: `+19.8 %`, `-0.42 %`, `0 %`; for shares `+0.5 points`. A change that is not 0 is never
 * rounded to 0.
 */
export const changeText = (measure: Pick<Measure, 'kind'>, change: number): string =>
  `${signed(change)} ${unitOf(measure)}`;

const unitOf = ({ kind }: Pick<Measure, 'kind'>): string => (kind === 'ratio' ? '%' : 'points');

const signed = (change: number): string => `${change > 0 ? '+' : ''}${digits(change * 100)}`;

/** A limit in words: `10 %`, `1 point`. */
export function limitText(measure: Pick<Measure, 'kind'>, limit: number): string {
  if (measure.kind === 'ratio') return `${digits(limit * 100)} %`;
  return `${digits(limit * 100)} ${limit === 0.01 ? 'point' : 'points'}`;
}

/** An interval in words: `+18.3 to +22.1 %`. */
export const intervalText = ({ measure, interval }: Pick<Change, 'measure' | 'interval'>): string =>
  interval === undefined
    ? 'no interval'
    : `${signed(interval.low)} to ${signed(interval.high)} ${unitOf(measure)}`;

/**
 * Formats three significant digits, or two for a number below 10, because a change of a few runs is not more
 * exact.
 */
function digits(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95) return `${Math.round(value)}`;
  if (size >= 9.995) return `${Number(value.toFixed(1))}`;
  return `${Number(value.toPrecision(2))}`;
}

export const runsText = (count: number): string => counted(count, 'run');
