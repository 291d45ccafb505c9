import type { Budget } from '../query/budget.ts';
import { Document } from '../query/document.ts';
import { jsonOf } from '../query/planner/rows/raw-values.ts';
import { ValueScan } from '../query/planner/rows/value-scan.ts';
import { QueryError } from '../query/query-error.ts';
import { compilePath } from '../query/sql/evaluation/compile.ts';
import { type Ast, type Expression, isPredicate, type Predicate } from '../query/sql/grammar/ast.ts';
import { exists, rootOf, type SqlJsonPath } from '../query/sql/sql-json-path.ts';
import { inDocument } from './sql-path-needs.ts';

/**
 * A condition that a document fulfils if a path finds something in it: at least one value of the members with
 * this name passes the test. The document is not parsed for it.
 */
export type Prefilter = {
  readonly name: string;
  /** The test of all values, which are in an array. */
  readonly test: SqlJsonPath;
};

type Comparison = Extract<Predicate, { readonly kind: 'comparison' }>;

/**
 * The condition of the first comparison that the path requires. Undefined when it requires no comparison of a
 * member with a literal.
 */
export function prefilterOf({ mode, root, text }: SqlJsonPath): Prefilter | undefined {
  const found = isPredicate(root) ? inPredicate(root) : inPath(root);
  if (found === undefined) return undefined;
  const accessors = [{ kind: 'anyElement' }, { kind: 'filter', condition: found.condition }] as const;
  const ast: Ast = { mode, root: { kind: 'path', base: { kind: 'root' }, accessors } };
  return { name: found.name, test: { ...ast, text, step: compilePath(ast) } };
}

type Found = { readonly name: string; readonly condition: Comparison };

function inPath(expression: Expression): Found | undefined {
  if (expression.kind !== 'path' || expression.base.kind !== 'root') return undefined;
  for (const accessor of inDocument(expression.accessors)) {
    const found = accessor.kind === 'filter' ? inPredicate(accessor.condition) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function inPredicate(predicate: Predicate): Found | undefined {
  if (predicate.kind === 'and') return inPredicate(predicate.left) ?? inPredicate(predicate.right);
  if (predicate.kind !== 'comparison') return undefined;
  const { left, right } = predicate;
  const name =
    right.kind === 'literal' ? lastName(left) : left.kind === 'literal' ? lastName(right) : undefined;
  if (name === undefined) return undefined;
  const value = { kind: 'current', at: 0 } as const;
  const condition = { ...predicate, ...(right.kind === 'literal' ? { left: value } : { right: value }) };
  return { name, condition };
}

/** The name of the member whose value a path finds. */
function lastName(path: Expression): string | undefined {
  if (path.kind !== 'path' || (path.base.kind !== 'root' && path.base.kind !== 'current')) return undefined;
  const last = path.accessors.at(-1);
  return last?.kind === 'member' && inDocument(path.accessors) === path.accessors ? last.name : undefined;
}

/** False if no value in a stored document fulfils the condition. */
export function mayPass({ name, test }: Prefilter, { bytes }: Document, budget: Budget): boolean {
  const scan = new ValueScan([{ kind: 'member', name, deep: true }], 'jsonpath');
  const values = scan.push(bytes) ?? scan.end();
  if ('reason' in values || scan.isFailed) return true;
  try {
    return values.count > 0 && exists(test, rootOf(new Document(jsonOf(values, true))), budget);
  } catch (fault) {
    if (fault instanceof QueryError) return true;
    throw fault;
  }
}
