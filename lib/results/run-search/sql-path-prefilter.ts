import { compilePath } from '../query/sql/evaluation/compile.ts';
import { type Ast, type Expression, isPredicate, type Predicate } from '../query/sql/grammar/ast.ts';
import { exists, rootOf, type SqlJsonPath } from '../query/sql/sql-json-path.ts';
import { either, type Prefilter, shortestOf } from './document-prefilter.ts';
import { inDocument } from './sql-path-needs.ts';

/**
 * The prefilter of a SQL/JSON path that requires comparisons of members with literals. Undefined for any
 * other path.
 */
export function sqlPathPrefilter(path: SqlJsonPath): Prefilter | undefined {
  const { root } = path;
  if (isPredicate(root)) return ofPredicate(root, path);
  if (root.kind !== 'path' || root.base.kind !== 'root') return undefined;
  return shortestOf(
    inDocument(root.accessors).map((accessor) =>
      accessor.kind === 'filter' ? ofPredicate(accessor.condition, path) : undefined,
    ),
  );
}

function ofPredicate(predicate: Predicate, path: SqlJsonPath): Prefilter | undefined {
  switch (predicate.kind) {
    case 'and':
      return shortestOf([ofPredicate(predicate.left, path), ofPredicate(predicate.right, path)]);
    case 'or':
      return either(ofPredicate(predicate.left, path), ofPredicate(predicate.right, path));
    case 'comparison':
      return ofComparison(predicate, path);
    default:
      return undefined;
  }
}

function ofComparison(
  comparison: Extract<Predicate, { readonly kind: 'comparison' }>,
  { mode }: SqlJsonPath,
): Prefilter | undefined {
  const { left, right } = comparison;
  const isLeft = right.kind === 'literal';
  const name = isLeft ? lastName(left) : left.kind === 'literal' ? lastName(right) : undefined;
  if (name === undefined) return undefined;
  const value = { kind: 'current', at: 0 } as const;
  const condition = { ...comparison, ...(isLeft ? { left: value } : { right: value }) };
  const accessors = [{ kind: 'anyElement' }, { kind: 'filter', condition }] as const;
  const ast: Ast = { mode, root: { kind: 'path', base: { kind: 'root' }, accessors } };
  const passing = { ...ast, step: compilePath(ast) };
  return [{ name, test: (values, budget) => exists(passing, rootOf(values), budget) }];
}

/** The name of the member whose value a path finds. */
function lastName(path: Expression): string | undefined {
  if (path.kind !== 'path' || (path.base.kind !== 'root' && path.base.kind !== 'current')) return undefined;
  const last = path.accessors.at(-1);
  return last?.kind === 'member' && inDocument(path.accessors) === path.accessors ? last.name : undefined;
}
