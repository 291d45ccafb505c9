import type { CompiledScenario } from '../model/session.ts';
import { RunningSequence } from './running-sequence.ts';

/**
 * The instances of sequences of one session, by sequence and index. Each is made when it is first needed and
 * then used again.
 */
export class Instances {
  readonly #scenario: CompiledScenario;
  readonly #all: readonly RunningSequence[][];
  /** The number of instances of sequences that run, or that have ended and wait for responses. */
  #busy = 0;

  constructor(scenario: CompiledScenario) {
    this.#scenario = scenario;
    this.#all = scenario.sequences.map(() => []);
  }

  /** Counts all instances as free, for a new user. */
  clear(): void {
    this.#busy = 0;
  }

  /**
   * Starts the instance with this index, or the free instance with the lowest index. Undefined when that
   * instance still runs or waits for responses, or when no instance is free. Throws when the user may not
   * have a further instance.
   */
  start(number: number, intendedNs: number, atIndex?: number): RunningSequence | undefined {
    const { maxSequences } = this.#scenario;
    const instance = this.#free(number, atIndex);
    if (instance === undefined) return undefined;
    if (this.#busy >= maxSequences) {
      const { name } = instance.compiled;
      throw new Error(
        `sequence '${name}' cannot start: the user already has ${maxSequences} running instances of sequences (those that wait for responses count too); raise maxSequences of the scenario`,
      );
    }
    this.#busy += 1;
    instance.start(intendedNs);
    return instance;
  }

  /** Called when an instance has ended and all its requests are over. */
  freed(): void {
    this.#busy -= 1;
  }

  #free(number: number, atIndex?: number): RunningSequence | undefined {
    const compiled = this.#scenario.sequences[number];
    const instances = this.#all[number];
    if (compiled === undefined || instances === undefined) throw new Error(`no sequence ${number}`);
    const most = Math.max(1, compiled.concurrency);
    for (let index = atIndex ?? 0; index < most && index <= (atIndex ?? most); index += 1) {
      const instance = instances[index] ?? new RunningSequence(compiled, index);
      instances[index] = instance;
      if (instance.free) return instance;
    }
    return undefined;
  }
}
