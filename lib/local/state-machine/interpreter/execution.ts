import { deadline } from './clock.ts';
import type { Definition } from './definition.ts';
import { StatesError, toStatesError } from './errors.ts';
import type { Scope } from './execution-scope.ts';
import type { Json } from './json.ts';
import { runStates } from './states.ts';

/** The end of an execution. `output` is JSON text. */
export type Ending = {
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
};

/**
 * Runs the definition from its first state to an end, within its time limit. `abort` ends the execution from
 * outside. The scope has the signal of `abort`.
 */
export async function execute(
  definition: Definition,
  input: Json,
  scope: Scope,
  abort: AbortController,
): Promise<Ending> {
  const seconds = definition.TimeoutSeconds;
  const late = new StatesError('States.Timeout', `The execution took more than ${seconds} s`);
  const limit = deadline(scope.clock, seconds, abort.signal, () => late);
  try {
    const output = await Promise.race([runStates(definition, input, scope), limit.passed]);
    return { status: 'SUCCEEDED', output: JSON.stringify(output) };
  } catch (thrown) {
    const { error, message: cause } = toStatesError(thrown);
    const status = abort.signal.aborted ? 'ABORTED' : thrown === late ? 'TIMED_OUT' : 'FAILED';
    // After a time limit, states may still run. The abort stops them.
    abort.abort(thrown);
    return { status, error, cause };
  } finally {
    limit.clear();
  }
}
