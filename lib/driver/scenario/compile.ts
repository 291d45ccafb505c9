import { maxSequencesDefault, type ScenarioDefinition, type SequenceDefinition } from '../model/scenario.ts';
import type { Action, CompiledScenario, CompiledSequence, Step } from '../model/session.ts';
import { builtInVariables } from './checks/variable-uses.ts';
import type { ScenarioEnvironment, SequenceCompiler } from './kind.ts';
import { kindOf, kinds, stepKindOf } from './registry.ts';
import { Slots, Variables } from './variables.ts';

export function compileScenario(
  definition: ScenarioDefinition,
  environment: ScenarioEnvironment,
): CompiledScenario {
  const scenario = new ScenarioCompiler(definition, environment);
  const sequences = scenario.compileSequences(definition.sequences);
  const { slots } = scenario;
  return {
    variables: slots.names,
    resourceCount: scenario.resources,
    sequences,
    initial: definition.initial.map((name) => scenario.numberOf(name)),
    maxRequests: definition.maxRequests,
    maxSequences: instancesMax(definition),
    builtIns: builtInSlots(slots, environment),
    arrays: slots.arrays,
  };
}

/**
 * The most instances of sequences that one user may have at once. It is higher than `maxSequences` when one
 * sequence needs more. An instance that has ended and waits for responses exists in addition to the instances
 * of the following sequence.
 */
const instancesMax = ({
  sequences,
  initial,
  maxSequences = maxSequencesDefault,
}: ScenarioDefinition): number =>
  Math.max(
    maxSequences,
    ...sequences.map(({ name, concurrency }) => concurrency + (initial.includes(name) ? 0 : 1)),
  );

/** The state that the sequences of a scenario share while they are compiled. */
class ScenarioCompiler {
  readonly slots = new Slots();
  /** The number of objects that steps keep for each user, so that each gets a number. */
  resources = 0;
  readonly #named = new Map<string, number>();
  readonly #whenFree = new Map<string, Action>();
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #initial: ReadonlySet<string>;
  readonly #environment: ScenarioEnvironment;

  constructor({ sequences, initial }: ScenarioDefinition, environment: ScenarioEnvironment) {
    this.#environment = environment;
    this.#initial = new Set(initial);
    this.#numbers = new Map(sequences.map((sequence, number) => [sequence.name, number]));
  }

  compileSequences(definitions: readonly SequenceDefinition[]): readonly CompiledSequence[] {
    const compiled = definitions.map((definition) => this.#sequence(definition));
    return compiled.map((sequence) => {
      const onFree = this.#whenFree.get(sequence.name);
      return onFree === undefined ? sequence : { ...sequence, onFree };
    });
  }

  #sequence(definition: SequenceDefinition): CompiledSequence {
    const { name, concurrency, next } = definition;
    const phase = this.#environment.builtIns['hyperfoil.phase.name'];
    const first: PlacedSteps[] = [];
    const compiled = definition.steps.map((step, index): PlacedSteps => {
      const number = `${index + 1} of ${definition.steps.length}`;
      const place = `phase '${phase}', sequence '${name}', step ${number} (${step.step})`;
      const runFirst = (steps: readonly Step[]): void => void first.push({ place, steps });
      const begins = index === 0 && this.#initial.has(name);
      return { place, steps: this.#compilerOf(definition, place, begins, runFirst).compileStep(step) };
    });
    const all = [...first, ...compiled];
    return {
      name,
      concurrency,
      steps: all.flatMap(({ steps }) => steps),
      places: all.flatMap(({ place, steps }) => steps.map(() => place)),
      ...(next === undefined ? {} : { next: this.numberOf(next) }),
    };
  }

  numberOf(name: string): number {
    const number = this.#numbers.get(name);
    if (number === undefined)
      throw new Error(`a bug in Downpour: the plan refers to the sequence '${name}', which does not exist`);
    return number;
  }

  #compilerOf(
    { name, concurrency }: SequenceDefinition,
    place: string,
    begins: boolean,
    runFirst: SequenceCompiler['runFirst'],
  ): SequenceCompiler {
    const environment = this.#environment;
    let behind: Step[] = [];
    let depth = 0;
    const compiler: SequenceCompiler = {
      environment,
      variables: new Variables(this.slots, concurrency),
      random: environment.random,
      sequence: name,
      concurrency,
      place,
      get isFirst() {
        return begins && depth === 1;
      },
      compileStep: ({ step, body }) => {
        const around = behind;
        behind = [];
        depth += 1;
        const steps = [...stepKindOf(step).compile(body, compiler), ...behind];
        behind = around;
        depth -= 1;
        return steps;
      },
      compileParts: (group, parts) =>
        parts.map(({ kind, body }) => kindOf(kinds[group], kind).compile(body, compiler)),
      runFirst,
      sequenceNumber: (wanted) => this.numberOf(wanted),
      insertBehind: (step) => behind.push(step),
      whenFree: (sequence, action) => this.#whenFree.set(sequence, action),
      perSession: (make, key) => {
        const number = this.#resource(key);
        return ({ resources }) => {
          resources[number] ??= make();
          return resources[number] as ReturnType<typeof make>;
        };
      },
      perInstance: (make, key) => {
        const all = compiler.perSession((): ReturnType<typeof make>[] => [], key);
        return (session, sequence) => {
          const list = all(session, sequence);
          list[sequence.index] ??= make();
          return list[sequence.index] as ReturnType<typeof make>;
        };
      },
    };
    return compiler;
  }

  #resource(name: string | undefined): number {
    const known = name === undefined ? undefined : this.#named.get(name);
    if (known !== undefined) return known;
    const number = this.resources++;
    if (name !== undefined) this.#named.set(name, number);
    return number;
  }
}

type PlacedSteps = { readonly place: string; readonly steps: readonly Step[] };

const builtInSlots = (slots: Slots, environment: ScenarioEnvironment): CompiledScenario['builtIns'] =>
  Object.keys(builtInVariables).flatMap((name) => {
    const slot = slots.find(name);
    if (slot === undefined) return [];
    const value = environment.builtIns[name];
    const constant = typeof value === 'function' ? value : () => value;
    return [{ slot, value: name === 'hyperfoil.session.id' ? (id: number) => id : constant }];
  });
