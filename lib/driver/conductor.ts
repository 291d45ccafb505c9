import { conducting } from './limits.ts';

/**
 * Decides when each phase of a burst starts. Pure: `(state, event) -> {state, commands}`.
 *
 * Every event may come twice, late or out of order, and every command may get lost: a phase is scheduled once, with
 * one T0; a command stays due (it is computed from the state again) until `CommandsTold` acknowledges it.
 * Sources: reference section 5.4 for the rules, design section 3 for the shape.
 *
 * A phase whose predecessors have a known duration has a known start, so it is released ahead of time and a chain of
 * `startAfter` has no gap. Until T0 - margin it can still be cancelled; drives read this state just before T0.
 */
export const reduce = (
  state: ConductorState,
  event: ConductorEvent,
): { readonly state: ConductorState; readonly commands: readonly Command[] } => {
  const now = Math.max(state.at, event.at);
  const draft: Draft = { ...state, at: now, phases: state.phases.map((phase) => ({ ...phase })) };
  record(draft, event);
  advance(draft);
  return { state: draft, commands: commandsDue(draft) };
};

/** One node of the phase graph; indexes are those of the plan. */
export type GraphPhase = {
  readonly name: string;
  /** A noop phase has no drives: it finishes and terminates by the clock and by what it covers. */
  readonly noop: boolean;
  /** Milliseconds after the run's origin. */
  readonly startTimeMs: number;
  readonly startAfter: readonly number[];
  readonly startAfterStrict: readonly number[];
  /** Phases that a covering noop (of forks or iterations) outlives. */
  readonly covers: readonly number[];
  /** Milliseconds from T0 until no new users start; absent when only the drives can tell. */
  readonly durationMs?: number;
  readonly shards: number;
  readonly segments: number;
  readonly segmentMs: number;
};

export type PhaseState = {
  readonly status: 'NOT_STARTED' | 'SCHEDULED' | 'FINISHED' | 'TERMINATED' | 'CANCELLED';
  /** Of the AwaitStart that waits now; a repeated wait brings a new one. */
  readonly token?: string;
  /** The decision has reached the waiting state. */
  readonly told: boolean;
  /** Epoch milliseconds; set once, when the phase is scheduled. */
  readonly t0?: number;
  /** Epoch milliseconds since which no new users start. */
  readonly finishedAt?: number;
  /** Epoch milliseconds since which nothing of the phase is at work, or of its cancellation. */
  readonly endedAt?: number;
  /** Why the phase failed; the first reason stays. */
  readonly failed?: string;
};

export type ConductorState = {
  readonly graph: readonly GraphPhase[];
  readonly phases: readonly PhaseState[];
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  /** From a release to its T0, and from waking a drive to the start of its segment. */
  readonly leadMs: number;
  /** The latest instant that any event has named, epoch milliseconds. */
  readonly at: number;
  /** Since when the first phase waits. */
  readonly gatheringSince?: number;
  /** T0 of phases without conditions: the zero of every `startTime`. */
  readonly origin?: number;
  readonly stop?: { readonly at: number; readonly reason: string };
};

/** `at`: epoch milliseconds of whoever applies the event. */
export type ConductorEvent = { readonly at: number } & (
  | { readonly type: 'PhaseWaiting'; readonly phase: number; readonly token: string }
  | { readonly type: 'CommandsTold'; readonly tokens: readonly string[] }
  | { readonly type: 'PhaseFinished'; readonly phase: number }
  | { readonly type: 'PhaseTerminated'; readonly phase: number; readonly failed?: string }
  | { readonly type: 'PhaseFailed'; readonly phase: number; readonly reason: string }
  | { readonly type: 'StopRequested'; readonly reason: string }
  | { readonly type: 'Tick' }
);

export type Command = { readonly phase: number; readonly token: string } & (
  | { readonly type: 'release'; readonly t0: number }
  | { readonly type: 'release-noop'; readonly finishAt: number }
  | { readonly type: 'cancel'; readonly reason: string }
);

/** The state before any event: a burst that has been planned. */
export const startConducting = (burst: {
  readonly graph: readonly GraphPhase[];
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  readonly leadMs: number;
  readonly startedAt: number;
}): ConductorState => ({
  graph: burst.graph,
  phases: burst.graph.map(() => ({ status: 'NOT_STARTED', told: false })),
  failurePolicy: burst.failurePolicy,
  leadMs: burst.leadMs,
  at: burst.startedAt,
});

type Draft = { -readonly [K in keyof Omit<ConductorState, 'phases'>]: ConductorState[K] } & {
  phases: DraftPhase[];
};
type DraftPhase = { -readonly [K in keyof PhaseState]: PhaseState[K] };

/** Notes what the event says; what follows from it is `advance`. */
const record = (draft: Draft, event: ConductorEvent): void => {
  switch (event.type) {
    case 'PhaseWaiting':
      draft.gatheringSince ??= draft.at;
      noteWaiting(draft.phases[event.phase], event.token);
      break;
    case 'CommandsTold':
      noteTold(draft, event.tokens);
      break;
    case 'PhaseFinished':
      noteFinished(draft, event.phase);
      break;
    case 'PhaseTerminated':
      noteFailed(draft.phases[event.phase], event.failed);
      noteTerminated(draft, event.phase);
      break;
    case 'PhaseFailed':
      noteFailed(draft.phases[event.phase], event.reason);
      break;
    case 'StopRequested':
      draft.stop ??= { at: draft.at, reason: event.reason };
      break;
    case 'Tick':
      break;
  }
};

const noteWaiting = (phase: DraftPhase, token: string): void => {
  if (phase.token === token) return;
  phase.token = token;
  phase.told = false;
};

const noteTold = (draft: Draft, tokens: readonly string[]): void => {
  for (const phase of draft.phases) {
    if (phase.token !== undefined && tokens.includes(phase.token)) phase.told = true;
  }
};

/** A noop phase ends by its own rules in `advance`; a report about it only brings the clock. */
const noteFinished = (draft: Draft, index: number): void => {
  const phase = draft.phases[index];
  if (draft.graph[index].noop || phase.status !== 'SCHEDULED') return;
  phase.status = 'FINISHED';
  phase.finishedAt = knownFinish(draft, index) ?? draft.at;
};

const noteTerminated = (draft: Draft, index: number): void => {
  const phase = draft.phases[index];
  if (draft.graph[index].noop) return;
  if (phase.status !== 'SCHEDULED' && phase.status !== 'FINISHED') return;
  phase.status = 'TERMINATED';
  phase.finishedAt ??= Math.min(draft.at, knownFinish(draft, index) ?? draft.at);
  phase.endedAt = draft.at;
};

const noteFailed = (phase: DraftPhase, reason: string | undefined): void => {
  if (phase.status === 'NOT_STARTED' || phase.status === 'CANCELLED') return;
  if (reason !== undefined) phase.failed ??= reason;
};

/** Draws every conclusion that the state allows at its instant, until nothing changes any more. */
const advance = (draft: Draft): void => {
  if (draft.stop) endNoops(draft);
  if (isHalted(draft)) cancelNotStarted(draft);
  gather(draft);
  for (let changed = true; changed; ) {
    changed = false;
    for (const index of draft.phases.keys()) {
      if (schedule(draft, index) || settleNoop(draft, index)) changed = true;
    }
  }
};

const isHalted = (state: ConductorState | Draft): boolean =>
  state.stop !== undefined ||
  (state.failurePolicy === 'CANCEL' && state.phases.some((phase) => phase.failed !== undefined));

const cancelNotStarted = (draft: Draft): void => {
  for (const phase of draft.phases) {
    const cancellable =
      phase.status === 'NOT_STARTED' ||
      (phase.status === 'SCHEDULED' && phase.t0! - draft.at >= cancelMarginMs(draft.leadMs));
    if (!cancellable) continue;
    phase.status = 'CANCELLED';
    phase.endedAt = draft.at;
    // A released phase is in the hands of the state machine already; its drives read the cancellation here.
  }
};

/** Nobody drives a noop phase, so a stop ends it at once. */
const endNoops = (draft: Draft): void => {
  for (const [index, phase] of draft.phases.entries()) {
    if (!draft.graph[index].noop || (phase.status !== 'SCHEDULED' && phase.status !== 'FINISHED')) continue;
    phase.status = 'TERMINATED';
    phase.finishedAt ??= draft.at;
    phase.endedAt = draft.at;
  }
};

/** Phases without conditions start together: when the last of them waits, or when the wait gets too long. */
const gather = (draft: Draft): void => {
  if (draft.origin !== undefined || isHalted(draft)) return;
  const roots = draft.phases.filter((_, index) => isRoot(draft.graph[index]));
  const patient = draft.gatheringSince === undefined || draft.at - draft.gatheringSince < conducting.gatherMs;
  if (patient && roots.some((phase) => phase.token === undefined)) return;
  draft.origin = draft.at + draft.leadMs;
};

const isRoot = (node: GraphPhase): boolean =>
  !node.noop && node.startAfter.length === 0 && node.startAfterStrict.length === 0;

/** True when the phase got its T0. */
const schedule = (draft: Draft, index: number): boolean => {
  const phase = draft.phases[index];
  if (phase.status !== 'NOT_STARTED' || isHalted(draft)) return false;
  const start = startOf(draft, index);
  if (start === undefined) return false;
  const { noop } = draft.graph[index];
  if (!noop && (phase.token === undefined || start - draft.at > horizonMs(draft.leadMs))) return false;
  phase.status = 'SCHEDULED';
  // A noop phase needs no warming up: its T0 is the exact instant, so that it adds no gap to a chain.
  phase.t0 = noop ? start : Math.max(start, draft.at + draft.leadMs);
  return true;
};

/** True when a noop phase moved on: it finishes by the clock, and terminates with the phases it covers. */
const settleNoop = (draft: Draft, index: number): boolean => {
  const phase = draft.phases[index];
  if (!draft.graph[index].noop) return false;
  const finish = knownFinish(draft, index);
  if (phase.status === 'SCHEDULED' && finish !== undefined && finish <= draft.at) {
    phase.status = 'FINISHED';
    phase.finishedAt = finish;
    return true;
  }
  if (phase.status !== 'FINISHED') return false;
  const end = endOf(draft, index);
  if (end === undefined) return false;
  phase.status = 'TERMINATED';
  phase.endedAt = end;
  return true;
};

/** Earliest start of a phase, epoch milliseconds; undefined while a condition's instant is unknown. */
const startOf = (draft: Draft, index: number): number | undefined => {
  const node = draft.graph[index];
  if (draft.origin === undefined) return undefined;
  return latest([
    draft.origin + node.startTimeMs,
    ...node.startAfter.map((before) => finishOf(draft, before)),
    ...node.startAfterStrict.map((before) => endOf(draft, before)),
  ]);
};

/** When a phase has finished or is known to finish. A cancelled phase counts from its cancellation. */
const finishOf = (draft: Draft, index: number): number | undefined => {
  const phase = draft.phases[index];
  if (phase.status === 'CANCELLED') return phase.endedAt;
  return phase.finishedAt ?? knownFinish(draft, index);
};

/** When a phase has terminated; known ahead only for a noop phase, which has no users to wait for. */
const endOf = (draft: Draft, index: number): number | undefined => {
  const phase = draft.phases[index];
  const node = draft.graph[index];
  if (phase.endedAt !== undefined) return phase.endedAt;
  if (!node.noop || phase.t0 === undefined) return undefined;
  return latest([finishOf(draft, index), ...node.covers.map((covered) => endOf(draft, covered))]);
};

/** T0 + duration of a scheduled phase. */
const knownFinish = (draft: Draft, index: number): number | undefined => {
  const { t0 } = draft.phases[index];
  const { durationMs } = draft.graph[index];
  return t0 === undefined || durationMs === undefined ? undefined : t0 + durationMs;
};

const latest = (instants: readonly (number | undefined)[]): number | undefined =>
  instants.reduce((a, b) => (a === undefined || b === undefined ? undefined : Math.max(a, b)));

/** Everything decided that a waiting state has not been told yet: the outbox, computed. */
export const commandsDue = (state: ConductorState): readonly Command[] =>
  state.phases.flatMap((phase, index) => commandDue(state, phase, index));

const commandDue = (state: ConductorState, phase: PhaseState, index: number): readonly Command[] => {
  const { token, told } = phase;
  if (token === undefined || told || phase.status === 'NOT_STARTED') return [];
  if (phase.status === 'CANCELLED')
    return [{ type: 'cancel', phase: index, token, reason: haltReason(state) }];
  const { noop, durationMs = 0 } = state.graph[index];
  if (!noop) return [{ type: 'release', phase: index, token, t0: phase.t0! }];
  const finishAt = phase.finishedAt ?? phase.t0! + durationMs;
  // Let go only shortly before its end: a long pause must not outlive a stop.
  if (finishAt - state.at > horizonMs(state.leadMs)) return [];
  return [{ type: 'release-noop', phase: index, token, finishAt }];
};

const haltReason = (state: ConductorState): string => {
  if (state.stop) return state.stop.reason;
  const failed = state.phases.findIndex((phase) => phase.failed !== undefined);
  return failed < 0 ? 'cancelled' : `phase ${state.graph[failed].name} failed`;
};

/** Why a drive of this phase must not send, or undefined when it may. What drives ask just before T0 and each second. */
export const haltFor = (state: ConductorState, phase: number): string | undefined => {
  if (state.stop) return state.stop.reason;
  return state.phases[phase]?.status === 'CANCELLED' ? haltReason(state) : undefined;
};

/** The status that people see: SCHEDULED turns into RUNNING at T0. */
export const statusAt = (phase: PhaseState, at: number): PhaseState['status'] | 'RUNNING' =>
  phase.status === 'SCHEDULED' && phase.t0! <= at ? 'RUNNING' : phase.status;

/** Nothing is at work and nothing will start any more. */
export const isOver = (state: ConductorState): boolean =>
  state.phases.every(({ status }) => status === 'TERMINATED' || status === 'CANCELLED');

/** A phase this close to its T0 counts as started: drives take their last look at the state after that instant. */
export const cancelMarginMs = (leadMs: number): number => Math.min(conducting.cancelMarginMs, leadMs / 2);

const horizonMs = (leadMs: number): number => conducting.horizonMs + leadMs;
