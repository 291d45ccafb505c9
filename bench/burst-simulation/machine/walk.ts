import type {
  Catcher,
  Failing,
  Machine,
  Retrier,
  State,
} from '../../../lib/local/state-machine/definition.ts';
import {
  errorOutput,
  matchesError,
  StatesError,
  toStatesError,
} from '../../../lib/local/state-machine/errors.ts';
import { type Bindings, evaluate } from '../../../lib/local/state-machine/expression.ts';
import { type Json, payload } from '../../../lib/local/state-machine/json.ts';
import { steps } from '../constants.ts';
import { machineArn } from '../deployment.ts';
import { runMap } from './map.ts';
import { type Execution, type StepService, unlessHalted } from './service.ts';
import { runTask } from './task.ts';

/** One state of one execution. */
export type Visit<Kind extends State = State> = {
  readonly service: StepService;
  readonly execution: Execution;
  readonly name: string;
  readonly state: Kind;
  readonly input: Json;
};

type Step = { readonly output: Json; readonly next?: string | undefined };

/**
 * Walks a definition as Step Functions does, in virtual time: every state is a transition that waits for its
 * turn, counts in the history and is paid for. The expressions are evaluated by the interpreter of one
 * machine.
 */
export async function walk(machine: Machine, execution: Execution, service: StepService): Promise<Json> {
  let name = machine.StartAt;
  let input = execution.input;
  for (;;) {
    const state = machine.States[name];
    if (state === undefined) throw new StatesError('States.Runtime', `there is no state ${name}`);
    await service.transition(execution);
    service.note(execution, 2);
    const { output, next } = await visit({ service, execution, name, state, input });
    if (next === undefined) return output;
    input = output;
    name = next;
  }
}

async function visit(given: Visit): Promise<Step> {
  const { service, execution, state } = given;
  const { Retry = [], Catch = [] } = state as Failing;
  const attempts = new Map<Retrier, number>();
  for (;;) {
    try {
      return await perform(given);
    } catch (thrown) {
      await unlessHalted(execution);
      const failure = toStatesError(thrown);
      const delayMs = retryDelayMs(Retry, failure.error, attempts, service);
      if (delayMs !== undefined) {
        await service.world.sleep(delayMs);
        await service.transition(execution);
        continue;
      }
      const catcher = Catch.find(({ ErrorEquals }) => matchesError(ErrorEquals, failure.error));
      if (catcher === undefined) throw failure;
      return follow(given, catcher, failure);
    }
  }
}

async function follow(given: Visit, catcher: Catcher, failure: StatesError): Promise<Step> {
  const output = errorOutput(failure);
  return {
    output: await outputOf(given, catcher.Output, output, { errorOutput: output }),
    next: catcher.Next,
  };
}

async function perform(given: Visit): Promise<Step> {
  const { state, input, service, execution } = given;
  switch (state.Type) {
    case 'Task': {
      const result = await runTask({ ...given, state });
      return { output: await outputOf(given, state.Output, result, { result }), next: state.Next };
    }
    case 'Map': {
      const result = await runMap({ ...given, state }, walk);
      return { output: await outputOf(given, state.Output, result, { result }), next: state.Next };
    }
    case 'Wait': {
      const seconds = await evaluate(state.Seconds ?? 0, bindingsOf(given));
      const until =
        state.Timestamp === undefined ? undefined : await evaluate(state.Timestamp, bindingsOf(given));
      await service.world.sleep(waitMs(service, Number(seconds), until));
      await unlessHalted(execution);
      return { output: await outputOf(given, state.Output, input), next: state.Next };
    }
    case 'Choice':
      for (const { Condition, Next } of state.Choices)
        if ((await evaluate(Condition, bindingsOf(given))) === true) return { output: input, next: Next };
      return { output: input, next: state.Default };
    case 'Pass':
      return { output: await outputOf(given, state.Output, input), next: state.Next };
    case 'Fail': {
      const error = await evaluate(state.Error ?? '', bindingsOf(given));
      const cause = await evaluate(state.Cause ?? '', bindingsOf(given));
      throw new StatesError(String(error), String(cause));
    }
    default:
      throw new StatesError('States.Runtime', `the simulation has no ${(state as State).Type}`);
  }
}

/** Whole seconds: what a timestamp has beyond them does not count. And a little late. */
function waitMs(service: StepService, seconds: number, until: unknown): number {
  const { world, random, settings } = service;
  const ms =
    until === undefined ? seconds * 1e3 : Math.floor(Date.parse(String(until)) / 1e3) * 1e3 - world.now;
  return ms <= 0 ? 0 : ms + random.next() * steps.waitLateMs * settings.latency;
}

function retryDelayMs(
  retriers: readonly Retrier[],
  error: string,
  attempts: Map<Retrier, number>,
  { random }: StepService,
): number | undefined {
  const retrier = retriers.find(({ ErrorEquals }) => matchesError(ErrorEquals, error));
  if (retrier === undefined) return undefined;
  const attempt = attempts.get(retrier) ?? 0;
  const { IntervalSeconds = 1, BackoffRate = 2, MaxAttempts = 3, JitterStrategy } = retrier;
  const { MaxDelaySeconds = Infinity } = retrier as { MaxDelaySeconds?: number };
  if (attempt >= MaxAttempts) return undefined;
  attempts.set(retrier, attempt + 1);
  const seconds = Math.min(IntervalSeconds * BackoffRate ** attempt, MaxDelaySeconds);
  return seconds * 1e3 * (JitterStrategy === 'FULL' ? random.next() : 1);
}

/** What expressions of a state see; `more` joins `$states`, `context` joins `$states.context`. */
export function bindingsOf(
  { execution, name, input }: Visit,
  more: Bindings = {},
  context: Bindings = {},
): Bindings {
  const { id, input: given, startedAt } = execution;
  const StartTime = new Date(startedAt).toISOString();
  const Execution = { Id: id, Name: id, Input: given, StartTime };
  const State = { Name: name, EnteredTime: StartTime, RetryCount: 0 };
  return {
    states: { input, context: { Execution, State, StateMachine: { Id: machineArn }, ...context }, ...more },
  };
}

const outputOf = async (
  given: Visit,
  template: Json | undefined,
  otherwise: Json,
  more: Bindings = {},
): Promise<Json> =>
  payload(
    template === undefined ? otherwise : await evaluate(template, bindingsOf(given, more)),
    `the output of ${given.name}`,
  );
