import { type Clock, pause } from './clock.ts';
import type { Catcher, ChoiceState, Failing, Machine, Retrier, State, WaitState } from './definition.ts';
import { errorOutput, matchesError, StatesError, toStatesError } from './errors.ts';
import { evaluateNumber, type Scope, type Visit } from './execution-scope.ts';
import { type Bindings, evaluate } from './expression.ts';
import { type Json, payload } from './json.ts';
import { runMap } from './map.ts';
import { runTask } from './task.ts';

/** The result of a state: its output and the next state. Without a next state the execution ends. */
type Step = { readonly output: Json; readonly next?: string };

/**
 * Runs the states of a machine from the first to an end, and returns the last output.
 * @throws the StatesError that no state has caught, or the reason of the scope's signal.
 */
export async function runStates(machine: Machine, input: Json, scope: Scope): Promise<Json> {
  let name = machine.StartAt;
  let data = input;
  for (;;) {
    scope.signal.throwIfAborted();
    const state = machine.States[name];
    if (!state) throw new Error(`The state machine has no state ${name}`);
    await scope.services.record({ type: 'entered', state: name });
    const { output, next } = await runState(name, state, data, scope);
    await scope.services.record({ type: 'exited', state: name });
    if (next === undefined) return output;
    data = output;
    name = next;
  }
}

async function runState(name: string, state: State, input: Json, scope: Scope): Promise<Step> {
  const { Retry = [], Catch = [] }: Failing = 'Retry' in state || 'Catch' in state ? (state as Failing) : {};
  const attempts = new Map<Retrier, number>();
  const { clock, services, signal } = scope;
  const entered = new Date(clock.now()).toISOString();
  for (let retries = 0; ; retries += 1) {
    const visit = visitOf(name, state, input, scope, entered, retries);
    try {
      return await perform(visit);
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = toStatesError(thrown);
      const { error, message: cause } = failure;
      await services.record({ type: 'failed', state: name, error, cause });
      const delayMs = retryDelayMs(Retry, error, attempts, clock);
      if (delayMs !== undefined) {
        await pause(clock, delayMs, signal);
        await services.record({ type: 'retried', state: name });
        continue;
      }
      const catcher = Catch.find(({ ErrorEquals }) => matchesError(ErrorEquals, error));
      if (!catcher) throw failure;
      await services.record({ type: 'caught', state: name });
      return await followCatcher(visit, catcher, failure);
    }
  }
}

function visitOf<S extends State>(
  name: string,
  state: S,
  input: Json,
  scope: Scope,
  entered: string,
  retries: number,
): Visit<S> {
  const State = { Name: name, EnteredTime: entered, RetryCount: retries };
  const bindings = (more: Bindings = {}, context: Bindings = {}): Bindings => ({
    states: { input, context: { ...scope.context, State, ...context }, ...more },
  });
  return { name, state, input, scope, bindings };
}

async function perform(visit: Visit<State>): Promise<Step> {
  const { state, input } = visit;
  switch (state.Type) {
    case 'Task': {
      const result = await runTask({ ...visit, state });
      return { output: await outputOf(visit, state.Output, result, { result }), next: state.Next };
    }
    case 'Map': {
      const result = await runMap({ ...visit, state }, runStates);
      return { output: await outputOf(visit, state.Output, result, { result }), next: state.Next };
    }
    case 'Wait':
      await runWait({ ...visit, state });
      return { output: await outputOf(visit, state.Output, input), next: state.Next };
    case 'Choice':
      return runChoice({ ...visit, state });
    case 'Pass':
      return { output: await outputOf(visit, state.Output, input), next: state.Next };
    case 'Fail': {
      const { Error: error = '', Cause: cause = '' } = state;
      const [type, reason] = await Promise.all([
        evaluate(error, visit.bindings()),
        evaluate(cause, visit.bindings()),
      ]);
      throw new StatesError(String(type), String(reason));
    }
  }
}

async function outputOf(
  { name, bindings }: Visit<State>,
  template: Json | undefined,
  otherwise: Json,
  more: Bindings = {},
): Promise<Json> {
  return payload(
    template === undefined ? otherwise : await evaluate(template, bindings(more)),
    `The output of ${name}`,
  );
}

async function runChoice({ name, state, input, bindings }: Visit<ChoiceState>): Promise<Step> {
  for (const rule of state.Choices) {
    const holds = await evaluate(rule.Condition, bindings());
    if (typeof holds !== 'boolean') {
      throw new StatesError('States.QueryEvaluationError', `${name}: ${rule.Condition} is not a boolean`);
    }
    if (holds) return { output: input, next: rule.Next };
  }
  if (state.Default === undefined) throw new StatesError('States.NoChoiceMatched', name);
  return { output: input, next: state.Default };
}

async function runWait({ name, state, scope, bindings }: Visit<WaitState>): Promise<void> {
  const { clock, signal } = scope;
  let ms: number;
  if (state.Timestamp === undefined) ms = ((await evaluateNumber(state.Seconds, bindings())) ?? 0) * 1000;
  else {
    const at = Date.parse(String(await evaluate(state.Timestamp, bindings())));
    if (Number.isNaN(at))
      throw new StatesError(
        'States.QueryEvaluationError',
        `${name}: Timestamp is not a time such as 2026-01-31T08:30:00Z`,
      );
    ms = wholeSecond(at) - clock.now();
  }
  return pause(clock, ms <= 0 ? 0 : ms + (clock.lateMs?.() ?? 0), signal);
}

/**
 * A time without its milliseconds. Step Functions cuts them off, so a wait until this time ends up to a
 * second early.
 */
const wholeSecond = (epochMs: number): number => Math.floor(epochMs / 1000) * 1000;

/**
 * The delay before the next attempt in milliseconds. Undefined when this error is not retried, or not again.
 */
function retryDelayMs(
  retriers: readonly Retrier[],
  error: string,
  attempts: Map<Retrier, number>,
  { random }: Clock,
): number | undefined {
  const retrier = retriers.find(({ ErrorEquals }) => matchesError(ErrorEquals, error));
  if (!retrier) return undefined;
  const attempt = attempts.get(retrier) ?? 0;
  if (attempt >= (retrier.MaxAttempts ?? 3)) return undefined;
  attempts.set(retrier, attempt + 1);
  const { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Number.POSITIVE_INFINITY } = retrier;
  const seconds = Math.min(IntervalSeconds * BackoffRate ** attempt, MaxDelaySeconds);
  return seconds * 1000 * (retrier.JitterStrategy === 'FULL' ? random() : 1);
}

async function followCatcher(visit: Visit<State>, catcher: Catcher, failure: StatesError): Promise<Step> {
  const output = errorOutput(failure);
  return {
    output: await outputOf(visit, catcher.Output, output, { errorOutput: output }),
    next: catcher.Next,
  };
}
