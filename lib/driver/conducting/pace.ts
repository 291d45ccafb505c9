import { type Bucket, lambdaQuotas, type RegionClass, stepFunctionsQuotas } from '../../quotas.ts';
import { conducting } from '../limits.ts';
import type { GraphPhase } from '../model/plan.ts';

/** How much earlier than they are needed drives are called, and how long they are waited for. Milliseconds. */
export type Pace = {
  /** From waking a drive to the start of its segment, where that is known ahead. */
  readonly leadMs: number;
  /** From the release of a phase until its drives sleep. */
  readonly launchMs: number;
  /** Phases that begin a burst wait this long for the drives of all of them to be ready. */
  readonly readyMs: number;
  /** A phase with a known start is held up this long by drives that are not ready. */
  readonly graceMs: number;
};

/** Drives that wake together, how many environments are there for them already, and what the region gives. */
export type Call = {
  readonly drives: number;
  /** Absent: none. */
  readonly warm?: number;
  readonly region: RegionClass;
};

/**
 * A drive takes some transitions until it sleeps, and one to be invoked. Its function gets a thousand environments at once
 * and a thousand more each ten seconds, those that are there aside. Both happen side by side, so the slower one counts.
 *
 * @param leadMs what the deployment says instead of the lead that follows from the call.
 */
export function paceOf(call: Call, leadMs?: number): Pace {
  const { drives, region } = call;
  const { transitions } = stepFunctionsQuotas.rates[region];
  const launchMs = drained(drives * conducting.launchTransitions, transitions);
  return {
    leadMs: leadMs ?? leadFor(call),
    launchMs,
    readyMs: conducting.readyMsMax + Math.max(launchMs, wakingMs(call)),
    graceMs: conducting.readyGraceMs + wakingMs(call),
  };
}

/** From waking to the start: the environments have to come up, the plan to be read, the connections to be opened. */
export const leadFor = (call: Call): number =>
  (call.drives > (call.warm ?? 0) ? conducting.leadMs : conducting.warmLeadMs) + wakingMs(call);

function wakingMs({ drives, warm = 0, region }: Call): number {
  const { environments, everyMs } = lambdaQuotas.scaling;
  const scaling = { size: environments, perSec: (environments * 1_000) / everyMs };
  return Math.max(
    drained(drives, stepFunctionsQuotas.rates[region].transitions),
    drained(Math.max(0, drives - warm), scaling),
  );
}

/** Until so many tokens could be taken from a full bucket, rounded up to a millisecond. */
const drained = (tokens: number, { size, perSec }: Bucket): number =>
  Math.ceil((Math.max(0, tokens - size) * 1_000) / perSec);

/**
 * Environments that an earlier phase has left when the drives of this one wake. The phases right before it are still at
 * work then, unless it waits for their last users; those before them are over.
 */
export function warmFor(graph: readonly GraphPhase[], index: number): number {
  const node = graph[index];
  if (node === undefined) return 0;
  const over = new Set(node.startAfterStrict);
  for (const before of [...node.startAfter, ...node.startAfterStrict]) {
    const { startAfter = [], startAfterStrict = [] } = graph[before] ?? {};
    for (const earlier of [...startAfter, ...startAfterStrict]) over.add(earlier);
  }
  // The set grows while it is walked.
  for (const each of over) {
    const { startAfter = [], startAfterStrict = [] } = graph[each] ?? {};
    for (const earlier of [...startAfter, ...startAfterStrict]) over.add(earlier);
  }
  return Math.max(0, ...[...over].map((each) => graph[each]?.shards ?? 0));
}
