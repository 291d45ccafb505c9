/**
 * The code of SQL/JSON path, the evaluators and regular expressions. It is nine tenths of the code of
 * queries. query-run.ts loads it on demand, because a plain path that the index answers does not need it.
 */
export { parseExpression } from './dialect.ts';
export { jsonbValues } from './planner/rows/jsonb-values.ts';
export { patternCells } from './planner/shape/pattern-cells.ts';
export { sqlPathShape } from './planner/shape/sql-path-shape.ts';
export { queryDocument } from './query-document.ts';
export { queryParts } from './query-parts.ts';
