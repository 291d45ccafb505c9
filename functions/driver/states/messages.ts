import type { RunState } from '../../../lib/driver/model/run-state.ts';
import type { Chain } from '../../../lib/driver/planning/chains.ts';
import type { OverdueInput } from '../../scheduler.ts';

/**
 * All data that travels between the states of `burst.asl.json`. It has keys and instants only: the input of a
 * state stays far below the 256 KiB that Step Functions allows, for a burst of any size. Each state takes a
 * Pick. The answer to a waiting AwaitStart is the `Decision` of ../burst-machine.ts.
 */
export type BurstMessage = {
  readonly burst: string;
  /** The phases that wait for their start, each with its iterations. Plan returns them. */
  readonly chains: readonly Chain[];
  /** Index of a phase in the plan. */
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
  /** The number of groups in which the drives of the phase are merged first. 0: no groups. */
  readonly groups: number;
  readonly group: number;
  /** Settle has failed before, and now merges as much as it can read. */
  readonly rest: boolean;
  /** Epoch milliseconds at which the drives of the first segment wake; a past instant means at once. */
  readonly wakeAt: number;
  /** Credential that answers a waiting AwaitStart, once. */
  readonly token: string;
  /** Name of the execution that invokes the function. */
  readonly execution: string;
  /** Name and text of the error. */
  readonly error: string;
  readonly cause: string;
};

/** `isLeft`: the burst must be brought to its end, by these chains. */
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
/** `until`: epoch milliseconds at which Settle stops reading. Absent: when its own time is nearly over. */
export type SettleInput = Pick<BurstMessage, 'burst' | 'phase' | 'groups' | 'rest'> & {
  readonly until?: number;
};
export type MergeInput = Pick<BurstMessage, 'burst'>;
/**
 * The cause of a failed function is JSON with an `errorMessage`, often cut off. Users need only that
 * sentence.
 */
export const sentenceOf = ({ error, cause }: Pick<BurstMessage, 'error' | 'cause'>): string =>
  ((/"errorMessage":\s*"((?:[^"\\]|\\.)*)/.exec(cause)?.[1] ?? cause) || error).replace(
    /^RequestId: [\w-]+ Error: /,
    '',
  );

/** The reason that a run reports when the machinery of its burst has failed. */
export const brokenBy = (fault: Pick<BurstMessage, 'error' | 'cause'>): string =>
  `the burst could not be carried on: ${sentenceOf(fault)}`;

export type PhaseLostInput = Pick<BurstMessage, 'burst' | 'error' | 'cause'>;
export type CleanInput = Pick<BurstMessage, 'burst' | 'execution' | 'error' | 'cause'>;

/** The end of an execution, as EventBridge reports it. `input`: its input, JSON text. */
export type ExecutionEnd = {
  readonly execution: string;
  readonly input: string;
  readonly status: 'ABORTED' | 'FAILED' | 'TIMED_OUT';
};

export type ReapInput = ExecutionEnd | OverdueInput;

/** The answer of a drive. The state machine discards it. */
export type DriveOutput = { readonly result: 'completed' | 'missed' | 'stopped' | 'failed' | 'duplicate' };

/** Merge's answer and the execution's output. */
export type MergeOutput = {
  readonly burst: string;
  readonly state: RunState;
  readonly run: number;
};
