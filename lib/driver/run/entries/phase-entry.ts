import { Histogram } from '../../statistics/histograms/histogram.ts';
import { summarise } from '../../statistics/histograms/summary-statistics.ts';
import { nsPerUs } from '../../statistics/recording/recorder.ts';
import type { PhaseView } from '../run-record.ts';
import { machineEntry } from './health-entries.ts';
import { timeSummary } from './metric-entries.ts';

/**
 * The entry for one phase: its times, and its sent load compared with the plan. It also has the lateness and
 * the machines.
 */
export function phaseEntry({ run, phase, frame, delivery, lateness, suspicions, merged }: PhaseView) {
  const { name, iteration, fork, isWarmup, start, end } = frame;
  const outcomes = merged.drives.map(({ outcome }) => outcome);
  return {
    name,
    phase: frame.phase,
    iteration,
    fork,
    kind: phase.arrivals.kind,
    isWarmup,
    status: run.status,
    failed: run.failed ?? null,
    start: run.t0 === undefined ? null : start,
    end: run.t0 === undefined ? null : end,
    delivery,
    lateness: timeSummary(lateness),
    sessionTime: microseconds(merged.sessionTime),
    sessionWait: microseconds(merged.sessionWait),
    users: merged.users.map(([second, due, started, waited, wait]) => ({
      timestamp: start + second * 1000,
      due,
      started,
      waited,
      wait,
    })),
    answered: merged.answers.map(([second, responses]) => ({ timestamp: start + second * 1000, responses })),
    machine: merged.machine.map((row) => machineEntry(row, start)),
    skewMsMax: Math.max(0, ...outcomes.map(({ skewMs }) => Math.abs(skewMs))),
    stallNsMax: Math.max(0, ...outcomes.map(({ stallNsMax }) => stallNsMax)),
    suspect: suspicions.length > 0,
  };
}

/**
 * The summary, in nanoseconds, of an encoded histogram with values in microseconds. Null when the histogram
 * has no values.
 */
function microseconds(encoded: string | undefined) {
  if (encoded === undefined) return null;
  const { percentiles, ...values } = timeSummary(summarise(Histogram.decode(encoded)));
  const { count, ...times } = values;
  const inNs = <T extends object>(of: T): T =>
    Object.fromEntries(Object.entries(of).map(([name, us]) => [name, us * nsPerUs])) as T;
  return { count, ...inNs(times), percentiles: inNs(percentiles) };
}
