import { entriesSchema } from '../../declaration/entries.ts';
import { textDefinition } from '../../declaration/scalars.ts';
import { byType, type Definition, define, referTo, type Schema } from '../../declaration/schema.ts';
import { membersOf, textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { Random } from '../../random.ts';
import type { ScopedField } from '../declaration/scoped-field.ts';
import type { Scope } from '../scope.ts';

/** A text and its weight: how often it is drawn, relative to the other texts. */
export type Weighted = { readonly text: string; readonly weight: number };

const weight: Schema = { title: 'a weight of at least 0', type: ['number', 'string'] };

/** The schema of a list of texts, or of a mapping from texts to weights. */
export function weightsDefinition(
  name: string,
  words: { readonly title: string; readonly description: string; readonly example: unknown },
): Definition {
  const entries = entriesSchema({ ...words, value: weight, several: true });
  return define(name, {
    ...entries,
    minItems: 1,
    minProperties: 1,
    additionalProperties: { ...weight, description: 'Weight relative to the others.' },
    items: byType('object', entries.items ?? {}, referTo(textDefinition)),
  });
}

export const weights = (
  definition: Definition,
  description?: string,
  example?: unknown,
): ScopedField<readonly Weighted[], false> => ({
  schema: referTo(definition, description, example),
  always: false,
  parse(raw, at, scope) {
    const items = parseWeights(raw, at, scope);
    return items.length === 0 ? undefined : items;
  },
});

/**
 * Parses a list of texts, a mapping from texts to weights, or a list of such mappings. A text in a list has
 * the weight 1, and the weights of equal texts are added. Leaves out texts with the weight 0, and texts with
 * a wrong weight, which is reported.
 */
function parseWeights(raw: unknown, at: Path, scope: Scope): readonly Weighted[] {
  const weights = new Map<string, number>();
  const entries = Array.isArray(raw)
    ? raw.flatMap((item, index) => entriesOf(item, [...at, index]))
    : membersOf(raw, at);
  for (const [text, weight, place] of entries) {
    const number = Number(textOf(weight)?.trim() || Number.NaN);
    if (!(number >= 0) || number === Number.POSITIVE_INFINITY) {
      scope.findings.error(place, `weight of '${text}' must be a number of at least 0`);
      continue;
    }
    weights.set(text, (weights.get(text) ?? 0) + number);
  }
  if (entries.length === 0) scope.findings.error(at, 'the list is empty', 'give at least one text');
  else if (weights.size > 0 && [...weights.values()].every((each) => each === 0))
    scope.findings.error(at, 'every weight is 0, so there is nothing to draw', 'give one a weight above 0');
  if ([...weights.values()].reduce((sum, each) => sum + each, 0) === Number.POSITIVE_INFINITY)
    scope.findings.error(
      at,
      'the weights together are too large',
      'write smaller weights with the same ratios',
    );
  return [...weights].flatMap(([text, weight]) => (weight > 0 ? [{ text, weight }] : []));
}

function entriesOf(item: unknown, at: Path): ReturnType<typeof membersOf> {
  const text = textOf(item);
  return text === undefined ? membersOf(item, at) : [[text, 1, at]];
}

/** Returns a function that draws the index of an item, with a probability in proportion to its weight. */
export function weightedIndex(items: readonly Weighted[], random: Random): () => number {
  const { length } = items;
  if (items.every((item) => item.weight === items[0]?.weight)) return () => (random.next() * length) | 0;
  const bounds = cumulative(items);
  return () => indexOf(bounds, random.next());
}

function cumulative(items: readonly Weighted[]): readonly number[] {
  const total = items.reduce((sum, item) => sum + item.weight, 0);
  let sum = 0;
  return items.map((item) => {
    sum += item.weight;
    return sum / total;
  });
}

function indexOf(bounds: readonly number[], draw: number): number {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (draw < (bounds[middle] ?? 1)) high = middle;
    else low = middle + 1;
  }
  return low;
}
