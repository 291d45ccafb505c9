import { type Flag, flagOf } from './flag.ts';
import { type Start, startAt, startFor } from './replies.ts';
import { type Command, type ConductorState, nodeAt, phaseAt, type Signals } from './state.ts';

/**
 * What drives read, each where they read it: why they must not send, and when their phase starts. It follows
 * from the state and is written after it. What changes stays noted in the state as due until it has been
 * written, so that a writer that is lost leaves it to a later one.
 */
export const signalsOf = (state: ConductorState): Signals =>
  Object.fromEntries([
    ['flag', JSON.stringify(flagOf(state))] as const,
    ...state.phases.flatMap((_, index) => {
      const start = startToTell(state, index);
      return start === undefined ? [] : [[String(index), JSON.stringify(start)] as const];
    }),
  ]);

/** What is due after an event, and since when: what was due and is not done, and what is new. */
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

/** The name under which an answer is due. */
export const nameOf = ({ phase, token }: Command): string => `answer ${phase} ${token}`;

/** Takes what has been told from what is due, unless it has changed since. */
export function stillDue(state: ConductorState, notified: Signals): Readonly<Record<string, number>> {
  const now = signalsOf(state);
  const { due = {} } = state;
  return Object.fromEntries(
    Object.entries(due).filter(([name]) => notified[name] === undefined || notified[name] !== now[name]),
  );
}

/** What the writer of `after` is to do itself: what was not due before, or was for something else. */
export function ownDue(before: ConductorState, after: ConductorState): readonly string[] {
  const [old, now] = [signalsOf(before), signalsOf(after)];
  return Object.keys(after.due ?? {}).filter(
    (name) => before.due?.[name] === undefined || now[name] !== old[name],
  );
}

/** Where one of them goes. */
export type Signal =
  | { readonly kind: 'flag'; readonly flag: Flag }
  | { readonly kind: 'start'; readonly phase: number; readonly start: Start };

export const parseSignal = (name: string, text: string): Signal =>
  name === 'flag'
    ? { kind: 'flag', flag: JSON.parse(text) as Flag }
    : { kind: 'start', phase: Number(name), start: JSON.parse(text) as Start };

/** Of a phase that may have waiting drives. Once it has a T0, the flag tells of a stop. */
function startToTell(state: ConductorState, index: number): Start | undefined {
  const { status, expectedAt, t0 } = phaseAt(state, index);
  if (expectedAt === undefined || nodeAt(state, index).noop) return undefined;
  if (t0 !== undefined && status !== 'CANCELLED') return startAt(state, t0);
  return status === 'TERMINATED' ? undefined : startFor(state, index);
}
