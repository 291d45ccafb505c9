import { time as latency } from '../../report/page/number-text.ts';
import { counted } from '../../report/units.ts';

/** The values of a spark line for people who do not see it. */
export type SparkFacts = {
  readonly runs: number;
  readonly measured: number;
  readonly least: number;
  readonly most: number;
  /** The number of the bar with the highest value, from 1. */
  readonly at: number;
};

/** The text of a spark line, for people who do not see it. */
export function spark(facts: SparkFacts | undefined, runs: number): string {
  if (facts === undefined) return `last ${counted(runs, 'run')}, nothing measured`;
  const { measured, least, most, at } = facts;
  const where = at === runs ? 'in the last run' : `in run ${at} of these`;
  const gaps = measured < runs ? `, ${runs - measured} not measured` : '';
  return `last ${counted(runs, 'run')}, p99 from ${latency(least)} to ${latency(most)}, highest ${where}${gaps}`;
}
