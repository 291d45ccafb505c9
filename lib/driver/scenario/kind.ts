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
 * A kind of step, action, processor or handler. One file has all of it: texts for the docs, the parser of its
 * body, and its function at run time. `Body` is plain JSON, because the plan contains it.
 */
export type Kind<Body, Compiled> = {
  readonly name: string;
  /** A sentence about the kind for the docs. */
  readonly summary: string;
  /** An example in YAML flow style. The docs show it, and a test loads it. */
  readonly example: string;
  /**
   * A sentence about the cost in time and memory: of each run of the step, and once for each user or shard.
   */
  readonly cost: string;
  /**
   * A sentence for the docs about the result when a variable is unset, a value does not fit, or a queue or
   * pool is full. The text `an error` means that it throws. Such an error fails the phase in a step. In a
   * handler, it ends the request and its user.
   */
  readonly atError: string;
  /** The members of the body in a document. Absent when a document cannot contain the kind. */
  readonly fields?: Fields;
  readonly short?: Short;
  /** The schema of a body that is not a mapping of members. */
  readonly schema?: Schema;
  /**
   * False: a document must always write a body after the kind's name. Absent: the name alone is enough if no
   * member is required.
   */
  readonly isBare?: false;
  /**
   * Parses a body. `raw` is null for a name without a body, text for the short form, or else the body.
   * Undefined when it has reported a problem. The schema has checked the shapes, so this function checks only
   * what a schema cannot express.
   */
  parse(raw: unknown, at: Path, scope: Scope): Body | undefined;
  /** The time that the step adds for every user, such as a pause. Absent when no time is known in advance. */
  course?(body: Body): Course;
  /**
   * Compiles a body to its function at run time. Called before the load, once for each scenario in each event
   * loop.
   */
  compile(body: Body, compiler: SequenceCompiler): Compiled;
};

/** A kind of step. It compiles to several steps if users have to wait between them. */
export type StepKind<Body> = Kind<Body, readonly Step[]> & {
  /** The steps inside the body of this step. Absent when it contains no steps. */
  children?(body: Body): readonly ChildSteps[];
  /** The requests that the step sends itself, one entry each. Absent when it sends none. */
  requests?(body: Body): readonly StepSlas[];
  /** False when a user never runs the steps after this step. */
  readonly goesOn?: false;
  /** True when some users do not run the steps after this step. */
  readonly mayEnd?: true;
};

/** The times of a step that are known in advance, in nanoseconds. Random times are averages. */
export type Course = {
  readonly pauseNs?: number;
  /**
   * A pause that counts from the end of the previous such pause. Other pauses pass during it, so they do not
   * add to it.
   */
  readonly rhythmNs?: number;
  /**
   * An instant that this step sets, and for which a later step waits. `isRhythm`: the instant counts from the
   * previous instant with this key.
   */
  readonly sets?: { readonly key: string; readonly ns: number; readonly isRhythm: boolean };
  /** The key of the instant for which the step waits. */
  readonly awaits?: string;
  /** The name of the sequence that the step starts. */
  readonly starts?: string;
};

/** The steps inside a step, and the number of times that they run when the outer step runs once. */
export type ChildSteps = { readonly steps: readonly StepDefinition[]; readonly times: number };

/** The objects outside of a scenario that its steps may use at run time. */
export type ScenarioEnvironment = {
  readonly ergonomics: Ergonomics;
  readonly pools: Pools;
  readonly caches: HotRodCaches;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly hostname: string;
  /** The value of the header `x-load-test`. Absent: requests do not have this header. */
  readonly loadTest?: string | undefined;
  /**
   * The data that the users of this event loop share. Published values also reach the other event loops of
   * the drive.
   */
  readonly shared: SharedState;
  /** The number of this event loop among those that work for the phase. Absent: it is the only one. */
  readonly loop?: { readonly index: number; readonly count: number };
  /** The number of users of a closed phase over all shards. 0 in other phases. */
  readonly users: number;
  /**
   * The built-in variables by name. If a value is not known before the phase starts, it is a function that
   * returns the value.
   */
  readonly builtIns: Readonly<Record<string, Value | (() => Value)>>;
  /** The files that the scenario needs. They are read once, when the scenario is compiled. */
  readonly files: Files;
  readonly log: (message: string) => void;
  /** Receives the promise of a module that is being loaded. Users start only after it resolves. */
  readonly load: (loading: Promise<void>) => void;
  /** Keeps the error of a request, so that the run can show its message. */
  readonly recordError: (error: unknown) => void;
};

/** The functions for compiling the steps of one sequence. Each `Kind.compile` receives them. */
export type SequenceCompiler = {
  readonly environment: ScenarioEnvironment;
  readonly variables: Variables;
  readonly random: Random;
  /** The name of the sequence, which is the default metric of its requests. */
  readonly sequence: string;
  /** The most instances of the sequence at once. 0: it has one instance without an index. */
  readonly concurrency: number;
  /** The place of the step in the document, for messages. */
  readonly place: string;
  /**
   * True for the first step of a sequence that starts with each user. False for steps inside another step.
   */
  readonly isFirst: boolean;
  compileStep(step: StepDefinition): readonly Step[];
  compileParts<G extends Group>(group: G, parts: readonly Part[]): readonly Groups[G][];
  /** The number of a sequence of this scenario, for `Session.startSequence`. */
  sequenceNumber(name: string): number;
  /** Adds steps before all others of this sequence. They also run after a restart of the sequence. */
  runFirst(steps: readonly Step[]): void;
  /** Inserts a step directly after the step that is being compiled. */
  insertBehind(step: Step): void;
  /**
   * Registers an action for the end of each instance of the sequence `name`: when the instance has ended and
   * its requests are over.
   */
  whenFree(name: string, action: Action): void;
  /**
   * A value that each user has, made when it is first needed. Callers with the same `name` get the same
   * value.
   */
  perSession<T>(make: () => T, name?: string): Read<T>;
  /**
   * A value that each instance of the sequence has, made when it is first needed. Callers with the same
   * `name` get the same value.
   */
  perInstance<T>(make: () => T, name?: string): Read<T>;
};

/**
 * The declaration of a kind. Its parser, its schema and its docs are made from `fields` and `short`. `check`
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
