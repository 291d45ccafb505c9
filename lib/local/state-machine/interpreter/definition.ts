import type { Json } from './json.ts';

/**
 * A state machine in the supported part of the Amazon States Language with JSONata: the parts that the
 * burst's definition uses, and Pass. https://states-language.net
 */
export type Definition = Machine & { readonly TimeoutSeconds?: number };

export type Machine = { readonly StartAt: string; readonly States: Readonly<Record<string, State>> };

export type State = TaskState | MapState | ChoiceState | WaitState | PassState | FailState;

/** A number, or a text `{% expression %}` with a numeric result. */
export type NumberOrExpression = number | string;

type Onward = { readonly Output?: Json; readonly Next?: string; readonly End?: boolean };
export type Failing = { readonly Retry?: readonly Retrier[]; readonly Catch?: readonly Catcher[] };

export type TaskState = Onward &
  Failing & {
    readonly Type: 'Task';
    readonly Resource: string;
    readonly Arguments?: Json;
    readonly TimeoutSeconds?: NumberOrExpression;
    /** The longest time between two heartbeats, only for a task that waits for an answer to its token. */
    readonly HeartbeatSeconds?: number;
  };

export type MapState = Onward &
  Failing & {
    readonly Type: 'Map';
    readonly Items?: Json;
    readonly ItemSelector?: Json;
    readonly ItemProcessor: Machine & {
      readonly ProcessorConfig: { readonly Mode: 'DISTRIBUTED'; readonly ExecutionType: 'STANDARD' };
    };
    readonly MaxConcurrency?: NumberOrExpression;
    readonly ToleratedFailurePercentage?: NumberOrExpression;
  };

export type ChoiceState = {
  readonly Type: 'Choice';
  readonly Choices: readonly { readonly Condition: string; readonly Next: string }[];
  readonly Default?: string;
};

export type WaitState = Onward & {
  readonly Type: 'Wait';
  readonly Seconds?: NumberOrExpression;
  readonly Timestamp?: string;
};

export type PassState = Onward & { readonly Type: 'Pass' };

export type FailState = { readonly Type: 'Fail'; readonly Error?: string; readonly Cause?: string };

export type Retrier = {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly MaxAttempts?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: 'FULL' | 'NONE';
};

export type Catcher = {
  readonly ErrorEquals: readonly string[];
  readonly Output?: Json;
  readonly Next: string;
};
