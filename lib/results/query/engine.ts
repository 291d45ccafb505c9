import { type Dialect, dialectOf } from './dialect.ts';
import { jsonPathShape } from './planner/shape/json-path-shape.ts';
import type { PathShape } from './planner/shape/path-shape.ts';
import { sqlPathShape } from './planner/shape/sql-path-shape.ts';

/**
 * What a plain path needs nothing of as long as the index answers it: SQL/JSON path, the evaluators, regular expressions.
 * They are nine tenths of the code, which ask-run.ts loads when it has to.
 */
export { askParts } from './ask-parts.ts';
export { Document } from './document.ts';
export { filterQuery } from './filter-query.ts';
export { jsonbValues } from './planner/rows/jsonb-values.ts';

/** What an expression asks for; undefined when it is none. */
export function questionOf(
  text: string,
  common?: Dialect,
): { readonly dialect: Dialect; readonly shape: PathShape } | undefined {
  const parsed = dialectOf(text, common);
  if ('reason' in parsed) return undefined;
  if (parsed.dialect === 'jsonpath') return { dialect: 'jsonpath', shape: jsonPathShape(parsed.ast) };
  return { dialect: 'sql', shape: sqlPathShape(parsed.path) };
}
