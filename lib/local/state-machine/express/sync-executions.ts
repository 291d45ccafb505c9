import { randomUUID } from 'node:crypto';
import type { Definition } from '../interpreter/definition.ts';
import { StatesError, toStatesError } from '../interpreter/errors.ts';
import { type Ending, execute } from '../interpreter/execution.ts';
import type { Json } from '../interpreter/json.ts';
import type { CallService } from '../interpreter/service-calls.ts';
import { isoNow, localScope, localTaskTokens } from '../local-execution-scope.ts';

/** The answer of StartSyncExecution. It has the status 200 even when the execution failed. */
export type SyncExecution = Ending & { readonly executionArn: string; readonly name: string };

/** Runs an execution of an express state machine to its end, and stores nothing. */
export async function runSync(
  definition: Definition,
  machine: string,
  text: string,
  call: CallService,
): Promise<SyncExecution> {
  const name = randomUUID();
  const arn = (kind: string): string => `arn:aws:states:us-east-1:000000000000:${kind}:${machine}`;
  const executionArn = `${arn('express')}:${name}`;
  try {
    const input = JSON.parse(text) as Json;
    const context = {
      Execution: { Id: executionArn, Name: name, Input: input, StartTime: isoNow() },
      StateMachine: { Id: arn('stateMachine') },
    };
    const abort = new AbortController();
    const services = { invoke: noFunctions, call, tokens: localTaskTokens(), record: () => undefined };
    const scope = localScope(context, abort.signal, services);
    return { executionArn, name, ...(await execute(definition, input, scope, abort)) };
  } catch (thrown) {
    // An input that is not JSON fails the execution.
    const { error, message: cause } = toStatesError(thrown);
    return { executionArn, name, status: 'FAILED', error, cause };
  }
}

async function noFunctions(name: string): Promise<never> {
  throw new StatesError(
    'Lambda.ResourceNotFoundException',
    `on one machine, a state machine of the type EXPRESS cannot call Lambda functions, so ${name} was not called: use the type STANDARD`,
  );
}
