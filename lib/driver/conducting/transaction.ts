import { conducting } from '../limits.ts';
import { reduce } from './conductor.ts';
import type { Command, ConductorEvent, ConductorState } from './state.ts';

/** The state of a burst's conductor; each write raises the version by 1. */
export type StoredConductor = { readonly version: number; readonly state: ConductorState };

/** Keeps one versioned state for each burst. */
export type ConductorStore = {
  /** Undefined when the burst has not begun. */
  readonly conductor: (burst: string) => Promise<StoredConductor | undefined>;
  /** Writes a state in place of a version; false when another writer has replaced that version before. */
  readonly replaceConductor: (burst: string, version: number, state: ConductorState) => Promise<boolean>;
};

/**
 * Answers the waiting state that a command names. True when that state has the answer or has ceased to wait with this
 * token (it asks again with a new one); rejects when the outcome is unknown, and the command stays due.
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
 * Applies an event to the conductor of a burst and performs the commands that follow from it. Concurrent writers are
 * serialised by the version; the event's instant is that of the attempt that wins.
 * @returns the new state; undefined when the burst has not begun.
 * @throws AggregateError when a command could not be performed; it stays due.
 */
export async function applyEvent(
  dependencies: ConductorDependencies,
  burst: string,
  event: NewEvent,
): Promise<ConductorState | undefined> {
  const applied = await write(dependencies, burst, event);
  if (applied === undefined || applied.commands.length === 0) return applied?.state;
  const { answered, failures } = await perform(applied.commands, applied.state, dependencies.respond);
  const after =
    answered.length === 0
      ? applied
      : await write(dependencies, burst, { type: 'TokensAnswered', tokens: answered });
  if (failures.length > 0) throw new AggregateError(failures, `burst ${burst}: commands are still due`);
  return after?.state;
}

async function write(
  { store, now, pause, random }: ConductorDependencies,
  burst: string,
  event: NewEvent,
): Promise<ReturnType<typeof reduce> | undefined> {
  for (let attempt = 1; attempt <= conducting.writeAttemptsMax; attempt += 1) {
    const stored = await store.conductor(burst);
    if (stored === undefined) return undefined;
    const { version, state } = stored;
    const result = reduce(state, { ...event, at: now() });
    if (differInClockOnly(state, result.state)) return result;
    if (await store.replaceConductor(burst, version, result.state)) return result;
    await pause(random() * conducting.writePauseMs);
  }
  throw new Error(`burst ${burst}: other writers were faster ${conducting.writeAttemptsMax} times`);
}

/** An event that only moves the clock is not worth a write. */
const differInClockOnly = (before: ConductorState, after: ConductorState): boolean =>
  JSON.stringify({ ...before, at: 0 }) === JSON.stringify({ ...after, at: 0 });

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
    failures: outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    ),
  };
}
