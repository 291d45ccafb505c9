import { canonicalJson } from '../../results/json/canonical.ts';
import type { Evaluate } from '../../results/scripts/evaluate.ts';
import type { Test } from '../tests/tests.ts';
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

/** An object as JSON text, of members that are JSON texts. */
export const objectText = (members: Iterable<readonly [string, string]>): string =>
  `{${[...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;

/**
 * The fingerprints of datasets of a test, each once, as JSON texts of objects: the labels that the test has chosen for it. Its
 * filter is asked of each with the value of a single label, else with the object, and lets pass what it answers true to.
 */
export async function fingerprints(
  rows: AsyncIterable<Pick<ValueRow, 'values'>>,
  { fingerprintLabels, fingerprintFilter }: Pick<Test, 'fingerprintLabels' | 'fingerprintFilter'>,
  evaluate: Evaluate,
): Promise<readonly string[]> {
  const names = fingerprintLabels ?? [];
  async function* chosen() {
    for await (const { values } of rows)
      yield { values: new Map([...values].filter(([name]) => names.includes(name))) };
  }
  const texts = await distinctRows(chosen());
  if (fingerprintFilter === undefined || fingerprintFilter === null || fingerprintFilter.trim() === '')
    return texts;
  const passed: string[] = [];
  for (const text of texts) {
    const [single] = names.length === 1 ? Object.values(JSON.parse(text) as object) : [];
    const answer = await evaluate(fingerprintFilter, names.length === 1 ? JSON.stringify(single) : text);
    if ('json' in answer && answer.json === 'true') passed.push(text);
  }
  return passed;
}
