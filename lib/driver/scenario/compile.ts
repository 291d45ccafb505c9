import type { ScenarioDefinition, SequenceDefinition } from '../model/scenario.ts';
import type { CompiledScenario, CompiledSequence } from '../model/session.ts';
import type { ScenarioEnvironment, SequenceCompiler } from './kind.ts';
import { kindOf, kinds, stepKindOf } from './registry.ts';
import { builtInVariables } from './scope.ts';
import { Slots, Variables } from './variables.ts';

export function compileScenario(
  definition: ScenarioDefinition,
  environment: ScenarioEnvironment,
): CompiledScenario {
  const scenario = new ScenarioCompiler(definition, environment);
  const sequences = definition.sequences.map((sequence) => scenario.sequence(sequence));
  const { slots } = scenario;
  return {
    variables: slots.names,
    resourceCount: scenario.resources,
    sequences,
    initial: definition.initial.map((name) => scenario.numberOf(name)),
    maxRequests: definition.maxRequests,
    builtIns: builtInSlots(slots, environment),
    arrays: slots.arrays,
  };
}

/** What the sequences of a scenario have in common while they are compiled. */
class ScenarioCompiler {
  readonly slots = new Slots();
  /** Numbers given to what steps keep of each user. */
  resources = 0;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #environment: ScenarioEnvironment;

  constructor({ sequences }: ScenarioDefinition, environment: ScenarioEnvironment) {
    this.#environment = environment;
    this.#numbers = new Map(sequences.map((sequence, number) => [sequence.name, number]));
  }

  sequence(definition: SequenceDefinition): CompiledSequence {
    const { name, concurrency, next } = definition;
    const phase = this.#environment.builtIns['hyperfoil.phase.name'];
    const compiled = definition.steps.map((step, index) => {
      const number = `${index + 1} of ${definition.steps.length}`;
      const place = `phase '${phase}', sequence '${name}', step ${number} (${step.step})`;
      return { place, steps: this.#compilerOf(definition, place).compileStep(step) };
    });
    return {
      name,
      concurrency,
      steps: compiled.flatMap(({ steps }) => steps),
      places: compiled.flatMap(({ place, steps }) => steps.map(() => place)),
      ...(next === undefined ? {} : { next: this.numberOf(next) }),
    };
  }

  numberOf(name: string): number {
    const number = this.#numbers.get(name);
    if (number === undefined) throw new Error(`plan refers to the unknown sequence '${name}'`);
    return number;
  }

  #compilerOf({ name, concurrency }: SequenceDefinition, place: string): SequenceCompiler {
    const environment = this.#environment;
    const compiler: SequenceCompiler = {
      environment,
      variables: new Variables(this.slots, concurrency),
      random: environment.random,
      sequence: name,
      concurrency,
      place,
      compileStep: ({ step, body }) => stepKindOf(step).compile(body, compiler),
      compileParts: (group, parts) =>
        parts.map(({ kind, body }) => kindOf(kinds[group], kind).compile(body, compiler)),
      sequenceNumber: (wanted) => this.numberOf(wanted),
      perSession: (make) => {
        const number = this.resources++;
        return ({ resources }) => {
          resources[number] ??= make();
          return resources[number] as ReturnType<typeof make>;
        };
      },
      perInstance: (make) => {
        const all = compiler.perSession((): ReturnType<typeof make>[] => []);
        return (session, sequence) => {
          const list = all(session, sequence);
          list[sequence.index] ??= make();
          return list[sequence.index] as ReturnType<typeof make>;
        };
      },
    };
    return compiler;
  }
}

const builtInSlots = (slots: Slots, environment: ScenarioEnvironment): CompiledScenario['builtIns'] =>
  Object.keys(builtInVariables).flatMap((name) => {
    const slot = slots.find(name);
    if (slot === undefined) return [];
    const constant = environment.builtIns[name];
    return [{ slot, value: name === 'hyperfoil.session.id' ? (id: number) => id : () => constant }];
  });
