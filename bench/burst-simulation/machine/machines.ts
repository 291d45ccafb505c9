import type { Definition } from '../../../lib/local/state-machine/definition.ts';
import { type StatesError, toStatesError } from '../../../lib/local/state-machine/errors.ts';
import type { Json } from '../../../lib/local/state-machine/json.ts';
import { within } from '../time/invocation.ts';
import type { Execution, StepService } from './service.ts';
import { walk } from './walk.ts';

export type Ending = {
  readonly status: 'SUCCEEDED' | 'FAILED' | 'ABORTED';
  readonly output?: Json;
  readonly error?: StatesError;
};

/** The state machine of bursts and its executions. */
export class Machines {
  readonly service: StepService;
  readonly #definition: Definition;
  readonly #executions = new Map<
    string,
    { readonly execution: Execution; readonly ended: PromiseWithResolvers<Ending>; readonly input: string }
  >();

  constructor(definition: Definition, service: StepService) {
    this.#definition = definition;
    this.service = service;
  }

  /** False when there is another one of this name. */
  start(name: string, input: Json): boolean {
    const known = this.#executions.get(name);
    if (known !== undefined) return known.input === JSON.stringify(input);
    const execution = this.service.open(input, name);
    const ended = Promise.withResolvers<Ending>();
    this.#executions.set(name, { execution, ended, input: JSON.stringify(input) });
    // No part of whoever started it.
    within(undefined, () => walk(this.#definition, execution, this.service)).then(
      (output) => ended.resolve({ status: 'SUCCEEDED', output }),
      (error: unknown) => ended.resolve({ status: 'FAILED', error: toStatesError(error) }),
    );
    return true;
  }

  /** What still runs in it goes no further; functions that run already do. */
  stop(name: string): boolean {
    const known = this.#executions.get(name);
    if (known === undefined) return false;
    known.execution.isHalted = true;
    known.ended.resolve({ status: 'ABORTED' });
    return true;
  }

  /** Undefined when there is none of this name. */
  ending(name: string): Promise<Ending> | undefined {
    return this.#executions.get(name)?.ended.promise;
  }

  /** Until every execution has ended, those that others have started among them: how the last one did. */
  async allEnded(): Promise<Ending | undefined> {
    let last: Ending | undefined;
    for (const { ended } of this.#executions.values()) last = await ended.promise;
    return last;
  }
}
