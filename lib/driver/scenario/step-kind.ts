import type { Path } from '../document/problem.ts';
import type { Pools } from '../http/pools.ts';
import type { Ergonomics } from '../model/benchmark.ts';
import type { StepDefinition } from '../model/scenario.ts';
import type { Step, Value } from '../model/session.ts';
import type { StepSlas } from '../model/sla.ts';
import type { Random } from '../random.ts';
import type { Recorder } from '../statistics/recorder.ts';
import type { Scope } from './scope.ts';
import type { Slots } from './slots.ts';

/**
 * A kind of step: its words, its body's meaning and its run time, in one file of `steps/`.
 * `Body` is plain JSON: it travels in the plan.
 */
export type StepKind<Body> = {
  readonly name: string;
  /** One sentence for the docs. */
  readonly summary: string;
  /** A step in YAML flow style that loads; the docs show it and a test loads it. */
  readonly example: string;
  /** Members of its body that the format has and it does not do yet. */
  readonly notBuilt?: readonly string[];
  /**
   * `raw` is null for a bare step, text for the shorthand, else the body. Reports what is wrong and returns undefined.
   * Shapes are the schema's business; here is what a schema cannot say.
   */
  parse(raw: unknown, at: Path, scope: Scope): Body | undefined;
  /** Several steps where one kind waits in between. Called once per scenario and shard. */
  compile(body: Body, compiler: SequenceCompiler): readonly Step[];
  /** The steps in its body. Absent: it holds none. */
  children?(body: Body): readonly ChildSteps[];
  /** The requests that it sends itself, one entry each. Absent: it sends none. */
  requests?(body: Body): readonly StepSlas[];
};

/** Steps inside a step, and how often one pass through it runs them. */
export type ChildSteps = { readonly steps: readonly StepDefinition[]; readonly times: number };

/** Everything around a scenario that its steps may use at run time. */
export type ScenarioEnvironment = {
  readonly ergonomics: Ergonomics;
  readonly pools: Pools;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly hostname: string;
  /** By name; what is not known before the phase starts as a function. */
  readonly builtIns: Readonly<Record<string, Value | (() => Value)>>;
  readonly log: (message: string) => void;
  /** Keeps what went wrong in a request, for people. */
  readonly recordError: (error: unknown) => void;
};

/** Compiles the steps of one sequence; handed to `StepKind.compile`. */
export type SequenceCompiler = {
  readonly environment: ScenarioEnvironment;
  readonly slots: Slots;
  readonly random: Random;
  /** Name of the sequence: the default metric of its requests. */
  readonly sequence: string;
  compileStep(step: StepDefinition): readonly Step[];
};
