import type { Outcome, Partial } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';

/** A request as an engine would record it. */
export type Observation = {
  readonly metric: string;
  readonly step: number;
  readonly second: number;
  readonly latencyNs: number;
  readonly valid: boolean;
  /** A counter of the group `exact_status` by name, and the bytes of the transfer. Absent: none. */
  readonly counted?: { readonly name: string; readonly bytes: number };
};

export function record(
  recorder: Recorder,
  { metric, step, second, latencyNs, valid, counted }: Observation,
): void {
  const location = recorder.metric(metric, step);
  const sample = location.at(second);
  sample.counters.requests += 1;
  sample.counters.responses += 1;
  sample.counters.status2xx += 1;
  if (!valid) {
    sample.counters.invalid += 1;
    sample.counters.failed += 1;
  }
  sample.recordLateness(latencyNs / 100);
  sample.recordLatency(latencyNs);
  sample.recordService(latencyNs * 0.9);
  location.answered(second * 1e9 + latencyNs);
  if (counted === undefined) return;
  location.count(second, { key: 'exact_status', type: 'counters' }, counted.name, 1);
  location.count(second, { key: 'transfer', type: 'transfersize' }, 'received', counted.bytes);
}

export function partialOf(
  observations: readonly Observation[],
  drive: {
    readonly shard?: number;
    readonly segment?: number;
    readonly lease?: string;
    readonly outcome?: Partial['outcome'];
    readonly machine?: Partial['machine'];
    readonly sessionTimesNs?: readonly number[];
  } = {},
): Partial {
  const recorder = new Recorder();
  for (const observation of observations) record(recorder, observation);
  for (const ns of drive.sessionTimesNs ?? []) recorder.sessionTime(ns);
  const { shard = 0, segment = 0, lease = `lease-${shard}-${segment}`, outcome = completed() } = drive;
  return recorder.partial({
    phase: 'main',
    shard,
    segment,
    lease,
    outcome,
    ...(drive.machine === undefined ? {} : { machine: drive.machine }),
  });
}

/** The complete measurements of the first drive of a phase. */
export const wholeOf = (recorder: Recorder, phase = 'main'): Partial =>
  recorder.partial({ phase, shard: 0, segment: 0, lease: 'l', outcome: completed() });

export function completed(changed: globalThis.Partial<Outcome> = {}): Outcome {
  return {
    result: 'completed',
    planned: 10,
    started: 10,
    throttled: 0,
    sessionLimitExceeded: false,
    startedAt: 1_000_000,
    finishedAt: 1_010_000,
    terminatedAt: 1_010_500,
    skewMs: 1,
    cpuUs: 500_000,
    stallNsMax: 2_000_000,
    errors: [],
    ...changed,
  };
}
