import { reduce } from './conductor.ts';
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
import { type Flag, flagCopies, startCopies } from './stop-flag.ts';
import { unregistered } from './upcoming.ts';

/** The state of a burst's conductor; each write raises the version by 1. */
export type StoredConductor = { readonly version: number; readonly state: ConductorState };

/**
 * Stores one versioned state for each burst, together with the flags, start signals and tokens that other
 * functions read or write.
 */
export type ConductorStore = {
  /** Reads the state of a burst's conductor. Undefined when the burst has not begun. */
  readonly conductor: (burst: string) => Promise<StoredConductor | undefined>;
  /** Replaces this version of the state. False when another writer has already replaced it. */
  readonly replaceConductor: (burst: string, version: number, state: ConductorState) => Promise<boolean>;
  /** Reads one copy of the stop flag. A burst that has not begun can have a flag as well. */
  readonly flag: (burst: string, copy: number, consistent: boolean) => Promise<Flag | undefined>;
  /** Writes `copies` copies of the stop flag, unless a later version is stored. */
  readonly putFlag: (burst: string, version: number, flag: Flag, copies: number) => Promise<void>;
  /** Writes `copies` copies of a phase's start signal, unless a later version is stored. */
  readonly putStart: (
    burst: string,
    phase: number,
    version: number,
    start: Start,
    copies: number,
  ) => Promise<void>;
  /** The short id of the task token of the state that waits for a phase. Undefined while no state waits. */
  readonly token: (burst: string, phase: number) => Promise<{ readonly mark: string } | undefined>;
};

/**
 * Sends a command to the state of the state machine that it names. True when that state has the reply, or
 * when it no longer waits with this token. Rejects when the outcome is unknown; then the command remains due.
 */
export type Respond = (command: Command, state: ConductorState) => Promise<boolean>;

/** The stores, replies, time and randomness that `applyEvent` needs. */
export type ConductorDependencies = {
  readonly store: ConductorStore;
  readonly respond: Respond;
  /** The wall clock in epoch milliseconds. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Returns a random number from 0 to 1, evenly distributed. */
  readonly random: () => number;
};

/**
 * An event without its instant, which is set when the event is written. If a write fails, the next attempt
 * sets a new instant.
 */
export type NewEvent = ConductorEvent extends infer Event
  ? Event extends ConductorEvent
    ? Omit<Event, 'at'>
    : never
  : never;

/**
 * Applies an event to the conductor of a burst and carries out what follows: waiting states of the state
 * machine get their replies, and signals are stored for drives. The version of the state puts concurrent
 * writers in one order. The event has the instant of the attempt that succeeds.
 *
 * @returns the new state, or undefined when the burst has not begun.
 * @throws AggregateError when a reply or a signal could not be sent; it remains due.
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
  if (all.length > 0)
    throw new AggregateError(
      all,
      `burst ${burst}: some replies to the state machine or signals to load generators could not be sent; the next change of the burst sends them again`,
    );
  return after?.state;
}

type Written = StoredConductor & {
  readonly commands: readonly Command[];
  readonly before: ConductorState;
  /** The names of the replies and signals that this writer has made due. */
  readonly own: readonly string[];
};

/**
 * The names of the replies and signals to send now: those that this writer has made due, and old ones. An old
 * one has been due for so long that its writer must be lost.
 */
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
    // Drives obey a stop that any program wrote to the stop flag, so the conductor obeys it as well.
    const stop = direct.state.stop === undefined ? flag?.stop : undefined;
    const { state, commands } =
      stop === undefined ? direct : reduce(direct.state, { type: 'StopRequested', reason: stop, at });
    const own = ownDue(before, state);
    if (isNotWorthAWrite(before, state)) return { version, state, commands, before, own };
    if (await store.replaceConductor(burst, version, state))
      return { version: version + 1, state, commands, before, own };
    await pause(random() * pauseMs(state, attempt));
  }
  throw new Error(
    `burst ${burst}: its state was not stored, because other functions changed the state during all ${conducting.writeAttemptsMax} attempts`,
  );
}

/**
 * The longest pause after a failed write, in milliseconds. It is longer when more phases are at work, because
 * each phase may write. So the writes of a hundred phases that end at one moment are spread over time.
 */
function pauseMs({ phases }: ConductorState, attempt: number): number {
  const underWay = phases.filter(({ status }) => status === 'SCHEDULED' || status === 'FINISHED').length;
  const { writePauseMs, writePauseMsPhase, writePauseMsMax } = conducting;
  return Math.min(Math.max(writePauseMs * attempt, writePauseMsPhase * underWay), writePauseMsMax);
}

/**
 * True when an event changes nothing in the state but its clock or the token of a phase that has not started.
 * Such a state is not written.
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
 * Registers states of the state machine that wait with a task token that the conductor's state does not have.
 * A phase stores its token before it reads the conductor's state. This function reads the tokens after that
 * state is written. So one of the two always finds the other.
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

/** Writes these signals to the places where drives read them. Returns the written ones and the failures. */
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
