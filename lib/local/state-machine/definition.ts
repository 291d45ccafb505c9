import type { Json } from './json.ts';

/** The part of the Amazon States Language that is played here, in its JSONata form. https://states-language.net */
export type Definition = Machine & { readonly TimeoutSeconds?: number };

export type Machine = { readonly StartAt: string; readonly States: Readonly<Record<string, State>> };

export type State = TaskState | MapState | ParallelState | ChoiceState | WaitState | PassState | EndState;

/** A number, or a `{% expression %}` that gives one. */
export type NumberOrExpression = number | string;

export type Outcome = { readonly Output?: Json; readonly Assign?: Readonly<Record<string, Json>> };
type Onward = Outcome & { readonly Next?: string; readonly End?: boolean };
export type Failing = { readonly Retry?: readonly Retrier[]; readonly Catch?: readonly Catcher[] };

export type TaskState = Onward &
  Failing & {
    readonly Type: 'Task';
    readonly Resource: string;
    readonly Arguments?: Json;
    readonly TimeoutSeconds?: NumberOrExpression;
    readonly HeartbeatSeconds?: NumberOrExpression;
  };

export type MapState = Onward &
  Failing & {
    readonly Type: 'Map';
    readonly Items?: Json;
    readonly ItemSelector?: Json;
    readonly ItemProcessor: Machine & {
      readonly ProcessorConfig?: {
        readonly Mode?: 'INLINE' | 'DISTRIBUTED';
        readonly ExecutionType?: 'STANDARD';
      };
    };
    readonly MaxConcurrency?: NumberOrExpression;
    readonly ToleratedFailureCount?: NumberOrExpression;
    readonly ToleratedFailurePercentage?: NumberOrExpression;
    readonly Label?: string;
  };

export type ParallelState = Onward &
  Failing & { readonly Type: 'Parallel'; readonly Arguments?: Json; readonly Branches: readonly Machine[] };

export type ChoiceState = Outcome & {
  readonly Type: 'Choice';
  readonly Choices: readonly (Outcome & { readonly Condition: string; readonly Next: string })[];
  readonly Default?: string;
};

export type WaitState = Onward & {
  readonly Type: 'Wait';
  readonly Seconds?: NumberOrExpression;
  readonly Timestamp?: string;
};

export type PassState = Onward & { readonly Type: 'Pass' };

export type EndState =
  | (Outcome & { readonly Type: 'Succeed' })
  | { readonly Type: 'Fail'; readonly Error?: string; readonly Cause?: string };

export type Retrier = {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly MaxAttempts?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: 'FULL' | 'NONE';
};

export type Catcher = Outcome & { readonly ErrorEquals: readonly string[]; readonly Next: string };
