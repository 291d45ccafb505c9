import type { Machine, MapState } from '../../../lib/local/state-machine/definition.ts';
import { StatesError, toStatesError } from '../../../lib/local/state-machine/errors.ts';
import { evaluate } from '../../../lib/local/state-machine/expression.ts';
import { type Json, payload } from '../../../lib/local/state-machine/json.ts';
import { Bucket } from '../aws/bucket.ts';
import { steps } from '../constants.ts';
import { type Execution, type StepService, unlessHalted } from './service.ts';
import { bindingsOf, type Visit } from './walk.ts';

type Walk = (machine: Machine, execution: Execution, service: StepService) => Promise<Json>;

/**
 * A distributed map: a run that takes its time to begin and to end, and children that are started at a rate.
 */
export async function runMap(given: Visit<MapState>, walk: Walk): Promise<Json> {
  const { service, execution, state, name, input } = given;
  const items = state.Items === undefined ? input : await evaluate(state.Items, bindingsOf(given));
  if (!Array.isArray(items))
    throw new StatesError('States.QueryEvaluationError', `${name}: Items is not an array`);
  const most = Number(await evaluate(state.MaxConcurrency ?? 0, bindingsOf(given))) || 10_000;
  const tolerated =
    (items.length * Number(await evaluate(state.ToleratedFailurePercentage ?? 0, bindingsOf(given)))) / 100;
  service.note(execution, 4);
  await service.world.sleep(service.latencyMs(steps.mapStartMedianMs, steps.mapStartP99Ms));
  // The children of a run that has failed see it halted.
  const run: Execution = { ...execution, isHalted: false, parent: execution };
  const failed = Promise.withResolvers<never>();
  const results: Json[] = new Array(items.length);
  let failures = 0;
  const child = async (index: number): Promise<void> => {
    try {
      results[index] = await startChild(given, items[index], index, run, walk);
    } catch (error) {
      failures += 1;
      if (failures > tolerated) failed.reject(exceeded(toStatesError(error)));
    }
  };
  try {
    await Promise.race([startAll(items.length, most, child, service, run), failed.promise]);
  } catch (error) {
    run.isHalted = true;
    throw error;
  }
  await service.world.sleep(service.latencyMs(steps.mapEndMedianMs, steps.mapEndP99Ms));
  return payload(
    results.filter((each) => each !== undefined),
    `the result of ${name}`,
  );
}

async function startAll(
  count: number,
  most: number,
  child: (index: number) => Promise<void>,
  service: StepService,
  run: Execution,
): Promise<void> {
  const { world, settings } = service;
  const starts = new Bucket(
    world,
    settings.quota * steps.childrenBurst,
    settings.quota * steps.childrenPerSecond,
  );
  const atWork = new Set<Promise<void>>();
  for (let index = 0; index < count; index += 1) {
    const waitMs = starts.waitMs();
    if (waitMs > 0) await world.sleep(waitMs);
    await unlessHalted(run);
    if (atWork.size >= most) await Promise.race(atWork);
    const running: Promise<void> = child(index).finally(() => atWork.delete(running));
    atWork.add(running);
  }
  await Promise.all(atWork);
}

async function startChild(
  given: Visit<MapState>,
  value: unknown,
  index: number,
  run: Execution,
  walk: Walk,
): Promise<Json> {
  const { service, state, name } = given;
  const context = { Map: { Item: { Index: index, Value: value } } };
  const selected =
    state.ItemSelector === undefined
      ? value
      : await evaluate(state.ItemSelector, bindingsOf(given, {}, context));
  const execution = service.open(payload(selected, `item ${index} of ${name}`), run.id, run);
  await service.transition(execution);
  const output = await walk(state.ItemProcessor, execution, service);
  service.note(execution, 1);
  return output;
}

/** The reason stays with the child: the map tells its own only. */
const exceeded = (cause: StatesError): StatesError =>
  new StatesError(
    'States.ExceedToleratedFailureThreshold',
    'The specified tolerated failure threshold was exceeded',
    { cause },
  );
