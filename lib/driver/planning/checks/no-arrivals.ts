import { modelOf, startsUsers } from '../../arrivals/registry.ts';
import type { Findings, Path } from '../../document/problem.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import { planning } from '../limits.ts';
import { type PlannedPhase, plannedPhases } from '../planned-phase.ts';

/**
 * Warns about phases in which no user arrives, or in which possibly none does. A phase or fork gets one
 * warning for all its iterations.
 */
export function checkArrivals(
  plan: Plan,
  /** Returns the position of the number of users in the document. */
  placeOf: (phase: Phase) => Path,
  findings: Findings,
): void {
  const warned = new Set<string>();
  for (const planned of plannedPhases(plan)) {
    const { phase } = planned;
    const message = startsUsers(phase.arrivals) ? messageOf(planned) : undefined;
    const written = `${phase.phase}/${phase.fork}`;
    if (message === undefined || warned.has(written)) continue;
    warned.add(written);
    findings.warning(placeOf(phase), message, hintOf(planned));
  }
}

function messageOf({ name, phase, plannedArrivals, expectedArrivals }: PlannedPhase): string | undefined {
  const { rate, description } = modelOf(phase.arrivals);
  // A closed phase without users needs no warning here, because the parser refuses it or warns about it.
  if (rate === undefined) return undefined;
  const load = `${description}${lasting(phase)}`;
  if (plannedArrivals === 0) return `phase ${name}: no user arrives (${load})`;
  if (plannedArrivals !== undefined) return undefined;
  // A random (Poisson) number of arrivals with the mean m is 0 with the probability e^-m.
  const none = Math.exp(-expectedArrivals);
  if (none < planning.emptyRunsMin) return undefined;
  const times = Math.min(99, Math.round(none * 100));
  const users = Number(expectedArrivals.toPrecision(2));
  return none === 1
    ? `phase ${name}: no user arrives (${load})`
    : `phase ${name}: ${users} users arrive on average (${load}), so no user arrives in ${times} of 100 runs`;
}

const lasting = ({ durationMs }: Phase): string =>
  durationMs === undefined ? '' : ` for ${Number((durationMs / 1000).toPrecision(6))} s`;

/**
 * Advises how to get at least one user in nearly every run. With random arrivals and a mean of at least ln
 * 100, less than one run in a hundred has no user.
 */
function hintOf({ phase: { durationMs = 0, arrivals }, plannedArrivals }: PlannedPhase): string {
  const { rate } = modelOf(arrivals);
  const mean = rate === undefined ? 0 : (rate.initial + rate.target) / 2;
  if (mean <= 0) return 'raise the rate';
  const users = plannedArrivals === undefined ? Math.log(100) : 1;
  const seconds = Math.ceil(users / mean);
  const isUseful = seconds * 1000 > durationMs && Number.isSafeInteger(seconds);
  return isUseful ? `raise the rate, or let the phase last at least ${seconds} s` : 'raise the rate';
}
