import { deadline } from './clock.ts';
import type { TaskState } from './definition.ts';
import { StatesError } from './errors.ts';
import { evaluate } from './expression.ts';
import { type Json, payload } from './json.ts';
import { resources } from './load.ts';
import { evaluateNumber, type Visit } from './scope.ts';
import { serviceArguments } from './service-calls.ts';

/**
 * Runs a Task state and returns `$states.result`: the result of the function, or the answer to its task
 * token.
 */
export async function runTask({ name, state, input, scope, bindings }: Visit<TaskState>): Promise<Json> {
  const timeoutS = await evaluateNumber(state.TimeoutSeconds, bindings());
  const ticket = state.Resource === resources.invokeAndWait ? scope.services.tokens.issue() : undefined;
  const limit = deadline(
    scope.clock,
    timeoutS,
    scope.signal,
    () => new StatesError('States.Timeout', `${name}: ${timeoutS} s`),
  );
  try {
    const context = ticket ? { Task: { Token: ticket.token } } : {};
    const given =
      state.Arguments === undefined ? input : await evaluate(state.Arguments, bindings({}, context));
    const parameters = payload(given, `The arguments of ${name}`);
    const { call } = scope.services;
    if (state.Resource in serviceArguments && call !== undefined)
      return payload(
        await Promise.race([call(state.Resource, parameters), limit.passed]),
        `The result of ${name}`,
      );
    const { FunctionName, Payload = {} } = parameters as {
      readonly [name: string]: Json;
    };
    if (typeof FunctionName !== 'string') throw new StatesError('States.Runtime', `${name}: no FunctionName`);
    const invocation = scope.services.invoke(FunctionName, Payload);
    if (!ticket)
      return payload(lambdaResult(await Promise.race([invocation, limit.passed])), `The result of ${name}`);
    // The answer to the task token may come before the function that passes on the token has returned.
    const failed = invocation.then(() => ticket.answer);
    return payload(await Promise.race([ticket.answer, failed, limit.passed]), `The answer to ${name}`);
  } finally {
    limit.clear();
    ticket?.close();
  }
}

/** The result in the form of the optimised Lambda integration. */
const lambdaResult = (result: Json) => ({ ExecutedVersion: '$LATEST', Payload: result, StatusCode: 200 });
