import type { AnyStepKind, StepKind } from '../step-kind.ts';
import { addToInt } from './add-to-int.ts';
import { httpRequest } from './http-request.ts';
import { log } from './log.ts';
import { loop } from './loop.ts';
import { noop } from './noop.ts';
import { randomInt } from './random-int.ts';
import { randomItem } from './random-item.ts';
import { set } from './set.ts';
import { setInt } from './set-int.ts';
import { stop } from './stop.ts';
import { thinkTime } from './think-time.ts';

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
