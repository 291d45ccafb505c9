import type { Verdict } from '../judging/sla.ts';
import type { Phase } from '../model/benchmark.ts';
import type { PhasePlan, Plan } from '../model/plan.ts';
import type { Summary } from '../statistics/histograms/percentiles.ts';
import { type MergedPhase, Merger } from '../statistics/merge.ts';
import { type Delivery, deliveryOf } from './delivery.ts';
import { latenessOf, type Machines, pausesIn, type Suspicion, suspicionsOf } from './suspicions.ts';

/** The data of a run that is over. Instants are epoch milliseconds. */
export type RunRecord = {
  readonly plan: Plan;
  /** A phase for each phase of the plan, in the same order. */
  readonly phases: readonly RunPhase[];
  readonly startedAt: number;
  readonly endedAt: number;
  /**
   * The reason why the burst could not continue. The run then has only what was measured until then. Absent:
   * the burst continued to its end.
   */
  readonly broken?: string;
  /** Why somebody stopped the run; absent when it ran to its end. */
  readonly stopped?: string;
  /** A phase failed, and the rest of the load was not sent because of that: one sentence for people. */
  readonly failedEarly?: string;
  /** Values given for the document's parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly description?: string;
  /** Errors outside of the drives, for example a function that failed. */
  readonly errors?: readonly RunError[];
  /** Version and commit of the driver. */
  readonly version: string;
  readonly commit?: string;
  /** Absent: in the cloud. */
  readonly place?: Machines;
  /** The region of the deployment. Absent: it has no name. */
  readonly home?: string;
};

export type RunError = { readonly agent: string; readonly msg: string };

/** A phase after its end. The conductor's state of a phase fits. */
export type RunPhase = {
  readonly status: 'NOT_STARTED' | 'SCHEDULED' | 'FINISHED' | 'TERMINATED' | 'CANCELLED';
  /** Absent for a phase that never started. */
  readonly t0?: number;
  readonly endedAt?: number;
  /** Why it failed, as the conductor knows it; broken limits are in the verdicts. */
  readonly failed?: string;
  /** Absent when nothing was driven or nothing came back. */
  readonly merged?: MergedPhase;
  readonly verdicts: readonly Verdict[];
  /** Remarks on how it was settled. Absent: none. */
  readonly notices?: readonly string[];
};

/** Names of a phase: the full one, and its parts; empty text where it has none. */
type PhaseNames = {
  readonly name: string;
  readonly phase: string;
  readonly iteration: string;
  readonly fork: string;
};

/** The time of a phase in epoch milliseconds, with the values that each of its metrics repeats. */
export type PhaseFrame = PhaseNames & {
  readonly isWarmup: boolean;
  readonly start: number;
  readonly end: number;
  readonly minSessions: number;
  readonly maxSessions: number;
};

/** A phase with everything that is derived from it once. */
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
  if (phase === undefined || run === undefined) throw new Error(`phase ${index} of the plan has no record`);
  const merged = run.merged ?? new Merger(phase.name).result();
  // A phase that never started has lost no drives: none were sent out.
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

/** False for the number of a step that only measures, such as a stopwatch. */
export const sendsRequests = ({ requests }: PhasePlan, step: number): boolean =>
  requests.some((request) => request.step === step);

/** The phases whose numbers count: those that do not warm up, or all when there is no other. */
export function judgedViews(views: readonly PhaseView[]): readonly PhaseView[] {
  const judged = views.filter(({ phase }) => !phase.isWarmup);
  return judged.some(({ merged }) => merged.rows.length > 0) ? judged : views;
}

/** The time from T0 until the last user of any shard was gone. Throughput is counted over this time. */
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

/** The original driver calls a shard an agent; so does the run document. */
export function agentName(shard: number): string {
  return `shard-${shard}`;
}
