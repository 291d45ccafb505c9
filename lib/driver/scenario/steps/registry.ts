import type { StepKind } from '../step-kind.ts';
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

/**
 * Every step that is built, by its name. The schema knows more: those are refused at load by name.
 * A kind is only ever given bodies that it has parsed itself.
 */
export const stepKinds: ReadonlyMap<string, StepKind<unknown>> = new Map(
  [addToInt, httpRequest, log, loop, noop, randomInt, randomItem, set, setInt, stop, thinkTime].map(
    (each: StepKind<unknown>): [string, StepKind<unknown>] => [each.name, each],
  ),
);

/** @throws Error for a step that no release of this program can have put into a plan. */
export function stepKindOf(name: string): StepKind<unknown> {
  const kind = stepKinds.get(name);
  if (kind === undefined) throw new Error(`plan holds the unknown step '${name}'`);
  return kind;
}

/** Every step name of the format, those of the next releases included. */
export const formatSteps: readonly string[] = (
  'addItem addToInt addToSharedCounter awaitAllResponses awaitDelay awaitInt awaitVar breakIfFinished breakSequence ' +
  'clearHttpCache conditional divide fail foreach getIndex getItem getSharedCounter getSize hotrodRequest httpRequest ' +
  'json log loop markRequestInvalid newSequence nextSequence noop publishAgentData publishGlobalCounters pullSharedMap ' +
  'pushSharedMap randomCsvRow randomFile randomInt randomItem randomUUID readAgentData removeItem restartSequence ' +
  'scheduleDelay set setInt setItem setSharedCounter stop stopwatch stringToInt template thinkTime timestamp unset'
).split(' ');
