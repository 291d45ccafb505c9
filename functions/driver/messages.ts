import type { RunState } from '../../lib/driver/model/run-state.ts';
import type { Chain } from '../../lib/driver/planning/chains.ts';
import type { OverdueInput } from '../scheduler.ts';

/**
 * All that travels between the states of `burst.asl.json`. Keys and instants only: a state's input stays far below
 * the 256 KiB that Step Functions allows, whatever the size of the burst. Each state takes a Pick; the answer to a
 * waiting AwaitStart is the `Decision` of ../burst-machine.ts.
 */
export type BurstMessage = {
  readonly burst: string;
  /** The phases that wait for their start, each with its iterations: Plan's answer. */
  readonly chains: readonly Chain[];
  /** Index of a phase in the plan. */
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
  /** In how many groups the drives of the phase are merged first; 0: none. */
  readonly groups: number;
  readonly group: number;
  /** Take what can be had: Settle has failed before. */
  readonly rest: boolean;
  /** Epoch milliseconds at which the drives of the first segment wake; a past instant means at once. */
  readonly wakeAt: number;
  /** Credential that answers a waiting AwaitStart, once. */
  readonly token: string;
  /** Name of the execution that asks. */
  readonly execution: string;
  /** Name and text of what went wrong. */
  readonly error: string;
  readonly cause: string;
};

/** `isLeft`: the burst has to be carried to its end, by these chains. */
export type SilenceInput = Pick<BurstMessage, 'burst' | 'execution'>;
export type SilenceOutput = Pick<BurstMessage, 'chains'> & { readonly isLeft: boolean };
export type PlanInput = Pick<BurstMessage, 'burst'>;
export type PlanOutput = Pick<BurstMessage, 'burst' | 'chains'>;
export type AwaitStartInput = Pick<BurstMessage, 'burst' | 'phase' | 'token'>;
export type DriveInput = Pick<BurstMessage, 'burst' | 'phase' | 'shard' | 'segment'>;
export type CallRegionsInput = Pick<BurstMessage, 'burst' | 'phase' | 'wakeAt'>;
export type AwaitRegionsInput = Pick<BurstMessage, 'burst' | 'phase' | 'token'>;
export type DriveLostInput = DriveInput & Pick<BurstMessage, 'error' | 'cause'>;
export type MergeGroupInput = Pick<BurstMessage, 'burst' | 'phase' | 'groups' | 'group'>;
/** `until`: epoch milliseconds at which it goes on with what it has; absent: when its own time is nearly over. */
export type SettleInput = Pick<BurstMessage, 'burst' | 'phase' | 'groups' | 'rest'> & {
  readonly until?: number;
};
export type MergeInput = Pick<BurstMessage, 'burst'>;
/** A failed function's cause is JSON with an `errorMessage`, often cut off; people want that sentence. */
export const sentenceOf = ({ error, cause }: Pick<BurstMessage, 'error' | 'cause'>): string =>
  ((/"errorMessage":\s*"((?:[^"\\]|\\.)*)/.exec(cause)?.[1] ?? cause) || error).replace(
    /^RequestId: [\w-]+ Error: /,
    '',
  );

/** For who asks how a burst went whose machinery has failed. */
export const brokenBy = (fault: Pick<BurstMessage, 'error' | 'cause'>): string =>
  `the burst could not be carried on: ${sentenceOf(fault)}`;

export type PhaseLostInput = Pick<BurstMessage, 'burst' | 'error' | 'cause'>;
export type CleanInput = Pick<BurstMessage, 'burst' | 'execution' | 'error' | 'cause'>;

/** How an execution has ended, as EventBridge tells it. `input`: its input, JSON text. */
export type ExecutionEnd = {
  readonly execution: string;
  readonly input: string;
  readonly status: 'ABORTED' | 'FAILED' | 'TIMED_OUT';
};

export type ReapInput = ExecutionEnd | OverdueInput;

/** The answer of a drive; the state machine keeps nothing of it. */
export type DriveOutput = { readonly result: 'completed' | 'missed' | 'stopped' | 'failed' | 'duplicate' };

/** Merge's answer and the execution's output. */
export type MergeOutput = {
  readonly burst: string;
  readonly state: RunState;
  readonly run: number;
};
