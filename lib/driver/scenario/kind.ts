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
 * A kind of step, action, processor or handler: its words, its body's meaning and its run time, in one file.
 * `Body` is plain JSON: it travels in the plan.
 */
export type Kind<Body, Compiled> = {
  readonly name: string;
  /** A sentence for the docs. */
  readonly summary: string;
  /** An example in YAML flow style. The docs show it, and a test loads it. */
  readonly example: string;
  /** A sentence about the cost: of each run of the step, and once for each user or shard. */
  readonly cost: string;
  /**
   * One sentence: the result when a variable is unset, a value does not fit, something is full. A thrown
   * error is `an error` for a kind that a handler may hold: it fails the phase as a step, and ends the
   * request and its user in a handler.
   */
  readonly atError: string;
  /** The declaration of the body in a document. Absent: the kind is in no document. */
  readonly fields?: Fields;
  readonly short?: Short;
  /** The schema of a body that is no mapping of members. */
  readonly schema?: Schema;
  /**
   * False: a document never writes the name of the kind without a body. Absent: it may if no member is
   * required.
   */
  readonly isBare?: false;
  /**
   * `raw` is null for a bare name, text for the shorthand, else the body. Reports what is wrong and returns
   * undefined. Shapes are the schema's business; here is what a schema cannot say.
   */
  parse(raw: unknown, at: Path, scope: Scope): Body | undefined;
  /** The time that it adds to the stay of every user. Absent: no time that is known in advance. */
  course?(body: Body): Course;
  /** Called once per scenario and shard, before the load. */
  compile(body: Body, compiler: SequenceCompiler): Compiled;
};

/** Several steps where one kind waits in between. */
export type StepKind<Body> = Kind<Body, readonly Step[]> & {
  /** The steps in its body. Absent: it holds none. */
  children?(body: Body): readonly ChildSteps[];
  /** The requests that it sends itself, one entry each. Absent: it sends none. */
  requests?(body: Body): readonly StepSlas[];
  /** False: no user runs the steps behind it. */
  readonly goesOn?: false;
  /** True: some users do not come to the steps behind it. */
  readonly mayEnd?: true;
};

/** Times in nanoseconds, random ones on average. */
export type Course = {
  readonly pauseNs?: number;
  /** A pause that counts from the one before, so that other pauses go by meanwhile. */
  readonly rhythmNs?: number;
  /** An instant that a later step waits for; `isRhythm`: counted from the one before. */
  readonly sets?: { readonly key: string; readonly ns: number; readonly isRhythm: boolean };
  /** It waits for the instant of this key. */
  readonly awaits?: string;
  /** A sequence that it starts. */
  readonly starts?: string;
};

/** Steps inside a step, and how often one pass through it runs them. */
export type ChildSteps = { readonly steps: readonly StepDefinition[]; readonly times: number };

/** The surroundings of a scenario that its steps may use at run time. */
export type ScenarioEnvironment = {
  readonly ergonomics: Ergonomics;
  readonly pools: Pools;
  readonly caches: HotRodCaches;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly hostname: string;
  /** Value of the header `x-load-test`. Absent: requests have none. */
  readonly loadTest?: string | undefined;
  /** The data that users of this drive share. */
  readonly shared: SharedState;
  /** The users of a closed phase, over all shards; 0 in others. */
  readonly users: number;
  /** The built-in variables by name. A value that is not known before the phase starts is a function. */
  readonly builtIns: Readonly<Record<string, Value | (() => Value)>>;
  /** The files that the scenario needs; read once, when it is compiled. */
  readonly files: Files;
  readonly log: (message: string) => void;
  /** A module that has to be loaded before users come. */
  readonly load: (loading: Promise<void>) => void;
  /** Keeps what went wrong in a request, for people. */
  readonly recordError: (error: unknown) => void;
};

/** Compiles the steps of one sequence; handed to `Kind.compile`. */
export type SequenceCompiler = {
  readonly environment: ScenarioEnvironment;
  readonly variables: Variables;
  readonly random: Random;
  /** Name of the sequence: the default metric of its requests. */
  readonly sequence: string;
  /** Most instances of it at once; 0: one, without an index of its own. */
  readonly concurrency: number;
  /** The place of the step, for messages. */
  readonly place: string;
  /** It is the first step of a sequence that users begin with, and not inside another step. */
  readonly isFirst: boolean;
  compileStep(step: StepDefinition): readonly Step[];
  compileParts<G extends Group>(group: G, parts: readonly Part[]): readonly Groups[G][];
  /** The number of a sequence of this scenario, for `Session.startSequence`. */
  sequenceNumber(name: string): number;
  /** Puts steps in front of all others of this sequence. A restart of the sequence runs them again. */
  runFirst(steps: readonly Step[]): void;
  /** A step to run directly behind the step that is being compiled. */
  insertBehind(step: Step): void;
  /** Called when an instance of this sequence has ended and its requests are over. */
  whenFree(name: string, action: Action): void;
  /**
   * A value of each user, made when it is first needed. Callers that give the same `name` share the value.
   */
  perSession<T>(make: () => T, name?: string): Read<T>;
  /** Like `perSession`, but for each instance of the sequence. */
  perInstance<T>(make: () => T, name?: string): Read<T>;
};

/**
 * The declaration of a kind. Its parser, the schemas and the docs follow from `fields` and `short`; `check`
 * reports the problems that fields alone cannot find, and may give the body another form.
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
