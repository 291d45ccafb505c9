import { type Clock, deadline } from './clock.ts';
import type { TaskState } from './definition.ts';
import { StatesError } from './errors.ts';
import { evaluateNumber, type Visit } from './execution-scope.ts';
import { evaluate } from './expression.ts';
import { type Json, payload } from './json.ts';
import { serviceArguments } from './service-calls.ts';
import type { Ticket } from './tokens.ts';

/**
 * Runs a Task state and returns `$states.result`: the result of the function, or the answer to its task
 * token.
 */
export async function runTask({ name, state, input, scope, bindings }: Visit<TaskState>): Promise<Json> {
  const timeoutS = await evaluateNumber(state.TimeoutSeconds, bindings());
  const ticket = state.Resource.endsWith('.waitForTaskToken') ? scope.services.tokens.issue() : undefined;
  const limit = deadline(
    scope.clock,
    timeoutS,
    scope.signal,
    () => new StatesError('States.Timeout', `${name}: ${timeoutS} s`),
  );
  const silence = ticket === undefined ? undefined : awaitBeats(name, state, scope.clock, ticket);
  try {
    const context = ticket ? { Task: { Token: ticket.token } } : {};
    const given =
      state.Arguments === undefined ? input : await evaluate(state.Arguments, bindings({}, context));
    const parameters = payload(given, `The arguments of ${name}`);
    const { call } = scope.services;
    if (state.Resource in serviceArguments && call !== undefined) {
      const called = call(state.Resource, parameters);
      if (ticket !== undefined) return await answerTo(name, ticket, called, [limit.passed, silence?.passed]);
      return payload(await Promise.race([called, limit.passed]), `The result of ${name}`);
    }
    const { FunctionName, Payload = {} } = parameters as {
      readonly [name: string]: Json;
    };
    if (typeof FunctionName !== 'string') throw new StatesError('States.Runtime', `${name}: no FunctionName`);
    const invocation = scope.services.invoke(FunctionName, Payload);
    if (!ticket)
      return payload(lambdaResult(await Promise.race([invocation, limit.passed])), `The result of ${name}`);
    return await answerTo(name, ticket, invocation, [limit.passed, silence?.passed]);
  } finally {
    limit.clear();
    silence?.clear();
    ticket?.close();
  }
}

/** The answer may arrive before the call with the token has returned. */
async function answerTo(
  name: string,
  { answer }: Ticket,
  call: Promise<Json>,
  ends: readonly (Promise<never> | undefined)[],
): Promise<Json> {
  const failed = call.then(() => answer);
  const limits = ends.filter((end) => end !== undefined);
  return payload(await Promise.race([answer, failed, ...limits]), `The answer to ${name}`);
}

/**
 * Rejects when no heartbeat has come within the HeartbeatSeconds of the state. Undefined: the state expects
 * no heartbeat.
 */
function awaitBeats(
  name: string,
  { HeartbeatSeconds: seconds }: TaskState,
  clock: Clock,
  ticket: Ticket,
): { readonly passed: Promise<never>; readonly clear: () => void } | undefined {
  if (seconds === undefined) return undefined;
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const begin = (): (() => void) =>
    clock.after(seconds * 1000, () =>
      reject(new StatesError('States.HeartbeatTimeout', `${name}: no heartbeat for ${seconds} s`)),
    );
  let cancel = begin();
  ticket.onBeat = () => {
    cancel();
    cancel = begin();
  };
  return { passed: promise, clear: () => cancel() };
}

/** The result in the form of the optimised Lambda integration. */
const lambdaResult = (result: Json) => ({ ExecutedVersion: '$LATEST', Payload: result, StatusCode: 200 });
