import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { type Command, type ConductorState, nodeAt } from '../lib/driver/conducting/state.ts';
import type { Respond } from '../lib/driver/conducting/transaction.ts';
import { groupsFor } from '../lib/driver/planning/sharding/merge-tree.ts';
import { shardsAtHome } from '../lib/driver/planning/sharding/places.ts';
import { environment } from '../lib/names/environment.ts';
import { homeOf } from '../lib/store/clients.ts';

/** The answer to a waiting AwaitStart: the output of that state. */
export type Decision = { readonly burst: string; readonly phase: number } & (
  | {
      readonly decision: 'released';
      readonly wakeAt: number;
      /** Number of the first shard here. */
      readonly first: number;
      /** Those that run here. */
      readonly shards: number;
      /** shards x segments. */
      readonly drives: number;
      /** There are more in other regions. */
      readonly afar?: true;
      /** In how many groups they are merged before Settle; 0: none. */
      readonly groups: number;
      /** Length of every segment but the last. */
      readonly segmentMs: number;
      /** So many drives of a segment wake at once, and another one each so many milliseconds. */
      readonly atOnce: number;
      readonly everyMs: number;
    }
  /** A noop phase has no drives; it has finished at `finishAt`, the first whole second after that. Epoch milliseconds. */
  | { readonly decision: 'noop'; readonly finishAt: number }
  /** Only to be merged, in so many groups before Settle, and settled. */
  | { readonly decision: 'over'; readonly groups: number }
  | { readonly decision: 'cancelled' }
);

let opened: SFNClient | undefined;

/** Those of the region that the deployment lies in, also for a drive that runs in another. */
export function machines(): SFNClient {
  opened ??= new SFNClient(homeOf(process.env));
  return opened;
}

/** Answers a waiting state with nothing, if it still waits. */
export async function respond(taskToken: string): Promise<void> {
  try {
    await machines().send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
  } catch (error) {
    if (!waitsNoMore(error)) throw error;
  }
}

/** It was answered before, or asks again with a new token by now. */
const waitsNoMore = (error: unknown): boolean =>
  error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;

/** Starts the execution that carries a burst; its name is the burst's, so that a burst has one. */
export async function startMachine(burst: string): Promise<void> {
  const stateMachineArn = process.env[environment.stateMachineArn];
  const input = JSON.stringify({ burst });
  await machines().send(new StartExecutionCommand({ stateMachineArn, name: burst, input }));
}

/** The same for a burst that may have been started before, also by somebody else at this moment. */
export async function ensureMachine(burst: string): Promise<void> {
  try {
    await startMachine(burst);
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** The name of the execution that carries a stopped burst to its end, */
export const endOf = (burst: string): string => `${burst}-end`;
/** and of the one that does so with a burst whose execution has failed or was ended from outside. */
export const restOf = (burst: string): string => `${burst}-rest`;

/** Starts one of these two, once. */
export async function startEnding(burst: string, stateMachineArn: string, name: string): Promise<void> {
  const input = JSON.stringify({ burst, ending: true });
  try {
    await machines().send(new StartExecutionCommand({ stateMachineArn, name, input }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

export const stopCause =
  'the burst was stopped, and its last phases are settled without waiting for their drives';

/** Ends an execution; functions that it has invoked end by themselves. */
export async function stopExecution(stateMachineArn: string, name: string): Promise<void> {
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  const cause = 'another execution settles what was measured, without waiting for drives';
  try {
    await machines().send(new StopExecutionCommand({ executionArn, error: 'Downpour.Stopped', cause }));
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  }
}

/** Answers waiting AwaitStarts of one burst. A phase has the token of who waits for it now. */
export const respondFor =
  (burst: string, tokenOf: (phase: number) => Promise<string | undefined>): Respond =>
  async (command, state) => {
    const taskToken = await tokenOf(command.phase);
    if (taskToken === undefined) return false;
    const output = JSON.stringify(decisionOf(burst, command, state));
    try {
      await machines().send(new SendTaskSuccessCommand({ taskToken, output }));
      return true;
    } catch (error) {
      // Either way this command has done its work.
      if (waitsNoMore(error)) return true;
      throw error;
    }
  };

/** A state waits for whole seconds: one that waited for a fraction would go on before it. */
const wholeSecondFrom = (epochMs: number): number => Math.ceil(epochMs / 1000) * 1000;

export function decisionOf(burst: string, command: Command, state: ConductorState): Decision {
  const { phase } = command;
  switch (command.type) {
    case 'cancel':
      return { burst, phase, decision: 'cancelled' };
    case 'over': {
      const { shards, segments } = nodeAt(state, phase);
      return { burst, phase, decision: 'over', groups: groupsFor(shards * segments) };
    }
    case 'release-noop':
      return { burst, phase, decision: 'noop', finishAt: wholeSecondFrom(command.finishAt) };
    case 'release': {
      const node = nodeAt(state, phase);
      const { segments, segmentMs, turns } = node;
      const shards = shardsAtHome(node);
      const { atOnce = shards, everyMs = 0 } = turns ?? {};
      return {
        burst,
        phase,
        decision: 'released',
        wakeAt: command.wakeAt,
        first: 0,
        shards,
        drives: shards * segments,
        groups: groupsFor(node.shards * segments),
        segmentMs,
        atOnce,
        everyMs,
        ...(node.afar === undefined ? {} : { afar: true }),
      };
    }
  }
}
