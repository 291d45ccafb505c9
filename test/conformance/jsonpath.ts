/**
 * Runs the JSONPath Compliance Test Suite (RFC 9535;
 * github.com/jsonpath-standard/jsonpath-compliance-test-suite, BSD-2-Clause) against Downpour's JSONPath:
 * `npm run conformance`, or with the file of the suite as its argument. The suite is not part of the project.
 * By default it is read from the folder `shared` next to the project.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dialectOf } from '../../lib/results/query/dialect.ts';
import { Document } from '../../lib/results/query/document.ts';
import { parseJsonPath } from '../../lib/results/query/jsonpath/json-path.ts';
import { filterQuery } from '../../lib/results/query/query-document.ts';

type Case = { readonly name: string; readonly selector: string } & (
  | { readonly invalid_selector: true }
  | {
      readonly invalid_selector?: false;
      readonly document: unknown;
      readonly result?: readonly unknown[];
      /** All allowed results, when the RFC does not define the order of members. */
      readonly results?: readonly (readonly unknown[])[];
    }
);

const beside = '../shared/reference/jsonpath-compliance-cases.json';

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true });
  const file = positionals[0] ?? join(import.meta.dirname, '../..', beside);
  const cases = readCases(resolve(file));
  const valid = cases.filter(({ invalid_selector }) => invalid_selector !== true);
  const invalid = cases.filter(({ invalid_selector }) => invalid_selector === true);
  const [wrong, accepted] = [valid, invalid].map((some) =>
    some.map(complaint).filter((one) => one !== undefined),
  );
  for (const one of [...wrong!, ...accepted!]) console.log(one);
  console.log(
    `${valid.length - wrong!.length} of ${valid.length} valid expressions have the right result, ` +
      `${invalid.length - accepted!.length} of ${invalid.length} invalid expressions are refused`,
  );
  if (wrong!.length + accepted!.length > 0) process.exitCode = 1;
}

function readCases(file: string): readonly Case[] {
  try {
    const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests?: readonly Case[] };
    if (Array.isArray(tests) && tests.length > 0) return tests;
    console.error(`${file} has no member "tests": give the path of cts.json from the suite`);
  } catch (error) {
    console.error(`the JSONPath Compliance Test Suite cannot be read: ${(error as Error).message}`);
    console.error('give the path of its cts.json as the argument of this command');
  }
  process.exit(2);
}

/** The fault in the answer to a case. The order of arrays and of matches counts. */
function complaint(one: Case): string | undefined {
  const { name, selector } = one;
  const displayed = `${name}: ${selector}`;
  if (one.invalid_selector === true)
    return parseJsonPath(selector) instanceof Error ? undefined : `accepted   ${displayed}`;
  const parsed = dialectOf(selector);
  if (parsed.dialect !== 'jsonpath') return `not taken for JSONPath   ${displayed}`;
  const { result } = filterQuery(selector, { array: true, now: () => 0 }, Document.of(one.document));
  const right = (one.results ?? [one.result]).map((values) => JSON.stringify(values));
  if (result.value !== null && right.includes(result.value)) return undefined;
  return `wrong   ${displayed}\n    is ${result.value ?? result.reason}\n    not ${right.join(' or ')}`;
}

main();
