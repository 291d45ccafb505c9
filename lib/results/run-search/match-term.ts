import type { Budget } from '../query/budget.ts';
import type { Parsed } from '../query/dialect.ts';
import { Document } from '../query/document.ts';
import { exists, rootOf } from '../query/jsonpath/json-path.ts';
import { planLimits } from '../query/limits.ts';
import { planQuery } from '../query/planner/plan-query.ts';
import { runPlan } from '../query/planner/run-plan.ts';
import { jsonPathShape } from '../query/planner/shape/json-path-shape.ts';
import type { PathShape } from '../query/planner/shape/path-shape.ts';
import { sqlPathShape } from '../query/planner/shape/sql-path-shape.ts';
import { QueryError } from '../query/query-error.ts';
import { type RunSource, smallDocument } from '../query/query-run.ts';
import { isPredicate } from '../query/sql/grammar/ast.ts';
import type { SqlJsonPath } from '../query/sql/sql-json-path.ts';
import {
  evaluate as evaluateSql,
  exists as existsSql,
  rootOf as sqlRootOf,
} from '../query/sql/sql-json-path.ts';
import { isWorthRepeating } from './document-prefilter.ts';
import type { Term } from './parse-search.ts';

/**
 * True when a search term matches a stored run. It reads as little of the run as possible. A failed
 * evaluation counts as no match.
 * @param budget makes the budget of one read or evaluation.
 * @throws QueryError 57014 or 54000 when the evaluation costs too much.
 */
export async function occurs(term: Term, source: RunSource, budget: () => Budget): Promise<boolean> {
  const small = await smallDocument(source);
  if (small !== undefined)
    return isPossible(small.document, term, budget) && occursIn(small.document, term, budget());
  const plan = planQuery(shapeOf(term), await source.openIndex(source.index), plannedLimits);
  if (plan.strategy === 'member' || plan.strategy === 'members') return true;
  const reading = budget();
  const found = await runPlan(plan, source, firstOnly, () => reading.checkDeadline());
  if (found.kind === 'refused') {
    if (found.strategy === 'refused') throw found.error;
    // A run with more values than the answer may have has at least one value, so it is a match.
    return true;
  }
  if (found.kind === 'values') return found.values.count > 0;
  const document = new Document(found.text);
  if (found.strategy === 'document') source.keep(document);
  return occursIn(document, term, budget());
}

/**
 * Tests the prefilter first: most documents fail a comparison, and finding the values of one member is faster
 * than parsing.
 */
const isPossible = (document: Document, { prefilter }: Term, budget: () => Budget): boolean =>
  prefilter === undefined || isWorthRepeating(prefilter, document, budget());

/** A search needs only one value of a run, so the size of the answer has no bound. */
const plannedLimits = { ...planLimits, answerBytesMax: Number.POSITIVE_INFINITY };
const firstOnly = { ...plannedLimits, resultsMax: 1 };

/**
 * Converts a search term to the simple form of a path that an index can answer. A filter of all values has no
 * such form.
 */
function shapeOf(term: Term): PathShape {
  if (term.kind === 'anywhere') return { rule: 'jsonpath' };
  const { parsed } = term;
  return parsed.dialect === 'jsonpath' ? jsonPathShape(parsed.ast) : sqlPathShape(parsed.path);
}

/** True when a search term matches a document. */
export function occursIn(document: Document, term: Term, budget: Budget): boolean {
  try {
    if (term.kind === 'anywhere') return exists(term.ast, rootOf(document.enclosed), budget);
    return isFound(term.parsed, document, budget);
  } catch (fault) {
    if (!(fault instanceof QueryError) || fault.sqlState === '57014' || fault.sqlState === '54000')
      throw fault;
    return false;
  }
}

const isFound = (parsed: Parsed, document: Document, budget: Budget): boolean =>
  parsed.dialect === 'jsonpath'
    ? exists(parsed.ast, rootOf(document), budget)
    : isFoundBySql(parsed.path, document, budget);

/**
 * A predicate finds an item even when it is false or unknown. A search finds only runs for which it is true.
 */
function isFoundBySql(path: SqlJsonPath, document: Document, budget: Budget): boolean {
  return isPredicate(path.root)
    ? evaluateSql(path, sqlRootOf(document), budget)[0] === true
    : existsSql(path, sqlRootOf(document), budget);
}
