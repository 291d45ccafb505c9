import type { Ergonomics } from '../benchmark/benchmark.ts';
import type { Pools } from '../http/pools.ts';
import type { Random } from '../random.ts';
import type { Step, Value } from '../session/session.ts';
import type { Recorder } from '../statistics/recorder.ts';
import type { ScenarioDefinition, SequenceDefinition, StepDefinition } from './definition.ts';
import { stepKind } from './registry.ts';
import { builtInVariables } from './scope.ts';
import { Slots } from './slots.ts';

/** A scenario as closures over numbered slots. */
export type CompiledScenario = {
  readonly slotCount: number;
  readonly sequences: readonly CompiledSequence[];
  /** Indexes of the sequences that start with a session. */
  readonly initial: readonly number[];
  /** Requests that one session may have in flight at once. */
  readonly maxRequests: number;
  /** Slots of the built-in variables that this scenario reads. */
  readonly builtIns: readonly { readonly slot: number; readonly value: (sessionId: number) => Value }[];
};

export type CompiledSequence = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Index of the sequence that starts when this one ends. */
  readonly next?: number;
};

/** Everything around a scenario that its steps may use at run time. */
export type ScenarioEdge = {
  readonly ergonomics: Ergonomics;
  readonly pools: Pools;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly hostname: string;
  readonly builtIns: Readonly<Record<string, Value>>;
  readonly log: (message: string) => void;
  /** Keeps what went wrong in a request, for people. */
  readonly recordError: (error: unknown) => void;
};

/** Compiles the steps of one sequence; handed to `StepKind.compile`. */
export type SequenceCompiler = {
  readonly edge: ScenarioEdge;
  readonly slots: Slots;
  readonly random: Random;
  /** Name of the sequence: the default metric of its requests. */
  readonly sequence: string;
  compileStep(step: StepDefinition): readonly Step[];
};

export function compileScenario(definition: ScenarioDefinition, edge: ScenarioEdge): CompiledScenario {
  const slots = new Slots();
  const indexes = new Map(definition.sequences.map((sequence, index) => [sequence.name, index]));
  const sequences = definition.sequences.map((sequence) => compileSequence(sequence, indexes, slots, edge));
  return {
    slotCount: slots.count,
    sequences,
    initial: definition.initial.map((name) => indexOf(name, indexes)),
    maxRequests: definition.maxRequests,
    builtIns: builtInSlots(slots, edge),
  };
}

function compileSequence(
  definition: SequenceDefinition,
  indexes: ReadonlyMap<string, number>,
  slots: Slots,
  edge: ScenarioEdge,
): CompiledSequence {
  const compiler: SequenceCompiler = {
    edge,
    slots,
    random: edge.random,
    sequence: definition.name,
    compileStep: (step) => kindOf(step).compile(step.body, compiler),
  };
  const steps = definition.steps.flatMap((step) => compiler.compileStep(step));
  return definition.next === undefined
    ? { name: definition.name, steps }
    : { name: definition.name, steps, next: indexOf(definition.next, indexes) };
}

function kindOf(step: StepDefinition) {
  const kind = stepKind(step.step);
  if (kind === undefined) throw new Error(`plan holds the unknown step '${step.step}'`);
  return kind;
}

function indexOf(name: string, indexes: ReadonlyMap<string, number>): number {
  const index = indexes.get(name);
  if (index === undefined) throw new Error(`plan refers to the unknown sequence '${name}'`);
  return index;
}

const builtInSlots = (slots: Slots, edge: ScenarioEdge): CompiledScenario['builtIns'] =>
  Object.keys(builtInVariables).flatMap((name) => {
    const slot = slots.find(name);
    if (slot === undefined) return [];
    const constant = edge.builtIns[name];
    return [{ slot, value: name === 'hyperfoil.session.id' ? (id: number) => id : () => constant }];
  });
