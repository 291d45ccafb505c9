import type { Budget } from '../query/budget.ts';
import { Document } from '../query/document.ts';
import { ValueScan } from '../query/planner/rows/path-scan.ts';
import { jsonOf } from '../query/planner/rows/raw-values.ts';
import { QueryError } from '../query/query-error.ts';

/**
 * Alternative conditions. If a path finds something in a document, the document fulfils at least one
 * condition. They are tested without parsing the document.
 */
export type Prefilter = readonly Condition[];

/** At least one value of the members with this name passes the test. */
type Condition = {
  readonly name: string;
  /** @param values an array with all values of the members that have this name. */
  readonly test: (values: Document, budget: Budget) => boolean;
};

/**
 * The most conditions of a prefilter. Each condition costs one scan of the document, and parsing costs about
 * as much as five.
 */
const conditionsMax = 4;

/** The prefilter of a path that needs one of two parts. Undefined unless both parts have a prefilter. */
export function either(left: Prefilter | undefined, right: Prefilter | undefined): Prefilter | undefined {
  if (left === undefined || right === undefined || left.length + right.length > conditionsMax)
    return undefined;
  return [...left, ...right];
}

/**
 * The prefilter of a path that needs all of its parts: the prefilter of a part that has the fewest
 * conditions.
 */
export const shortestOf = (parts: readonly (Prefilter | undefined)[]): Prefilter | undefined =>
  parts.filter((part) => part !== undefined).sort((one, other) => one.length - other.length)[0];

/**
 * False if no value in a stored document fulfils a condition of the prefilter, so that parsing the document
 * is useless.
 */
export const isWorthRepeating = (prefilter: Prefilter, document: Document, budget: Budget): boolean =>
  prefilter.some((condition) => mayFulfil(condition, document, budget));

function mayFulfil({ name, test }: Condition, { bytes }: Document, budget: Budget): boolean {
  const scan = new ValueScan([{ kind: 'member', name, deep: true }], 'jsonpath');
  const values = scan.push(bytes) ?? scan.end();
  if ('reason' in values || scan.isFailed) return true;
  try {
    return values.count > 0 && test(new Document(jsonOf(values, true)), budget);
  } catch (fault) {
    if (fault instanceof QueryError) return true;
    throw fault;
  }
}
