import { type Start, startAt, startFor } from './answers.ts';
import { type Flag, flagOf } from './flag.ts';
import { type ConductorState, nodeAt, phaseAt, type Signals } from './state.ts';

/**
 * What drives read, each where they read it: why they must not send, and when their phase starts. It follows from the
 * state and is written after it. What changes stays noted in the state as untold until it has been written, so that a
 * writer that is lost leaves it to the next one.
 */
export const signalsOf = (state: ConductorState): Signals =>
  Object.fromEntries([
    ['flag', JSON.stringify(flagOf(state))] as const,
    ...state.phases.flatMap((_, index) => {
      const start = startToTell(state, index);
      return start === undefined ? [] : [[String(index), JSON.stringify(start)] as const];
    }),
  ]);

/** The names of signals that were not told, or are not what they were. */
export function untoldSignals(before: ConductorState, after: ConductorState): readonly string[] {
  const [old, now] = [signalsOf(before), signalsOf(after)];
  const { untold = [] } = after;
  return Object.keys(now).filter((name) => untold.includes(name) || now[name] !== old[name]);
}

/** Takes what has been told from what has not, unless it has changed since. */
export function stillUntold(state: ConductorState, told: Signals): readonly string[] {
  const now = signalsOf(state);
  return (state.untold ?? []).filter((name) => told[name] === undefined || told[name] !== now[name]);
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
