import type { Ast, Query, Segment } from '../query/jsonpath/grammar/ast.ts';

/**
 * Rewrites a path for an array that contains only the document. On this array `$..[?...]` also tests the
 * document itself; on the document it would test only values inside. Paths in its conditions that begin at
 * `$` still mean the document.
 */
export function onArrayOfDocument(ast: Ast): Ast {
  return { segments: ast.segments.map((segment) => throughArray(segment) as Segment) };
}

/** Copies a part of a syntax tree, in which paths from `$` first enter the array. */
function throughArray(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(throughArray);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, throughArray(value)]));
  return isRootQuery(copy) ? { ...copy, segments: [toDocument(copy.at), ...copy.segments] } : copy;
}

const isRootQuery = (part: object): part is Query =>
  'kind' in part && part.kind === 'query' && 'base' in part && part.base === 'root';

const toDocument = (at: number): Segment => ({
  kind: 'child',
  selectors: [{ kind: 'index', index: 0 }],
  at,
});
