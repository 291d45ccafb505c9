import { objectText } from '../../results/json/object-text.ts';
import { canonicalJson } from '../../results/query/sql/values/canonical-json.ts';
import type { Test } from '../records/tests/tests.ts';
import type { ValueRow } from './list-values.ts';

/** Values in these rows, each once: JSON texts by the names of the labels, in the order in which they come. */
export async function distinctValues(
  rows: AsyncIterable<Pick<ValueRow, 'values'>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, Map<string, string>>();
  for await (const { values } of rows)
    for (const [name, json] of values) {
      const known = found.get(name) ?? new Map<string, string>();
      known.set(canonicalJson(json), known.get(canonicalJson(json)) ?? json);
      found.set(name, known);
    }
  return new Map([...found].map(([name, known]) => [name, [...known.values()]]));
}

/** Combinations of values in these rows, each once, as JSON texts; a row without any value is none. */
export async function distinctRows(
  rows: AsyncIterable<Pick<ValueRow, 'values'>>,
): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for await (const { values } of rows) {
    if (values.size === 0) continue;
    const text = objectText(values);
    const canonical = canonicalJson(text);
    if (!found.has(canonical)) found.set(canonical, text);
  }
  return [...found.values()];
}

/**
 * The fingerprints of datasets of a test, each once, as JSON texts of objects: the labels that the test has chosen for it. Those
 * that its filter keeps out of change detection are among them, because datapoints of before the filter are in their series.
 */
export async function fingerprints(
  rows: AsyncIterable<Pick<ValueRow, 'values'>>,
  { fingerprintLabels }: Pick<Test, 'fingerprintLabels'>,
): Promise<readonly string[]> {
  const names = fingerprintLabels ?? [];
  async function* chosen() {
    for await (const { values } of rows)
      yield { values: new Map([...values].filter(([name]) => names.includes(name))) };
  }
  return distinctRows(chosen());
}
