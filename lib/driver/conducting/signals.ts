import { type Start, startAt, startFor } from './replies.ts';
import { type Command, type ConductorState, nodeAt, phaseAt, type Signals } from './state.ts';
import { type Flag, flagOf } from './stop-flag.ts';

/**
 * The signals that drives read: the flag with the reason not to send, and the start of each phase. They
 * follow from the state and are written after it. A changed signal remains due in the state until it is
 * written. If its writer fails, a later writer writes it.
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
 * Replies and signals that are due after an event, each with the instant since when. The list has earlier
 * ones that are not sent yet, and new ones.
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

/** The key of a reply in the member `due` of the state. */
export const nameOf = ({ phase, token }: Command): string => `answer ${phase} ${token}`;

/** Removes published signals from the due ones, unless they have changed since the publication. */
export function stillDue(state: ConductorState, notified: Signals): Readonly<Record<string, number>> {
  const now = signalsOf(state);
  const { due = {} } = state;
  return Object.fromEntries(
    Object.entries(due).filter(([name]) => notified[name] === undefined || notified[name] !== now[name]),
  );
}

/** The due signals that the writer of `after` must send itself: those new or changed since `before`. */
export function ownDue(before: ConductorState, after: ConductorState): readonly string[] {
  const [old, now] = [signalsOf(before), signalsOf(after)];
  return Object.keys(after.due ?? {}).filter(
    (name) => before.due?.[name] === undefined || now[name] !== old[name],
  );
}

/** A signal and the place where it is stored. */
export type Signal =
  | { readonly kind: 'flag'; readonly flag: Flag }
  | { readonly kind: 'start'; readonly phase: number; readonly start: Start };

export const parseSignal = (name: string, text: string): Signal =>
  name === 'flag'
    ? { kind: 'flag', flag: JSON.parse(text) as Flag }
    : { kind: 'start', phase: Number(name), start: JSON.parse(text) as Start };

/** The start signal of a phase that may have waiting drives. After T0 is set, the flag reports a stop. */
function startSignal(state: ConductorState, index: number): Start | undefined {
  const { status, expectedAt, t0 } = phaseAt(state, index);
  if (expectedAt === undefined || nodeAt(state, index).noop) return undefined;
  if (t0 !== undefined && status !== 'CANCELLED') return startAt(state, t0);
  return status === 'TERMINATED' ? undefined : startFor(state, index);
}
