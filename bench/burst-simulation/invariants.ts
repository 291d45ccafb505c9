import type { Outcome } from './outcome.ts';
import type { Scenario } from './scenario.ts';

/** Checks the rules that hold for every burst, and returns a sentence for each broken rule. */
export function broken(outcome: Outcome, scenario: Scenario): readonly string[] {
  const { state, arrived, planned, reported, doubled, left, lateMs, hasStopped } = outcome;
  const laws: readonly (readonly [boolean, string])[] = [
    [doubled === 0, `${doubled} drives sent their load twice`],
    [arrived <= planned, `${arrived} requests arrived, but only ${planned} were planned`],
    [finals.includes(state), `the burst ended in the state ${state}`],
    [
      reported === undefined || reported <= arrived,
      `the run reports ${reported} requests, and ${arrived} arrived`,
    ],
    [
      state !== 'passed' || (arrived === planned && reported === planned),
      `the burst passed, but ${planned} requests were planned, ${arrived} arrived and ${reported} were reported`,
    ],
    [left === 0, `${left} functions still ran a minute after the end`],
    [lateMs <= 0, `requests arrived ${lateMs.toFixed(0)} ms after the end`],
    [scenario.stopAfterMs === undefined || hasStopped, 'a user requested a stop, and the burst did not stop'],
  ];
  return laws.flatMap(([holds, words]) => (holds ? [] : [words]));
}

/** `refused`: the API rejected the burst, so nothing was started. */
const finals: readonly string[] = ['refused', 'passed', 'failed', 'inconclusive', 'stopped', 'incomplete'];
