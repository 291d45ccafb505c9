import type { Path } from '../document/problem.ts';
import type { Step } from '../session/session.ts';
import type { SequenceCompiler } from './compile.ts';
import type { Scope } from './scope.ts';
import { addToInt } from './steps/add-to-int.ts';
import { httpRequest } from './steps/http-request.ts';
import { log } from './steps/log.ts';
import { loop } from './steps/loop.ts';
import { noop } from './steps/noop.ts';
import { randomInt } from './steps/random-int.ts';
import { randomItem } from './steps/random-item.ts';
import { set } from './steps/set.ts';
import { setInt } from './steps/set-int.ts';
import { stop } from './steps/stop.ts';
import { thinkTime } from './steps/think-time.ts';

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
};

/** Erases the body's type at the border of the table; a kind only ever compiles what it parsed itself. */
export type AnyStepKind = Omit<StepKind<unknown>, 'compile'> & {
  compile(body: unknown, compiler: SequenceCompiler): readonly Step[];
};

const kind = <Body>(step: StepKind<Body>): AnyStepKind => step as unknown as AnyStepKind;

/** Every step that is built. The schema knows more: those are refused at load by name. */
export const steps: readonly AnyStepKind[] = [
  kind(addToInt),
  kind(httpRequest),
  kind(log),
  kind(loop),
  kind(noop),
  kind(randomInt),
  kind(randomItem),
  kind(set),
  kind(setInt),
  kind(stop),
  kind(thinkTime),
];

const byName: ReadonlyMap<string, AnyStepKind> = new Map(steps.map((step) => [step.name, step]));

export const stepKind = (name: string): AnyStepKind | undefined => byName.get(name);

/** Every step name of the format; seed "scenario, sequence, step", and `divide` of the reference's example extension. */
export const formatSteps: readonly string[] = (
  'addItem addToInt addToSharedCounter awaitAllResponses awaitDelay awaitInt awaitVar breakIfFinished breakSequence ' +
  'clearHttpCache conditional divide fail foreach getIndex getItem getSharedCounter getSize hotrodRequest httpRequest ' +
  'json log loop markRequestInvalid newSequence nextSequence noop publishAgentData publishGlobalCounters pullSharedMap ' +
  'pushSharedMap randomCsvRow randomFile randomInt randomItem randomUUID readAgentData removeItem restartSequence ' +
  'scheduleDelay set setInt setItem setSharedCounter stop stopwatch stringToInt template thinkTime timestamp unset'
).split(' ');
