import { JsonObject, type JsonValue } from '../values/json-value.ts';
import { objectId, placeOfMadeValue } from '../values/object-id.ts';
import { Shape } from '../values/shape.ts';
import { type Evaluation, failed, type Item, notFound, type Outcome, ok, type Step } from './evaluation.ts';

const madeShape = new Shape(['id', 'key', 'value']);

/** `.keyvalue()`: an object `{id, key, value}` for each member. */
export function compileKeyValue(next: Step): Step {
  return (evaluation, item, found) => {
    if (!(item instanceof JsonObject))
      return evaluation.fail('2203C', 'jsonpath item method .keyvalue() can only be applied to an object');
    return eachMember(item, next, evaluation, found);
  };
}

function eachMember(object: JsonObject, next: Step, evaluation: Evaluation, found: Item[] | null): Outcome {
  const { shape, values } = object;
  const { base } = evaluation;
  const id = objectId(object, base, evaluation.places);
  let outcome: Outcome = notFound;
  for (const slot of shape.storageOrderWithin(evaluation.spending)) {
    evaluation.spend(1);
    const key = shape.names[slot] as string;
    const value = values[slot] as JsonValue;
    const made = new JsonObject(madeShape, [id, key, value]);
    const shift = (evaluation.places.get(value) ?? 0) - placeOfMadeValue(id, key);
    evaluation.base = { id: evaluation.nextBaseId, made, shift };
    evaluation.nextBaseId += 1;
    outcome = next(evaluation, made, found);
    evaluation.base = base;
    if (outcome === failed || (outcome === ok && found === null)) return outcome;
  }
  return outcome;
}
