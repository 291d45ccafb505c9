import { type Start, startAt, startFor } from './replies.ts';
import { type Command, type ConductorState, nodeAt, phaseAt, type Signals } from './state.ts';
import { type Flag, flagOf } from './stop-flag.ts';

/**
 * The signals that the conductor stores for drives: the flag with the reason not to send, and the start of
 * each phase. They are computed from the state and written after it. A changed signal remains due in the
 * state until it is written. If the function that should write it fails, a later one writes it.
 */
export const signalsOf = (state: ConductorState): Signals =>
  Object.fromEntries([
    ['flag', JSON.stringify(flagOf(state))] as const,
    ...state.phases.flatMap((_, index) => {
      const start = startSignal(state, index);
      return start === undefined ? [] : [[String(index), JSON.stringify(start)] as const];
    }),
  ]);

/**
 * The replies and signals that are still to be sent after an event, each with the instant since when. The
 * list has unsent ones of earlier events, and those of this event.
 */
export function dueAfter(
  before: ConductorState,
  after: ConductorState,
  commands: readonly Command[],
): Readonly<Record<string, number>> {
  const [old, now] = [signalsOf(before), signalsOf(after)];
  const { due = {}, at } = after;
  const signals = Object.keys(now).flatMap((name): readonly (readonly [string, number])[] => {
    if (now[name] !== old[name]) return [[name, at]];
    const since = due[name];
    return since === undefined ? [] : [[name, since]];
  });
  const answers = commands.map(nameOf).map((name) => [name, due[name] ?? at] as const);
  return Object.fromEntries([...signals, ...answers]);
}

/** The name of a reply to the state machine, as the member `due` of the state lists it. */
export const nameOf = ({ phase, token }: Command): string => `answer ${phase} ${token}`;

/**
 * The due signals and replies without the signals that were written. A signal that has changed since then
 * remains due.
 */
export function stillDue(state: ConductorState, notified: Signals): Readonly<Record<string, number>> {
  const now = signalsOf(state);
  const { due = {} } = state;
  return Object.fromEntries(
    Object.entries(due).filter(([name]) => notified[name] === undefined || notified[name] !== now[name]),
  );
}

/**
 * The names of the signals and replies that this event has made due or changed. The function that writes
 * `after` must send them itself.
 */
export function ownDue(before: ConductorState, after: ConductorState): readonly string[] {
  const [old, now] = [signalsOf(before), signalsOf(after)];
  return Object.keys(after.due ?? {}).filter(
    (name) => before.due?.[name] === undefined || now[name] !== old[name],
  );
}

/** A signal to drives, with its kind: the stop flag of the burst, or the start of a phase. */
export type Signal =
  | { readonly kind: 'flag'; readonly flag: Flag }
  | { readonly kind: 'start'; readonly phase: number; readonly start: Start };

export const parseSignal = (name: string, text: string): Signal =>
  name === 'flag'
    ? { kind: 'flag', flag: JSON.parse(text) as Flag }
    : { kind: 'start', phase: Number(name), start: JSON.parse(text) as Start };

/**
 * The start signal of a phase whose drives may wait. Undefined when there is nothing to signal. After T0 is
 * set, the signal still reports that the phase was cancelled. Only the flag reports any other stop.
 */
function startSignal(state: ConductorState, index: number): Start | undefined {
  const { status, expectedAt, t0 } = phaseAt(state, index);
  if (expectedAt === undefined || nodeAt(state, index).noop) return undefined;
  if (t0 !== undefined && status !== 'CANCELLED') return startAt(state, t0);
  return status === 'TERMINATED' ? undefined : startFor(state, index);
}
