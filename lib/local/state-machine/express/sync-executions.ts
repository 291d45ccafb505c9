import { randomUUID } from 'node:crypto';
import type { Definition } from '../definition.ts';
import { StatesError, toStatesError } from '../errors.ts';
import { runStates } from '../interpreter.ts';
import type { Json } from '../json.ts';
import { deadline, type Scope } from '../scope.ts';
import type { CallService } from '../service-calls.ts';
import { createTaskTokens } from '../tokens.ts';

/** The answer of StartSyncExecution. A failed execution also has an answer with the status 200. */
export type SyncExecution = {
  readonly executionArn: string;
  readonly name: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
};

/** An express state machine: the caller waits for its executions, and they are not stored. */
export async function runSync(
  definition: Definition,
  machine: string,
  text: string,
  call: CallService,
): Promise<SyncExecution> {
  const name = randomUUID();
  const arn = (kind: string): string => `arn:aws:states:us-east-1:000000000000:${kind}:${machine}`;
  const executionArn = `${arn('express')}:${name}`;
  const abort = new AbortController();
  const late = new StatesError(
    'States.Timeout',
    `The execution took more than ${definition.TimeoutSeconds} s`,
  );
  const limit = deadline(definition.TimeoutSeconds, abort.signal, () => late);
  try {
    const input = JSON.parse(text) as Json;
    const StartTime = new Date().toISOString();
    const scope: Scope = {
      context: {
        Execution: { Id: executionArn, Name: name, Input: input, StartTime },
        StateMachine: { Id: arn('stateMachine') },
      },
      signal: abort.signal,
      services: { invoke: noFunctions, call, tokens: createTaskTokens(), record: () => undefined },
      runStates,
    };
    const output = await Promise.race([runStates(definition, input, scope), limit.passed]);
    return { executionArn, name, status: 'SUCCEEDED', output: JSON.stringify(output) };
  } catch (thrown) {
    const { error, message: cause } = toStatesError(thrown);
    abort.abort(thrown);
    return { executionArn, name, status: thrown === late ? 'TIMED_OUT' : 'FAILED', error, cause };
  } finally {
    limit.clear();
  }
}

async function noFunctions(name: string): Promise<never> {
  throw new StatesError(
    'Lambda.ResourceNotFoundException',
    `this machine invokes no function, also not ${name}`,
  );
}
