import type { Definition } from '../../../lib/local/state-machine/interpreter/definition.ts';
import { type Ending, execute } from '../../../lib/local/state-machine/interpreter/execution.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import { within } from '../time/invocation.ts';
import type { StepService } from './service.ts';

type Execution = {
  readonly input: string;
  readonly abort: AbortController;
  readonly ended: Promise<Ending>;
};

/** The state machine of bursts and its executions. */
export class Machines {
  readonly service: StepService;
  readonly #definition: Definition;
  readonly #executions = new Map<string, Execution>();

  constructor(definition: Definition, service: StepService) {
    this.#definition = definition;
    this.service = service;
  }

  /** Starts an execution. False when an execution with other input has this name. */
  start(name: string, input: Json): boolean {
    const text = JSON.stringify(input);
    const known = this.#executions.get(name);
    if (known !== undefined) return known.input === text;
    const abort = new AbortController();
    const scope = this.service.open(name, input, abort.signal);
    // The execution continues after the invocation that started it.
    const ended = within(undefined, () => execute(this.#definition, input, scope, abort));
    this.#executions.set(name, { input: text, abort, ended });
    return true;
  }

  /** Ends an execution at once; its functions end by themselves. False: no execution has this name. */
  stop(name: string): boolean {
    const known = this.#executions.get(name);
    known?.abort.abort(new Error('stopped'));
    return known !== undefined;
  }

  /** The end of an execution. Undefined when no execution has this name. */
  ending(name: string): Promise<Ending> | undefined {
    return this.#executions.get(name)?.ended;
  }

  /**
   * Waits for all executions, including those that other executions started. Returns the end of the last one.
   */
  async allEnded(): Promise<Ending | undefined> {
    let last: Ending | undefined;
    for (const { ended } of this.#executions.values()) last = await ended;
    return last;
  }
}
