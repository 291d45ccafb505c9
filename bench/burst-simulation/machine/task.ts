import type { TaskState } from '../../../lib/local/state-machine/definition.ts';
import { StatesError } from '../../../lib/local/state-machine/errors.ts';
import { evaluate } from '../../../lib/local/state-machine/expression.ts';
import { type Json, payload } from '../../../lib/local/state-machine/json.ts';
import { serviceArguments } from '../../../lib/local/state-machine/service-calls.ts';
import { steps } from '../constants.ts';
import { bindingsOf, type Visit } from './walk.ts';

/** Invokes a function, and waits for the answer to its token where the state says so. */
export async function runTask(given: Visit<TaskState>): Promise<Json> {
  const { service, execution, state, name, input } = given;
  const { world, random, settings } = service;
  const ticket = state.Resource.endsWith('.waitForTaskToken') ? service.issue() : undefined;
  const context = ticket === undefined ? {} : { Task: { Token: ticket.token } };
  const asked =
    state.Arguments === undefined ? input : await evaluate(state.Arguments, bindingsOf(given, {}, context));
  const parameters = payload(asked, `the arguments of ${name}`);
  const seconds =
    state.TimeoutSeconds === undefined
      ? undefined
      : Number(await evaluate(state.TimeoutSeconds, bindingsOf(given)));
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  const timeout = (): void => late.reject(new StatesError('States.Timeout', `${name}: ${seconds} s`));
  const cancel = seconds === undefined ? undefined : world.after(seconds * 1e3, timeout);
  service.note(execution, ticket === undefined ? 3 : 4);
  try {
    if (random.chance(steps.lost * settings.failures))
      throw new StatesError('Lambda.SdkClientException', 'the outcome is unknown');
    if (state.Resource in serviceArguments && service.call !== undefined)
      return await Promise.race([service.call(state.Resource, parameters), late.promise]);
    const { FunctionName, Payload = {} } = parameters as { readonly [name: string]: Json };
    const invoked = service.invoke(String(FunctionName), Payload);
    if (ticket === undefined)
      return { StatusCode: 200, Payload: await Promise.race([invoked, late.promise]) };
    // What the function returns is not the answer; that it fails is.
    const failed = Promise.withResolvers<never>();
    invoked.catch(failed.reject);
    return await Promise.race([ticket.answer, failed.promise, late.promise]);
  } finally {
    cancel?.();
    ticket?.close();
  }
}
