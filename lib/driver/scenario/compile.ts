import type { ScenarioDefinition, SequenceDefinition } from '../model/scenario.ts';
import type { CompiledScenario, CompiledSequence } from '../model/session.ts';
import { builtInVariables } from './scope.ts';
import { Slots } from './slots.ts';
import type { ScenarioEnvironment, SequenceCompiler } from './step-kind.ts';
import { stepKindOf } from './steps/registry.ts';

export function compileScenario(
  definition: ScenarioDefinition,
  environment: ScenarioEnvironment,
): CompiledScenario {
  const slots = new Slots();
  const indexes = new Map(definition.sequences.map((sequence, index) => [sequence.name, index]));
  const sequences = definition.sequences.map((sequence) =>
    compileSequence(sequence, indexes, slots, environment),
  );
  return {
    slotCount: slots.count,
    sequences,
    initial: definition.initial.map((name) => indexOf(name, indexes)),
    maxRequests: definition.maxRequests,
    builtIns: builtInSlots(slots, environment),
  };
}

function compileSequence(
  definition: SequenceDefinition,
  indexes: ReadonlyMap<string, number>,
  slots: Slots,
  environment: ScenarioEnvironment,
): CompiledSequence {
  const compiler: SequenceCompiler = {
    environment,
    slots,
    random: environment.random,
    sequence: definition.name,
    compileStep: ({ step, body }) => stepKindOf(step).compile(body, compiler),
  };
  const steps = definition.steps.flatMap((step) => compiler.compileStep(step));
  return definition.next === undefined
    ? { name: definition.name, steps }
    : { name: definition.name, steps, next: indexOf(definition.next, indexes) };
}

function indexOf(name: string, indexes: ReadonlyMap<string, number>): number {
  const index = indexes.get(name);
  if (index === undefined) throw new Error(`plan refers to the unknown sequence '${name}'`);
  return index;
}

const builtInSlots = (slots: Slots, environment: ScenarioEnvironment): CompiledScenario['builtIns'] =>
  Object.keys(builtInVariables).flatMap((name) => {
    const slot = slots.find(name);
    if (slot === undefined) return [];
    const value = environment.builtIns[name];
    const constant = typeof value === 'function' ? value : () => value;
    return [{ slot, value: name === 'hyperfoil.session.id' ? (id: number) => id : constant }];
  });
