import { stepFunctionsQuotas } from '../../../quotas.ts';
import type { Machine, MapState } from './definition.ts';
import { StatesError, toStatesError } from './errors.ts';
import { evaluateNumber, type Scope, type Visit } from './execution-scope.ts';
import { evaluate } from './expression.ts';
import { type Json, payload } from './json.ts';

/**
 * Runs a Map state, and returns the results in the order of its items. Tolerated failed items are left out.
 * After a failure or an abort no further item starts.
 */
export async function runMap(
  visit: Visit<MapState>,
  runStates: (machine: Machine, input: Json, scope: Scope) => Promise<Json>,
): Promise<Json> {
  const { name, state, input, scope, bindings } = visit;
  const given = state.Items === undefined ? input : await evaluate(state.Items, bindings());
  const items = payload(given, `The items of ${name}`);
  if (!isArray(items))
    throw new StatesError('States.QueryEvaluationError', `${name}: Items must be an array`);
  const concurrency = (await evaluateNumber(state.MaxConcurrency, bindings())) || Number.POSITIVE_INFINITY;
  const percentage = (await evaluateNumber(state.ToleratedFailurePercentage, bindings())) ?? 0;
  await scope.services.record({ type: 'map-started', state: name });
  const ending = new AbortController();
  const signal = AbortSignal.any([scope.signal, ending.signal]);
  const results: { index: number; result: Json }[] = [];
  let next = 0;
  let failures = 0;

  const runItem = async (index: number): Promise<void> => {
    const item = await itemInput(visit, items[index], index);
    await scope.services.record({ type: 'item-started', state: name, index });
    try {
      const child = await scope.openChild(name, item, signal);
      results.push({ index, result: await runStates(state.ItemProcessor, item, child) });
    } catch (error) {
      signal.throwIfAborted();
      const { error: type, message } = toStatesError(error);
      await scope.services.record({ type: 'item-failed', state: name, index, error: type, cause: message });
      failures += 1;
      if (failures > (items.length * percentage) / 100)
        throw new StatesError('States.ExceedToleratedFailureThreshold', exceeded);
    }
  };
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      signal.throwIfAborted();
      await runItem(next++);
    }
  };
  const workers = Math.min(concurrency, stepFunctionsQuotas.mapChildren, items.length);
  try {
    await Promise.all(Array.from({ length: workers }, worker));
  } catch (error) {
    ending.abort(error);
    throw error;
  }
  await scope.services.record({ type: 'map-ended', state: name });
  const ordered = results.sort((a, b) => a.index - b.index).map(({ result }) => result);
  return payload(ordered, `The result of ${name}`);
}

async function itemInput(
  { name, state, bindings }: Visit<MapState>,
  value: unknown,
  index: number,
): Promise<Json> {
  const selected =
    state.ItemSelector === undefined
      ? value
      : await evaluate(state.ItemSelector, bindings({}, { Map: { Item: { Index: index, Value: value } } }));
  return payload(selected, `Item ${index} of ${name}`);
}

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The complete message of Step Functions. The history of an item has the reason of its failure. */
const exceeded = 'The specified tolerated failure threshold was exceeded';
