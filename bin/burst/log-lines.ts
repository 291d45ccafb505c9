import type { PhaseStatus } from '../../lib/api.generated.ts';
import { latency, rate, roughly, span } from '../../lib/report/units.ts';
import { counted } from '../../lib/words.ts';
import { type Live, totalOf } from './visible-phases.ts';

/** A line of the log for one phase and second. Undefined when the phase has no numbers of a second. */
export function progressLine(phase: PhaseStatus, nameWidth: number): string | undefined {
  const { live, name } = phase;
  return live === undefined ? undefined : logLine(name.padEnd(nameWidth), `${live.second + 1}s`, live);
}

/**
 * A line with the sum of all active phases. Undefined with fewer than two of them. It has no percentiles,
 * because percentiles cannot be added.
 */
export function totalLine(phases: readonly PhaseStatus[], nameWidth: number): string | undefined {
  const total = totalOf(phases);
  return total === undefined ? undefined : logLine('total'.padEnd(nameWidth), '', total);
}

/**
 * A text for the log when a phase has failed, started, ended or been cancelled since the last status.
 * Undefined otherwise.
 */
export function phaseNews(before: PhaseStatus | undefined, phase: PhaseStatus): string | undefined {
  if (before?.status === phase.status && before.failed === phase.failed) return undefined;
  if (phase.failed && before?.failed !== true)
    return `phase failed: ${phase.failure ?? 'the API reported no reason; search its logs for the burst'}`;
  if (phase.status === 'RUNNING')
    return `phase started${phase.durationMs === undefined ? '' : `, lasts ${span(phase.durationMs)}`}`;
  const { expectedArrivals, totals } = phase;
  if (phase.status === 'TERMINATED')
    return expectedArrivals + totals.requests === 0
      ? 'phase ended'
      : `phase ended: ${counted(totals.requests, 'request')}`;
  if (phase.status === 'CANCELLED') return 'phase cancelled';
  return undefined;
}

function logLine(name: string, second: string, live: Live): string {
  const { usersStartedPerSec, usersDuePerSec, latencyP50Ns, latencyP99Ns, latenessP99Ns } = live;
  const isSum = latencyP99Ns === undefined && second === '';
  return [
    name,
    second.padStart(5),
    rate(live.requestsPerSec).padStart(9),
    `users ${roughly(usersStartedPerSec)} of ${rate(usersDuePerSec)}`.padEnd(20),
    `in flight ${roughly(live.inFlight)}`.padEnd(15),
    `sessions ${roughly(live.sessions)}`.padEnd(14),
    (isSum ? '' : `p50 ${latency(latencyP50Ns)}`).padEnd(11),
    (isSum ? '' : `p99 ${latency(latencyP99Ns)}`).padEnd(11),
    (isSum ? '' : `late p99 ${latency(latenessP99Ns)}`).padEnd(16),
    `failed ${rate(live.failedPerSec)}`,
  ].join('  ');
}
