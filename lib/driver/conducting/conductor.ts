import { pacing } from '../planning/pacing/limits.ts';
import {
  cancelMarginMs,
  companions,
  endOf,
  knownFinish,
  patienceEnd,
  startMarginOf,
  startOf,
} from './instants.ts';
import { counted, isWaiting, uncounted } from './quorum.ts';
import { commandsDue } from './replies.ts';
import { dueAfter, stillDue } from './signals.ts';
import {
  type Command,
  type ConductorEvent,
  type ConductorState,
  nodeAt,
  type PhaseState,
  phaseAt,
} from './state.ts';
import { expectedStart, forbidsStarts, initialPhases, isUpcoming } from './upcoming.ts';

/**
 * Decides when each phase of a burst starts. Pure: `(state, event) -> {state, commands}`.
 *
 * Every event may come twice, late or out of order, and every command may get lost. A phase is scheduled
 * once, with one T0 (the instant at which its load begins). Commands are computed from the state, so a
 * command remains due until the event `RepliesSent` confirms it.
 *
 * A start has two parts. The conductor *releases* a phase shortly before its start: the drives of the phase
 * wake, connect and report that they are ready. When all drives are ready, the conductor decides the *T0*:
 * slightly in the future, and never before the phase's conditions allow. So a burst starts as soon as it can,
 * and a slow drive has the time that it needs. The conductor waits for the drives only for a limited time.
 * After that time, nearly all drives are enough; with fewer, the phase fails before it sends anything
 * (quorum.ts).
 *
 * A phase has a known start when the phases before it have a known duration. The conductor releases such a
 * phase ahead of its start, so a chain of `startAfter` has no gap.
 *
 * A phase can be cancelled until shortly before its T0, because drives read this state once more just before
 * T0.
 */
export function reduce(
  state: ConductorState,
  event: ConductorEvent,
): { readonly state: ConductorState; readonly commands: readonly Command[] } {
  const draft: Draft = { ...state, at: Math.max(state.at, event.at), phases: [...state.phases] };
  record(draft, event);
  advance(draft);
  const commands = commandsDue(draft);
  const due = dueAfter(state, draft, commands);
  const { due: _, ...rest } = draft;
  return { state: Object.keys(due).length === 0 ? rest : { ...rest, due }, commands };
}

/**
 * The copy of the state that `reduce` changes. The functions below write to the copy, and replace its phases
 * instead of changing them.
 */
type Draft = { -readonly [K in keyof ConductorState]: ConductorState[K] } & { readonly phases: PhaseState[] };

/**
 * Writes the facts of an event into the draft of the state. The function `advance` then decides what follows
 * from them.
 */
function record(draft: Draft, event: ConductorEvent): void {
  const change = (index: number, by: (phase: PhaseState) => PhaseState): void => {
    draft.phases[index] = by(phaseAt(draft, index));
  };
  switch (event.type) {
    case 'PhaseWaiting':
    case 'PhasesWaiting':
      draft.gatheringSince ??= draft.at;
      for (const { phase, token } of event.type === 'PhaseWaiting' ? [event] : event.waiting)
        change(phase, (waiting) => waitingWith(token, waiting));
      break;
    case 'RepliesSent':
      draft.phases.forEach((phase, index) => {
        if (phase.token !== undefined && event.tokens.includes(phase.token))
          draft.phases[index] = { ...phase, answered: true };
      });
      draft.due = stillDue(draft, event.notified ?? {});
      break;
    case 'PhaseReady':
      change(event.phase, (phase) => ready(phase, draft.at));
      break;
    case 'DrivesCounted':
      change(event.phase, (phase) => counted(draft, event.phase, phase, event));
      break;
    case 'PhaseFinished':
      change(event.phase, (phase) => finished(draft, event.phase, phase));
      break;
    case 'PhaseTerminated':
      change(event.phase, (phase) => terminated(draft, event.phase, failed(phase, event.failed)));
      break;
    case 'PhaseFailed':
      change(event.phase, (phase) => failed(phase, event.reason));
      if (event.stopsAll) draft.stop ??= { at: draft.at, reason: event.reason, failed: event.phase };
      break;
    case 'StopRequested':
      draft.stop ??= { at: draft.at, reason: event.reason };
      break;
    case 'Tick':
      break;
  }
}

const waitingWith = (token: string, phase: PhaseState): PhaseState =>
  phase.token === token ? phase : { ...phase, token, answered: false };

const ready = (phase: PhaseState, at: number): PhaseState =>
  phase.status === 'SCHEDULED' ? { ...phase, readyAt: phase.readyAt ?? at } : phase;

/**
 * Marks a phase as finished: no new users start. `advance` finishes noop phases by the clock, so this event
 * changes nothing for a noop phase.
 */
function finished(state: ConductorState, index: number, phase: PhaseState): PhaseState {
  if (nodeAt(state, index).noop || phase.status !== 'SCHEDULED') return phase;
  return { ...phase, status: 'FINISHED', finishedAt: knownFinish(state, index) ?? state.at };
}

function terminated(state: ConductorState, index: number, phase: PhaseState): PhaseState {
  if (nodeAt(state, index).noop || (phase.status !== 'SCHEDULED' && phase.status !== 'FINISHED'))
    return phase;
  const finishedAt = phase.finishedAt ?? Math.min(state.at, knownFinish(state, index) ?? state.at);
  return { ...phase, status: 'TERMINATED', finishedAt, endedAt: state.at };
}

const failed = (phase: PhaseState, reason: string | undefined): PhaseState =>
  reason === undefined || phase.status === 'NOT_STARTED' || phase.status === 'CANCELLED'
    ? phase
    : { ...phase, failed: phase.failed ?? reason };

/**
 * Decides everything that follows from the state at its instant: failures, cancellations, releases, starts
 * and the ends of noop phases.
 */
function advance(draft: Draft): void {
  for (const [index, phase] of draft.phases.entries()) draft.phases[index] = uncounted(draft, index, phase);
  if (draft.stopOnFailure) stopWhenFailed(draft);
  if (draft.stop) endNoops(draft);
  if (forbidsStarts(draft)) cancelNotStarted(draft);
  gather(draft);
  // The T0 of one phase may decide the start of any other phase, so the loop continues until nothing changes.
  for (let changed = true; changed; ) {
    changed = false;
    for (const index of draft.phases.keys())
      if (release(draft, index) || decide(draft, index)) changed = true;
  }
  for (const index of draft.phases.keys()) settleNoop(draft, index);
}

function stopWhenFailed(draft: Draft): void {
  const failed = draft.phases.findIndex((phase) => phase.failed !== undefined);
  if (failed < 0) return;
  const reason = `stopped early because phase ${nodeAt(draft, failed).name} failed`;
  draft.stop ??= { at: draft.at, reason, failed };
}

/**
 * Cancels phases that have not started. The conductor may already have released a phase and its drives. The
 * state machine then continues with such a phase, and its drives read the cancellation when they ask for the
 * start.
 */
function cancelNotStarted(draft: Draft): void {
  for (const [index, phase] of draft.phases.entries()) {
    const cancellable =
      phase.status === 'NOT_STARTED' ||
      (phase.status === 'SCHEDULED' && !isAboutToStart(phase, draft) && phase.failed === undefined);
    if (cancellable) draft.phases[index] = { ...phase, status: 'CANCELLED', endedAt: draft.at };
  }
}

const isAboutToStart = ({ t0 }: PhaseState, { at, leadMs }: ConductorState): boolean =>
  t0 !== undefined && t0 - at < cancelMarginMs(leadMs);

/**
 * Ends noop phases (phases that send nothing) when the burst stops. A noop phase has no drives, so it ends at
 * once.
 */
function endNoops(draft: Draft): void {
  for (const [index, phase] of draft.phases.entries()) {
    if (!nodeAt(draft, index).noop || (phase.status !== 'SCHEDULED' && phase.status !== 'FINISHED')) continue;
    const finishedAt = phase.finishedAt ?? draft.at;
    draft.phases[index] = { ...phase, status: 'TERMINATED', finishedAt, endedAt: draft.at };
  }
}

/**
 * Decides the origin of the burst, which is the T0 of the phases without start conditions. These phases, and
 * those that start with them, start when all their drives are ready, or when the longest wait is over.
 */
function gather(draft: Draft): void {
  if (draft.origin !== undefined || forbidsStarts(draft)) return;
  const together = initialPhases(draft);
  const { gatheringSince = draft.at, readyMs = pacing.readyMsMax } = draft;
  const isPatient = draft.at < gatheringSince + readyMs;
  if (together.some((index) => isGettingReady(phaseAt(draft, index), isPatient))) return;
  const margins = together.map((index) => startMarginOf(nodeAt(draft, index)));
  draft.origin = draft.at + Math.max(0, ...margins);
}

/**
 * True while the start of the burst has to wait for this phase. At first the start also waits for phases for
 * which no state of the state machine waits yet. After the longest wait (`isPatient` is false), only the
 * drives of released phases count.
 */
const isGettingReady = (phase: PhaseState, isPatient: boolean): boolean =>
  phase.status === 'NOT_STARTED' ? isPatient : isWaiting(phase);

/**
 * Releases a phase, so that its drives wake. Returns true if the phase was released now. A noop phase has no
 * drives, so it gets its T0 here.
 */
function release(draft: Draft, index: number): boolean {
  const phase = phaseAt(draft, index);
  const node = nodeAt(draft, index);
  if (phase.status !== 'NOT_STARTED' || forbidsStarts(draft)) return false;
  if (node.noop) {
    const t0 = startOf(draft, index, 'decided');
    if (t0 === undefined) return false;
    draft.phases[index] = { ...phase, status: 'SCHEDULED', expectedAt: t0, t0 };
    return true;
  }
  if (phase.token === undefined || !isUpcoming(draft, index)) return false;
  const start = expectedStart(draft, index) ?? draft.at;
  // With many drives, the drives wake one after the other, and count their delays from this instant. So it
  // must not be in the past.
  const wakesAt = Math.max(start - (node.leadMs ?? draft.leadMs), draft.at);
  draft.phases[index] = {
    ...phase,
    status: 'SCHEDULED',
    expectedAt: Math.max(start, draft.at),
    ...(node.turns === undefined ? {} : { wakesAt }),
  };
  return true;
}

/**
 * Gives a phase its T0 if its start conditions hold, and if its drives are ready or the wait for them is
 * over. Returns true if the phase got its T0 now.
 */
function decide(draft: Draft, index: number): boolean {
  const phase = phaseAt(draft, index);
  if (phase.status !== 'SCHEDULED' || phase.t0 !== undefined || forbidsStarts(draft)) return false;
  const start = startOf(draft, index, 'decided');
  if (start === undefined || phase.failed !== undefined) return false;
  const isPatient = draft.at < patienceEnd(draft, phase, start);
  if (companions(draft, [index]).some((each) => isGettingReady(phaseAt(draft, each), isPatient)))
    return false;
  const t0 = Math.max(start, draft.at + startMarginOf(nodeAt(draft, index)));
  draft.phases[index] = { ...phase, t0 };
  return true;
}

/**
 * Finishes a noop phase when its duration is over. Terminates it when the phases that it covers (its forks or
 * iterations) have terminated.
 */
function settleNoop(draft: Draft, index: number): void {
  if (!nodeAt(draft, index).noop) return;
  const begun = phaseAt(draft, index);
  const finishedAt = knownFinish(draft, index);
  if (begun.status === 'SCHEDULED' && finishedAt !== undefined && finishedAt <= draft.at)
    draft.phases[index] = { ...begun, status: 'FINISHED', finishedAt };
  const phase = phaseAt(draft, index);
  const endedAt = endOf(draft, index);
  if (phase.status === 'FINISHED' && endedAt !== undefined)
    draft.phases[index] = { ...phase, status: 'TERMINATED', endedAt };
}
