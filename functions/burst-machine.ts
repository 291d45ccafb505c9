import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
  ValidationException,
} from '@aws-sdk/client-sfn';
import { type Command, type ConductorState, nodeAt } from '../lib/driver/conducting/state.ts';
import type { Respond } from '../lib/driver/conducting/transaction.ts';
import { groupsFor } from '../lib/driver/planning/sharding/merge-groups.ts';
import { shardsAtHome } from '../lib/driver/planning/sharding/regions.ts';
import { environment } from '../lib/names/environment.ts';
import { homeOf } from '../lib/store/clients.ts';

/**
 * The conductor's decision about a phase. The state AwaitStart of the state machine waits for it, and has it
 * as its output.
 */
export type Decision = { readonly burst: string; readonly phase: number } & (
  | {
      readonly decision: 'released';
      readonly wakeAt: number;
      /** The number of the first shard in this region. */
      readonly first: number;
      /** The number of shards in this region. */
      readonly shards: number;
      /** The number of drives: shards x segments. */
      readonly drives: number;
      /** Present when the drives are tasks of Fargate. */
      readonly fargate?: true;
      /** Present when drives in other AWS regions send a part of the phase's load. */
      readonly afar?: true;
      /**
       * The number of groups of drives. The drives of each group are merged before Settle merges the groups.
       * 0: no groups.
       */
      readonly groups: number;
      /** The length of every segment in milliseconds. The last segment may be shorter. */
      readonly segmentMs: number;
      /**
       * The number of drives of a segment that start to prepare at once. Each further drive starts `everyMs`
       * later.
       */
      readonly atOnce: number;
      readonly everyMs: number;
    }
  /**
   * A noop phase has no drives. It finishes at `finishAt`, the first whole second after its end, in epoch
   * milliseconds.
   */
  | { readonly decision: 'noop'; readonly finishAt: number }
  /**
   * The phase has no more load to send. Its measurements are merged in this many groups, and then the state
   * Settle ends the phase.
   */
  | { readonly decision: 'over'; readonly groups: number }
  | { readonly decision: 'cancelled' }
);

let opened: SFNClient | undefined;

/** The client of the state machine in the deployment's region, also for drives of other regions. */
export function machines(): SFNClient {
  opened ??= new SFNClient(homeOf(process.env));
  return opened;
}

/** Answers a waiting state with an empty output. A state that no longer waits is not an error. */
export async function respond(taskToken: string): Promise<void> {
  try {
    await machines().send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
  } catch (error) {
    if (!waitsNoMore(error)) throw error;
  }
}

/**
 * Reports that a task is alive. False when no state waits for it any more.
 * @throws Error when the service does not answer.
 */
export async function beat(taskToken: string): Promise<boolean> {
  try {
    await machines().send(new SendTaskHeartbeatCommand({ taskToken }));
    return true;
  } catch (error) {
    if (waitsNoMore(error)) return false;
    throw error;
  }
}

/** Fails a waiting state, if it still waits. */
export async function respondFailure(taskToken: string, error: string, cause: string): Promise<void> {
  try {
    await machines().send(new SendTaskFailureCommand({ taskToken, error, cause }));
  } catch (thrown) {
    if (!waitsNoMore(thrown)) throw thrown;
  }
}

/**
 * Whether a state no longer waits for a token: the token was answered before, or the state has a new token.
 */
const waitsNoMore = (error: unknown): boolean =>
  error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;

/** Starts the execution of a burst. It has the name of the burst, so that each burst has one. */
export async function startMachine(burst: string): Promise<void> {
  const stateMachineArn = process.env[environment.stateMachineArn];
  const input = JSON.stringify({ burst });
  await machines().send(new StartExecutionCommand({ stateMachineArn, name: burst, input }));
}

/** Starts the execution of a burst that may have been started before, or concurrently. */
export async function ensureMachine(burst: string): Promise<void> {
  try {
    await startMachine(burst);
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/**
 * The name of the execution that ends a burst which is stopped or over while its own execution still waits.
 */
export const endOf = (burst: string): string => `${burst}-end`;
/** The name of the execution that ends a burst whose execution has failed or was ended from outside. */
export const fallbackOf = (burst: string): string => `${burst}-rest`;

/** Starts an execution that ends a burst, once. */
export async function startEnding(burst: string, stateMachineArn: string, name: string): Promise<void> {
  const input = JSON.stringify({ burst, ending: true });
  try {
    await machines().send(new StartExecutionCommand({ stateMachineArn, name, input }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

export const stopCause =
  'the burst was stopped: Downpour computes the results of its last phases without waiting for their load generators';

/** Stops an execution. Functions that the execution has invoked end by themselves. */
export async function stopExecution(stateMachineArn: string, name: string): Promise<void> {
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  const cause = 'another execution computes the results, without waiting for load generators';
  try {
    await machines().send(new StopExecutionCommand({ executionArn, error: 'Downpour.Stopped', cause }));
  } catch (error) {
    if (!runsNoMore(error)) throw error;
  }
}

/** Whether an execution does not exist or has ended. Step Functions may then refuse to stop it. */
export const runsNoMore = (error: unknown): boolean =>
  error instanceof ExecutionDoesNotExist || error instanceof ValidationException;

/**
 * Returns a function that answers the AwaitStart states of one burst, which wait for a decision. `tokenOf`
 * reads the token of the state that waits now.
 */
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
      // If the state no longer waits, it was answered before.
      if (waitsNoMore(error)) return true;
      throw error;
    }
  };

/**
 * The next whole second. A state of the state machine waits for whole seconds, and rounds a fraction down.
 */
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
        ...(node.fargate === undefined ? {} : { fargate: true }),
        ...(node.afar === undefined ? {} : { afar: true }),
      };
    }
  }
}
