import { parseBody, type Shape, type Short } from '../declaration/body.ts';
import type { BodyOf, Fields } from '../declaration/field.ts';
import type { Schema } from '../declaration/schema.ts';
import type { Path } from '../document/problem.ts';
import type { HotRodCaches } from '../hotrod/caches.ts';
import type { Pools } from '../http/pools.ts';
import type { Ergonomics } from '../model/benchmark.ts';
import type { Files } from '../model/files.ts';
import type {
  HeaderHandlerFactory,
  ProcessorFactory,
  RawBytesHandler,
  StatusHandler,
  Transformer,
} from '../model/handlers.ts';
import type { StepDefinition } from '../model/scenario.ts';
import type { Action, Read, Step, Value } from '../model/session.ts';
import type { SharedState } from '../model/shared-state.ts';
import type { StepSlas } from '../model/sla.ts';
import type { Random } from '../random.ts';
import type { Recorder } from '../statistics/recording/recorder.ts';
import type { Group, Groups, Part } from './groups.ts';
import type { Scope } from './scope.ts';
import type { Variables } from './variables.ts';

/**
 * A kind of step, action, processor or handler. One file has its texts, the meaning of its body, and its run
 * time. `Body` is plain JSON, because the plan contains it.
 */
export type Kind<Body, Compiled> = {
  readonly name: string;
  /** A sentence about the kind for the docs. */
  readonly summary: string;
  /** An example in YAML flow style. The docs show it, and a test loads it. */
  readonly example: string;
  /** A sentence about the cost: of each run of the step, and the cost that each user or shard has once. */
  readonly cost: string;
  /**
   * A sentence about the result when a variable is unset, a value does not fit, or something is full. For a
   * kind that a handler may contain, a thrown error is `an error`: it fails the phase in a step, and ends the
   * request and its user in a handler.
   */
  readonly atError: string;
  /** The members of the body in a document. Absent when no document contains the kind. */
  readonly fields?: Fields;
  readonly short?: Short;
  /** The schema of a body that is not a mapping of members. */
  readonly schema?: Schema;
  /**
   * False: a document must write a body after the kind's name. Absent: the name alone is enough, unless a
   * member is required.
   */
  readonly isBare?: false;
  /**
   * Parses a body. `raw` is null for a name without a body, text for the short form, or else the body.
   * Reports what is wrong and then returns undefined. The schema has checked the shapes, so this function
   * checks only what a schema cannot express.
   */
  parse(raw: unknown, at: Path, scope: Scope): Body | undefined;
  /** The time that the step adds to the stay of every user. Absent when no time is known in advance. */
  course?(body: Body): Course;
  /** Compiles a body. Called once for each scenario and shard, before the load. */
  compile(body: Body, compiler: SequenceCompiler): Compiled;
};

/** A kind of step. It compiles to several steps if it waits between them. */
export type StepKind<Body> = Kind<Body, readonly Step[]> & {
  /** The steps inside the body of this step. Absent when it contains no steps. */
  children?(body: Body): readonly ChildSteps[];
  /** The requests that the step sends itself, one entry each. Absent when it sends none. */
  requests?(body: Body): readonly StepSlas[];
  /** False when no user runs the steps after this step. */
  readonly goesOn?: false;
  /** True when some users do not reach the steps after it. */
  readonly mayEnd?: true;
};

/** Times of a step in nanoseconds. Random times are averages. */
export type Course = {
  readonly pauseNs?: number;
  /** A pause that counts from the pause before, so that other pauses pass during it. */
  readonly rhythmNs?: number;
  /** An instant for which a later step waits. `isRhythm`: it counts from the previous one. */
  readonly sets?: { readonly key: string; readonly ns: number; readonly isRhythm: boolean };
  /** The key of the instant for which the step waits. */
  readonly awaits?: string;
  /** The name of the sequence that the step starts. */
  readonly starts?: string;
};

/** Steps inside a step, and the number of times that one pass through it runs them. */
export type ChildSteps = { readonly steps: readonly StepDefinition[]; readonly times: number };

/** The surroundings of a scenario that its steps may use at run time. */
export type ScenarioEnvironment = {
  readonly ergonomics: Ergonomics;
  readonly pools: Pools;
  readonly caches: HotRodCaches;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly hostname: string;
  /** The value of the header `x-load-test`. Absent: requests do not have this header. */
  readonly loadTest?: string | undefined;
  /** The data that users of this drive share. */
  readonly shared: SharedState;
  /** The number of this event loop among those that work for the phase. Absent: it is the only one. */
  readonly loop?: { readonly index: number; readonly count: number };
  /** The users of a closed phase over all shards. 0 in other phases. */
  readonly users: number;
  /** The built-in variables by name. A value that is not known before the phase starts is a function. */
  readonly builtIns: Readonly<Record<string, Value | (() => Value)>>;
  /** The files that the scenario needs. They are read once, when it is compiled. */
  readonly files: Files;
  readonly log: (message: string) => void;
  /** Receives the loading of a module. It must be complete before users start. */
  readonly load: (loading: Promise<void>) => void;
  /** Keeps the error of a request, so that the run can report its message. */
  readonly recordError: (error: unknown) => void;
};

/** Compiles the steps of one sequence. Each `Kind.compile` receives it. */
export type SequenceCompiler = {
  readonly environment: ScenarioEnvironment;
  readonly variables: Variables;
  readonly random: Random;
  /** The name of the sequence, which is the default metric of its requests. */
  readonly sequence: string;
  /** The most instances of the sequence at once. 0: one instance, which has no index. */
  readonly concurrency: number;
  /** The place of the step in the document, for messages. */
  readonly place: string;
  /** True for the first step of a sequence that users begin with. False inside another step. */
  readonly isFirst: boolean;
  compileStep(step: StepDefinition): readonly Step[];
  compileParts<G extends Group>(group: G, parts: readonly Part[]): readonly Groups[G][];
  /** The number of a sequence of this scenario, for `Session.startSequence`. */
  sequenceNumber(name: string): number;
  /** Puts steps before all others of this sequence. A restart of the sequence runs them again. */
  runFirst(steps: readonly Step[]): void;
  /** Inserts a step directly after the step that is being compiled. */
  insertBehind(step: Step): void;
  /** Runs the action when an instance of this sequence has ended and its requests are over. */
  whenFree(name: string, action: Action): void;
  /** A value of each user, made when it is first needed. Callers with the same `name` share the value. */
  perSession<T>(make: () => T, name?: string): Read<T>;
  /**
   * A value of each instance of the sequence, made when it is first needed. Callers that give the same `name`
   * share the value.
   */
  perInstance<T>(make: () => T, name?: string): Read<T>;
};

/**
 * The declaration of a kind. Its parser, its schema and its docs follow from `fields` and `short`. `check`
 * reports the problems that fields alone cannot detect, and may give the body another form.
 */
type Declaration<F extends Fields<Scope>, Body, Compiled> = Omit<Kind<Body, Compiled>, 'fields' | 'parse'> &
  Shape<F> & {
    check?(body: BodyOf<F>, at: Path, scope: Scope): Body | undefined;
  };

type Declare<Compiled> = <F extends Fields<Scope>, Body = BodyOf<F>>(
  declaration: Declaration<F, Body, Compiled>,
) => Kind<Body, Compiled>;

export const action: Declare<Action> = declare;
export const processor: Declare<ProcessorFactory> = declare;
export const statusHandler: Declare<StatusHandler> = declare;
export const headerHandler: Declare<HeaderHandlerFactory> = declare;
export const rawBytesHandler: Declare<RawBytesHandler> = declare;
export const transformer: Declare<Transformer> = declare;

export const step: <F extends Fields<Scope>, Body = BodyOf<F>>(
  declaration: Declaration<F, Body, readonly Step[]> &
    Pick<StepKind<Body>, 'children' | 'requests' | 'goesOn' | 'mayEnd'>,
) => StepKind<Body> = declare;

function declare<F extends Fields<Scope>, Body, Compiled, More>(
  declaration: Declaration<F, Body, Compiled> & More,
): Kind<Body, Compiled> & More {
  return {
    ...declaration,
    parse(raw: unknown, at: Path, scope: Scope): Body | undefined {
      const body = parseBody<Fields<Scope>>(declaration, raw, at, scope) as BodyOf<F> | undefined;
      if (body === undefined || declaration.check === undefined) return body as Body | undefined;
      return declaration.check(body, at, scope);
    },
  };
}
