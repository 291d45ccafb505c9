import { objectText } from '../../results/json/object-text.ts';
import { canonicalJson } from '../../results/query/sql/values/canonical-json.ts';
import type { Test } from '../records/tests/tests.ts';
import { compareViewed, viewedValue } from '../records/views/sort-by-view.ts';
import type { ValueRow } from './list-values.ts';

/**
 * The distinct values in rows of label values: JSON texts by the names of the labels, sorted as in a column
 * of a view.
 */
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
  return new Map([...found].map(([name, known]) => [name, sorted([...known.values()])]));
}

const sorted = (texts: readonly string[]): readonly string[] =>
  texts
    .map((text) => ({ text, value: viewedValue(text) }))
    .sort((a, b) => compareViewed(a.value, b.value))
    .map(({ text }) => text);

/**
 * The distinct combinations of values in rows of label values, as JSON texts. Rows without any value are left
 * out.
 */
export async function distinctRows(
  rows: AsyncIterable<Pick<ValueRow, 'values'>>,
): Promise<readonly string[]> {
  async function* filled() {
    for await (const row of rows) if (row.values.size > 0) yield row;
  }
  return distinctObjects(filled());
}

async function distinctObjects(rows: AsyncIterable<Pick<ValueRow, 'values'>>): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for await (const { values } of rows) {
    const text = objectText(values);
    const canonical = canonicalJson(text);
    if (!found.has(canonical)) found.set(canonical, text);
  }
  return [...found.values()];
}

/**
 * The distinct fingerprints of the datasets of a test, as JSON texts. The fingerprint of a dataset without a
 * value of the labels is `{}`. Fingerprints that the filter now excludes from change detection are included,
 * because their series have older datapoints.
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
  return distinctObjects(chosen());
}
