import type { Machine } from './definition.ts';
import { StatesError } from './errors.ts';
import { type Bindings, evaluate } from './expression.ts';
import type { Json } from './json.ts';
import type { CallService } from './service-calls.ts';
import type { TaskTokens } from './tokens.ts';

/** The values and functions that a run of states can use. */
export type Scope = {
  /** The context object, `$states.context`, without `State`, `Task` and `Map`. */
  readonly context: { readonly Execution: ExecutionContext; readonly StateMachine: { readonly Id: string } };
  /** Ends waits and tasks. Its reason is the StatesError with which the run fails. */
  readonly signal: AbortSignal;
  readonly services: Services;
  readonly runStates: (machine: Machine, input: Json, scope: Scope) => Promise<Json>;
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
  readonly record: (event: StateEvent) => void;
};

export type StateEvent = {
  readonly type: 'entered' | 'exited' | 'retried' | 'caught' | 'failed' | 'item-started' | 'item-failed';
  readonly state: string;
  readonly index?: number;
  readonly error?: string;
  readonly cause?: string;
};

/** One visit of a state. */
export type Visit<S> = {
  readonly name: string;
  readonly state: S;
  readonly input: Json;
  readonly scope: Scope;
  /** Bindings of the state's expressions; `more` joins `$states`, `context` joins `$states.context`. */
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
    `${String(value)} must be a number from 0, is ${String(number)}`,
  );
}

/** Longest delay of a Node timer, 24.8 days. */
const timerMsMax = 2 ** 31 - 1;

/** Resolves after this many milliseconds; rejects with the signal's reason. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  for (let left = ms; left > 0; left -= timerMsMax) await pauseOnce(Math.min(left, timerMsMax), signal);
}

function pauseOnce(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Rejects when the signal aborts, and with `error` after `seconds`. It is for races; `clear` ends it. */
export function deadline(
  seconds: number | undefined,
  signal: AbortSignal,
  error: () => StatesError,
): { readonly passed: Promise<never>; readonly clear: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  // A limit above the maximum of a timer, such as the default of 99999999 s, has no timer.
  const isReachable = seconds !== undefined && seconds * 1000 <= timerMsMax;
  const timer = isReachable ? setTimeout(() => reject(error()), seconds * 1000) : undefined;
  const clear = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  };
  return { passed: promise, clear };
}
