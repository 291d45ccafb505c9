import { reduce } from './conductor.ts';
import { type Flag, flagCopies, startCopies } from './flag.ts';
import { conducting } from './limits.ts';
import type { Start } from './replies.ts';
import { nameOf, ownDue, parseSignal, signalsOf } from './signals.ts';
import {
  type Command,
  type ConductorEvent,
  type ConductorState,
  nodeAt,
  type Signals,
  type WaitingPhase,
} from './state.ts';
import { unregistered } from './upcoming.ts';

/** The state of a burst's conductor; each write raises the version by 1. */
export type StoredConductor = { readonly version: number; readonly state: ConductorState };

/** Keeps one versioned state for each burst, and next to it the data that other functions read or leave. */
export type ConductorStore = {
  /** Undefined when the burst has not begun. */
  readonly conductor: (burst: string) => Promise<StoredConductor | undefined>;
  /** Writes a state in place of a version; false when another writer has replaced that version before. */
  readonly replaceConductor: (burst: string, version: number, state: ConductorState) => Promise<boolean>;
  /** A copy of the flag; also of a burst that has not begun. */
  readonly flag: (burst: string, copy: number, consistent: boolean) => Promise<Flag | undefined>;
  /** Writes `copies` copies, unless a later version exists. */
  readonly putFlag: (burst: string, version: number, flag: Flag, copies: number) => Promise<void>;
  /** Writes `copies` copies, unless a later version exists. */
  readonly putStart: (
    burst: string,
    phase: number,
    version: number,
    start: Start,
    copies: number,
  ) => Promise<void>;
  /** The mark of the token of the state that waits for a phase; undefined while no state waits. */
  readonly token: (burst: string, phase: number) => Promise<{ readonly mark: string } | undefined>;
};

/**
 * Answers the waiting state that a command names. True when that state has the answer or has ceased to wait
 * with this token (it asks again with a new one); rejects when the outcome is unknown, and the command stays
 * due.
 */
export type Respond = (command: Command, state: ConductorState) => Promise<boolean>;

/** The outside of `applyEvent`. */
export type ConductorDependencies = {
  readonly store: ConductorStore;
  readonly respond: Respond;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Evenly distributed, 0 to 1. */
  readonly random: () => number;
};

/** An event without its instant, which is that of the attempt to write it. */
export type NewEvent = ConductorEvent extends infer Event
  ? Event extends ConductorEvent
    ? Omit<Event, 'at'>
    : never
  : never;

/**
 * Applies an event to the conductor of a burst and performs its consequences: waiting states get their
 * replies, and signals are published for drives. The version serialises concurrent writers. The instant of
 * the event is that of the attempt that wins.
 *
 * @returns the new state; undefined when the burst has not begun.
 * @throws AggregateError when a command could not be performed; it stays due.
 */
export async function applyEvent(
  dependencies: ConductorDependencies,
  burst: string,
  event: NewEvent,
): Promise<ConductorState | undefined> {
  const written = await write(dependencies, burst, event);
  if (written === undefined) return undefined;
  const applied = await registerWaiting(dependencies, burst, written);
  const { state, version } = applied;
  const names = toDo(applied);
  if (names.size === 0) return state;
  const commands = applied.commands.filter((command) => names.has(nameOf(command)));
  const [{ answered, failures }, { notified, failures: signalFailures }] = await Promise.all([
    perform(commands, state, dependencies.respond),
    publishSignals(dependencies, burst, version, state, names),
  ]);
  const after =
    answered.length === 0 && Object.keys(notified).length === 0
      ? applied
      : await write(dependencies, burst, { type: 'RepliesSent', tokens: answered, notified });
  const all = [...failures, ...signalFailures];
  if (all.length > 0) throw new AggregateError(all, `burst ${burst}: commands are still due`);
  return after?.state;
}

type Written = StoredConductor & {
  readonly commands: readonly Command[];
  /** The state that was read. */
  readonly before: ConductorState;
  /** Work that this writer has made due. */
  readonly own: readonly string[];
};

/** The work of this writer, and work that another writer has left for so long that it must be lost. */
function toDo({ state: { due = {}, at }, own }: Written): ReadonlySet<string> {
  const left = Object.keys(due).filter((name) => at - (due[name] ?? at) >= conducting.repairMs);
  return new Set([...own, ...left].filter((name) => due[name] !== undefined));
}

async function write(
  { store, now, pause, random }: ConductorDependencies,
  burst: string,
  event: NewEvent,
): Promise<Written | undefined> {
  for (let attempt = 1; attempt <= conducting.writeAttemptsMax; attempt += 1) {
    const [stored, flag] = await Promise.all([store.conductor(burst), store.flag(burst, 0, true)]);
    if (stored === undefined) return undefined;
    const { version, state: before } = stored;
    const at = now();
    const direct = reduce(before, { ...event, at });
    // Drives obey a stop of any writer, so the conductor does the same.
    const stop = direct.state.stop === undefined ? flag?.stop : undefined;
    const { state, commands } =
      stop === undefined ? direct : reduce(direct.state, { type: 'StopRequested', reason: stop, at });
    const own = ownDue(before, state);
    if (isNotWorthAWrite(before, state)) return { version, state, commands, before, own };
    if (await store.replaceConductor(burst, version, state))
      return { version: version + 1, state, commands, before, own };
    await pause(random() * pauseMs(state, attempt));
  }
  throw new Error(`burst ${burst}: other writers were faster ${conducting.writeAttemptsMax} times`);
}

/**
 * A writer that meets another one waits longer when more phases are at work, because as many may write. A
 * hundred phases that end at one moment write over the seconds that their writes take one after the other.
 */
function pauseMs({ phases }: ConductorState, attempt: number): number {
  const underWay = phases.filter(({ status }) => status === 'SCHEDULED' || status === 'FINISHED').length;
  const { writePauseMs, writePauseMsPhase, writePauseMsMax } = conducting;
  return Math.min(Math.max(writePauseMs * attempt, writePauseMsPhase * underWay), writePauseMsMax);
}

/**
 * True for an event that only moves the clock, or that only reports a state that waits for a start far ahead.
 */
const isNotWorthAWrite = (before: ConductorState, after: ConductorState): boolean =>
  JSON.stringify(worth(before)) === JSON.stringify(worth(after));

const worth = ({ at: _, phases, ...state }: ConductorState): object => ({
  ...state,
  phases: phases.map((phase) =>
    phase.status === 'NOT_STARTED' ? { ...phase, token: undefined, answered: undefined } : phase,
  ),
});

/**
 * Registers states that wait with a token that the state does not contain. A phase stores its token before it
 * reads the state, and the tokens are read after the state was written, so one of the two sees the other.
 */
async function registerWaiting(
  dependencies: ConductorDependencies,
  burst: string,
  written: Written,
): Promise<Written> {
  const phases = unregistered(written.before, written.state);
  const tokens = await Promise.all(phases.map((phase) => dependencies.store.token(burst, phase)));
  const waiting = tokens.flatMap((token, index): readonly WaitingPhase[] => {
    const phase = phases[index];
    return token === undefined || phase === undefined ? [] : [{ phase, token: token.mark }];
  });
  if (waiting.length === 0) return written;
  const registered = await write(dependencies, burst, { type: 'PhasesWaiting', waiting });
  if (registered === undefined) return written;
  return registerWaiting(dependencies, burst, { ...registered, own: [...written.own, ...registered.own] });
}

async function perform(
  commands: readonly Command[],
  state: ConductorState,
  respond: Respond,
): Promise<{ readonly answered: readonly string[]; readonly failures: readonly unknown[] }> {
  const outcomes = await Promise.allSettled(
    commands.map(async (command) => ((await respond(command, state)) ? [command.token] : [])),
  );
  return {
    answered: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [])),
    failures: failuresOf(outcomes),
  };
}

/** Writes the signals that drives have not received, where they read them. */
async function publishSignals(
  { store }: ConductorDependencies,
  burst: string,
  version: number,
  state: ConductorState,
  names: ReadonlySet<string>,
): Promise<{ readonly notified: Signals; readonly failures: readonly unknown[] }> {
  const signals = signalsOf(state);
  const outcomes = await Promise.allSettled(
    [...names].map(async (name) => {
      const text = signals[name];
      if (text === undefined) return [];
      const signal = parseSignal(name, text);
      if (signal.kind === 'flag') await store.putFlag(burst, version, signal.flag, flagCopies(state.graph));
      else {
        const { phase, start } = signal;
        await store.putStart(burst, phase, version, start, startCopies(nodeAt(state, phase).shards));
      }
      return [[name, text] as const];
    }),
  );
  const notified = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  return { notified: Object.fromEntries(notified), failures: failuresOf(outcomes) };
}

const failuresOf = (outcomes: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
