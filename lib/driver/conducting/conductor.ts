import { conducting } from '../limits.ts';
import { commandsDue } from './answers.ts';
import {
  cancelMarginMs,
  endOf,
  horizonMs,
  knownFinish,
  patienceEnd,
  startMarginMs,
  startOf,
  startsAtOrigin,
} from './instants.ts';
import type { Command, ConductorEvent, ConductorState, PhaseState } from './state.ts';

/**
 * Decides when each phase of a burst starts. Pure: `(state, event) -> {state, commands}`.
 *
 * Every event may come twice, late or out of order, and every command may get lost: a phase is scheduled once, with
 * one T0; a command stays due (it is computed from the state again) until `CommandsTold` acknowledges it.
 *
 * A start has two parts. A phase is *released* when its start is near: its drives wake, connect and say that they are
 * ready. Its *T0* is decided when all of them are, a margin ahead, and never before its conditions allow. So a burst
 * starts as soon as it can and nobody is lost because a fixed time to get ready was too short. Readiness is waited for
 * with a bound. A phase whose predecessors have a known duration has a known start: it is released ahead of that, is
 * ready in time, and a chain of `startAfter` has no gap.
 *
 * Until T0 - margin a phase can still be cancelled; drives read this state just before T0.
 */
export function reduce(
  state: ConductorState,
  event: ConductorEvent,
): { readonly state: ConductorState; readonly commands: readonly Command[] } {
  const now = Math.max(state.at, event.at);
  const draft: Draft = { ...state, at: now, phases: state.phases.map((phase) => ({ ...phase })) };
  record(draft, event);
  advance(draft);
  return { state: draft, commands: commandsDue(draft) };
}

type Draft = { -readonly [K in keyof Omit<ConductorState, 'phases'>]: ConductorState[K] } & {
  phases: DraftPhase[];
};
type DraftPhase = { -readonly [K in keyof PhaseState]: PhaseState[K] };

/** Notes what the event says; what follows from it is `advance`. */
function record(draft: Draft, event: ConductorEvent): void {
  switch (event.type) {
    case 'PhaseWaiting':
      draft.gatheringSince ??= draft.at;
      noteWaiting(draft.phases[event.phase], event.token);
      break;
    case 'CommandsTold':
      noteTold(draft, event.tokens);
      break;
    case 'PhaseReady':
      noteReady(draft.phases[event.phase], draft.at);
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
}

function noteWaiting(phase: DraftPhase, token: string): void {
  if (phase.token === token) return;
  phase.token = token;
  phase.told = false;
}

function noteTold(draft: Draft, tokens: readonly string[]): void {
  for (const phase of draft.phases) {
    if (phase.token !== undefined && tokens.includes(phase.token)) phase.told = true;
  }
}

function noteReady(phase: DraftPhase, at: number): void {
  if (phase.status === 'SCHEDULED') phase.readyAt ??= at;
}

/** A noop phase ends by its own rules in `advance`; a report about it only brings the clock. */
function noteFinished(draft: Draft, index: number): void {
  const phase = draft.phases[index];
  if (draft.graph[index].noop || phase.status !== 'SCHEDULED') return;
  phase.status = 'FINISHED';
  phase.finishedAt = knownFinish(draft, index) ?? draft.at;
}

function noteTerminated(draft: Draft, index: number): void {
  const phase = draft.phases[index];
  if (draft.graph[index].noop) return;
  if (phase.status !== 'SCHEDULED' && phase.status !== 'FINISHED') return;
  phase.status = 'TERMINATED';
  phase.finishedAt ??= Math.min(draft.at, knownFinish(draft, index) ?? draft.at);
  phase.endedAt = draft.at;
}

function noteFailed(phase: DraftPhase, reason: string | undefined): void {
  if (phase.status === 'NOT_STARTED' || phase.status === 'CANCELLED') return;
  if (reason !== undefined) phase.failed ??= reason;
}

/** Draws every conclusion that the state allows at its instant, until nothing changes any more. */
function advance(draft: Draft): void {
  if (draft.stop) endNoops(draft);
  if (isHalted(draft)) cancelNotStarted(draft);
  for (let changed = true; changed; ) {
    changed = gather(draft);
    for (const index of draft.phases.keys()) {
      if (release(draft, index) || decide(draft, index) || settleNoop(draft, index)) changed = true;
    }
  }
}

const isHalted = (state: ConductorState | Draft): boolean =>
  state.stop !== undefined ||
  (state.failurePolicy === 'CANCEL' && state.phases.some((phase) => phase.failed !== undefined));

function cancelNotStarted(draft: Draft): void {
  for (const phase of draft.phases) {
    const cancellable =
      phase.status === 'NOT_STARTED' ||
      (phase.status === 'SCHEDULED' && !isAboutToStart(phase, draft) && phase.failed === undefined);
    if (!cancellable) continue;
    phase.status = 'CANCELLED';
    phase.endedAt = draft.at;
    // A released phase is in the hands of the state machine already; its drives read the cancellation here.
  }
}

const isAboutToStart = ({ t0 }: PhaseState, { at, leadMs }: Draft): boolean =>
  t0 !== undefined && t0 - at < cancelMarginMs(leadMs);

/** Nobody drives a noop phase, so a stop ends it at once. */
function endNoops(draft: Draft): void {
  for (const [index, phase] of draft.phases.entries()) {
    if (!draft.graph[index].noop || (phase.status !== 'SCHEDULED' && phase.status !== 'FINISHED')) continue;
    phase.status = 'TERMINATED';
    phase.finishedAt ??= draft.at;
    phase.endedAt = draft.at;
  }
}

/**
 * Phases without conditions start together: when the drives of all of them are ready, or when the wait gets too long.
 * True when their T0, the origin of the burst, was decided.
 */
function gather(draft: Draft): boolean {
  if (draft.origin !== undefined || isHalted(draft)) return false;
  const together = draft.phases.filter((_, index) => startsAtOrigin(draft.graph[index]));
  const patient =
    draft.gatheringSince === undefined || draft.at - draft.gatheringSince < conducting.readyMsMax;
  if (patient && together.some(isGettingReady)) return false;
  const margins = draft.graph.filter(startsAtOrigin).map(({ shards }) => startMarginMs(shards));
  draft.origin = draft.at + Math.max(0, ...margins);
  for (const phase of together) noteReady(phase, draft.at);
  return true;
}

const isGettingReady = ({ status, readyAt, failed }: PhaseState): boolean =>
  status === 'NOT_STARTED' || (status === 'SCHEDULED' && readyAt === undefined && failed === undefined);

/** True when the phase was released. A noop phase has nobody to wake: its T0 is the exact instant. */
function release(draft: Draft, index: number): boolean {
  const phase = draft.phases[index];
  const node = draft.graph[index];
  if (phase.status !== 'NOT_STARTED' || isHalted(draft)) return false;
  if (node.noop) {
    const start = startOf(draft, index, 'decided');
    if (start === undefined) return false;
    phase.t0 = start;
  } else {
    const start = startsAtOrigin(node) ? (draft.origin ?? draft.at) : startOf(draft, index, 'expected');
    if (start === undefined || phase.token === undefined) return false;
    if (start - draft.at > horizonMs(draft.leadMs)) return false;
    phase.expectedAt = Math.max(start, draft.at);
  }
  phase.status = 'SCHEDULED';
  return true;
}

/** True when the phase got its T0: its conditions hold, and its drives are ready or were waited for long enough. */
function decide(draft: Draft, index: number): boolean {
  const phase = draft.phases[index];
  if (phase.status !== 'SCHEDULED' || phase.t0 !== undefined || isHalted(draft)) return false;
  const start = startOf(draft, index, 'decided');
  if (start === undefined || phase.failed !== undefined) return false;
  if (phase.readyAt === undefined && draft.at < patienceEnd(phase, start)) return false;
  phase.t0 = Math.max(start, draft.at + startMarginMs(draft.graph[index].shards));
  return true;
}

/** True when a noop phase moved on: it finishes by the clock, and terminates with the phases it covers. */
function settleNoop(draft: Draft, index: number): boolean {
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
}
