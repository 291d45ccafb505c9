import type { Clock } from './clock.ts';
import { StatesError } from './errors.ts';
import { type Bindings, evaluate } from './expression.ts';
import type { Json } from './json.ts';
import type { CallService } from './service-calls.ts';
import type { TaskTokens } from './tokens.ts';

/** The values and functions that the states of one execution can use. */
export type Scope = {
  /** The context object, `$states.context`, without `State`, `Task` and `Map`. */
  readonly context: { readonly Execution: ExecutionContext; readonly StateMachine: { readonly Id: string } };
  /** Ends waits and tasks; its reason is the StatesError with which the execution fails. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly services: Services;
  /** Starts the execution of an item of a Map, which sees only its input. */
  readonly openChild: (map: string, item: Json, signal: AbortSignal) => Promise<Scope>;
};

export type ExecutionContext = {
  readonly Id: string;
  readonly Name: string;
  readonly Input: Json;
  readonly StartTime: string;
};

export type Services = {
  /** Invokes a function by name or ARN and returns its result; throws StatesError for every failure. */
  readonly invoke: (functionName: string, payload: Json) => Promise<Json>;
  /** Calls another service; absent when no definition does. */
  readonly call?: CallService;
  readonly tokens: TaskTokens;
  /** Observes every step. The execution continues when the returned promise resolves. */
  readonly record: (event: StateEvent) => void | Promise<void>;
};

export type StateEvent = {
  readonly type:
    | 'entered'
    | 'exited'
    /**
     * An attempt of a task failed. The next event is `retried`, after a delay, or `caught`. Without either,
     * the execution fails.
     */
    | 'failed'
    | 'retried'
    | 'caught'
    | 'map-started'
    | 'map-ended'
    | 'item-started'
    | 'item-failed';
  readonly state: string;
  readonly index?: number;
  readonly error?: string;
  readonly cause?: string;
};

/** One execution of a state. */
export type Visit<S> = {
  readonly name: string;
  readonly state: S;
  readonly input: Json;
  readonly scope: Scope;
  /**
   * Makes the variables of the state's expressions. `more` is added to `$states`, and `context` to
   * `$states.context`.
   */
  readonly bindings: (more?: Bindings, context?: Bindings) => Bindings;
};

export async function evaluateNumber(
  value: Json | undefined,
  bindings: Bindings,
): Promise<number | undefined> {
  if (value === undefined) return undefined;
  const number = await evaluate(value, bindings);
  if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number;
  throw new StatesError(
    'States.QueryEvaluationError',
    `${String(value)} must be a number of at least 0, found ${String(number)}`,
  );
}
