import type { Verdict } from '../judging/sla.ts';
import type { Phase } from '../model/benchmark.ts';
import type { PhasePlan, Plan } from '../model/plan.ts';
import type { Summary } from '../statistics/histograms/summary-statistics.ts';
import { type MergedPhase, Merger } from '../statistics/merge.ts';
import { type Delivery, deliveryOf } from './delivery.ts';
import { latenessOf, type Machines, pausesIn, type Suspicion, suspicionsOf } from './suspicions.ts';

/** Everything that is known of a run that is over. Instants are epoch milliseconds. */
export type RunRecord = {
  readonly plan: Plan;
  /** One entry for each phase of the plan, in the same order. */
  readonly phases: readonly RunPhase[];
  readonly startedAt: number;
  readonly endedAt: number;
  /**
   * Why the burst could not continue to its end. The run then has only the measurements until that point.
   * Absent: the burst was not interrupted by an error.
   */
  readonly broken?: string;
  /** Why the run was stopped. Absent when it ran to its end. */
  readonly stopped?: string;
  /**
   * The message that a phase failed, and that Downpour therefore did not send the rest of its load. Absent
   * for a run that was not ended early.
   */
  readonly failedEarly?: string;
  /** The values of the document's parameters, by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly description?: string;
  /** Errors outside the drives, for example of a function that failed. */
  readonly errors?: readonly RunError[];
  /** The version and commit of the driver. */
  readonly version: string;
  readonly commit?: string;
  /** Where the drives ran. Absent: in the cloud. */
  readonly place?: Machines;
  /** The name of the deployment's home region. Absent when it has no name. */
  readonly home?: string;
};

export type RunError = { readonly agent: string; readonly msg: string };

/** A phase after its end. The conductor's state of a phase has the first four members too. */
export type RunPhase = {
  readonly status: 'NOT_STARTED' | 'SCHEDULED' | 'FINISHED' | 'TERMINATED' | 'CANCELLED';
  /** T0 of the phase: the instant at which its load began. Absent for a phase that never started. */
  readonly t0?: number;
  readonly endedAt?: number;
  /** Why the phase failed, as the conductor knows it. Broken limits are in `verdicts`. */
  readonly failed?: string;
  /** The merged measurements. Absent when no drive ran or no drive reported. */
  readonly merged?: MergedPhase;
  readonly verdicts: readonly Verdict[];
  /** Notices for people about how the phase was merged and judged. Absent when there are none. */
  readonly notices?: readonly string[];
};

/** The names of a phase: the full name, and the parts that form it. A missing part is an empty text. */
type PhaseNames = {
  readonly name: string;
  readonly phase: string;
  readonly iteration: string;
  readonly fork: string;
};

/** Start and end of a phase in epoch milliseconds, and the values that are equal in all its metrics. */
export type PhaseFrame = PhaseNames & {
  readonly isWarmup: boolean;
  readonly start: number;
  readonly end: number;
  readonly minSessions: number;
  readonly maxSessions: number;
};

/** A phase of a run together with all values that are computed from it, each computed once. */
export type PhaseView = {
  readonly run: RunPhase;
  readonly phase: Phase;
  readonly plan: PhasePlan;
  readonly merged: MergedPhase;
  readonly frame: PhaseFrame;
  readonly delivery: Delivery;
  readonly lateness: Summary;
  readonly suspicions: readonly Suspicion[];
};

export function viewOf(record: RunRecord, plan: PhasePlan, index: number): PhaseView {
  const phase = record.plan.benchmark.phases[index];
  const run = record.phases[index];
  if (phase === undefined || run === undefined)
    throw new Error(`a bug in Downpour: the run has no record of phase ${index} of its plan`);
  const merged = run.merged ?? new Merger(phase.name).result();
  // A phase that never started has lost no drives, because none was started.
  const started = run.t0 !== undefined && run.status !== 'CANCELLED';
  const delivery = deliveryOf(started ? plan : { ...plan, shards: 0 }, phase.arrivals, merged);
  const lateness = latenessOf(merged);
  const suspicions = [
    ...suspicionsOf(merged, lateness, delivery, record.place ?? 'cloud'),
    ...pausesIn(run.verdicts),
  ];
  return {
    run,
    phase,
    plan,
    merged,
    frame: frameOf(run, phase, merged, record.startedAt),
    delivery,
    lateness,
    suspicions,
  };
}

/** False for a step that only measures, such as a stopwatch, and sends no requests. */
export const sendsRequests = ({ requests }: PhasePlan, step: number): boolean =>
  requests.some((request) => request.step === step);

/**
 * The phases whose numbers count for the verdict: those that are no warm-up, or all phases if only warm-ups
 * have measurements.
 */
export function judgedViews(views: readonly PhaseView[]): readonly PhaseView[] {
  const judged = views.filter(({ phase }) => !phase.isWarmup);
  return judged.some(({ merged }) => merged.rows.length > 0) ? judged : views;
}

/**
 * Start and end of a phase. The end is the instant at which the last user of any shard left, and throughput
 * counts until then.
 */
function frameOf(
  run: RunPhase,
  phase: Phase,
  { drives, sessions }: MergedPhase,
  startedAt: number,
): PhaseFrame {
  const start = run.t0 ?? startedAt;
  const gone = drives
    .filter(({ outcome }) => outcome.result !== 'missed')
    .map(({ outcome }) => outcome.terminatedAt);
  const end = gone.length > 0 ? Math.max(...gone) : (run.endedAt ?? start);
  return {
    name: phase.name,
    phase: phase.phase,
    iteration: phase.iteration,
    fork: phase.fork,
    isWarmup: phase.isWarmup,
    start,
    end: Math.max(start, end),
    minSessions: sessions.length === 0 ? 0 : Math.min(...sessions.map(([, least]) => least)),
    maxSessions: Math.max(0, ...sessions.map(([, , most]) => most)),
  };
}

/** The name of a shard in a run document. As in the original driver, the document calls a shard an agent. */
export function agentName(shard: number): string {
  return `shard-${shard}`;
}
