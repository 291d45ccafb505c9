import type { RunState } from '../../../lib/driver/model/final-state.ts';
import type { Chain } from '../../../lib/driver/planning/iteration-chains.ts';
import type { OverdueInput } from '../../scheduler.ts';

/**
 * All data that the states of `burst.asl.json` pass on. It consists of keys and instants, so the input of a
 * state is far below the 256 KiB that Step Functions allows, for a burst of any size. Each state uses some of
 * the members. The answer to a waiting AwaitStart is the `Decision` of functions/burst-machine.ts.
 */
export type BurstMessage = {
  readonly burst: string;
  /** The phases of the burst, each with its iterations. The state Plan returns them. */
  readonly chains: readonly Chain[];
  /** The index of a phase in the plan. */
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
  /** The number of groups in which the drives of the phase are merged first. 0: no groups. */
  readonly groups: number;
  readonly group: number;
  /** True: Settle has failed before, and now merges as much as it can read. */
  readonly rest: boolean;
  /**
   * The time at which the drives of the first segment wake, in epoch milliseconds. A past time means at once.
   */
  readonly wakeAt: number;
  /** The credential that answers a waiting AwaitStart, once. */
  readonly token: string;
  /** The name of the execution that invokes the function. */
  readonly execution: string;
  /**
   * The name (`error`) and the text (`cause`) of the error with which a state or an execution failed, as Step
   * Functions gives them.
   */
  readonly error: string;
  readonly cause: string;
};

/**
 * The input of the state AwaitSilence, and its answer. `isLeft`: the execution must still end the burst, with
 * these chains of phases.
 */
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
/**
 * The input of Settle. `until`: the time in epoch milliseconds at which Settle stops reading. Absent: Settle
 * stops when its own time is nearly over.
 */
export type SettleInput = Pick<BurstMessage, 'burst' | 'phase' | 'groups' | 'rest'> & {
  readonly until?: number;
};
export type MergeInput = Pick<BurstMessage, 'burst'>;
/**
 * The text that users need from a failed function. Its cause is JSON with an `errorMessage`, which is often
 * cut off.
 */
export const sentenceOf = ({ error, cause }: Pick<BurstMessage, 'error' | 'cause'>): string =>
  ((/"errorMessage":\s*"((?:[^"\\]|\\.)*)/.exec(cause)?.[1] ?? cause) || error).replace(
    /^RequestId: [\w-]+ Error: /,
    '',
  );

/** The reason that a run reports when the state machine of its burst has failed. */
export const brokenBy = (fault: Pick<BurstMessage, 'error' | 'cause'>): string =>
  `the burst failed and could not continue: ${sentenceOf(fault)}`;

export type PhaseLostInput = Pick<BurstMessage, 'burst' | 'error' | 'cause'>;
export type CleanInput = Pick<BurstMessage, 'burst' | 'execution' | 'error' | 'cause'>;

/**
 * The end of an execution in the form that EventBridge reports. `input` is the execution's input as JSON
 * text.
 */
export type ExecutionEnd = {
  readonly execution: string;
  readonly input: string;
  readonly status: 'ABORTED' | 'FAILED' | 'TIMED_OUT';
};

export type ReapInput = ExecutionEnd | OverdueInput;

/** The answer of a drive. The state machine discards it. */
export type DriveOutput = { readonly result: 'completed' | 'missed' | 'stopped' | 'failed' | 'duplicate' };

/** The output of the state Merge, which is the output of the execution. */
export type MergeOutput = {
  readonly burst: string;
  readonly state: RunState;
  readonly run: number;
};
