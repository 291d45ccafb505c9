/**
 * The code that a plain path does not need when the index answers it: SQL/JSON path, the evaluators, regular
 * expressions. It is nine tenths of the code, and query-run.ts loads it on demand.
 */
export { parseExpression } from './dialect.ts';
export { queryDocument } from './filter-query.ts';
export { jsonbValues } from './planner/rows/jsonb-values.ts';
export { patternCells } from './planner/shape/pattern-cells.ts';
export { sqlPathShape } from './planner/shape/sql-path-shape.ts';
export { queryParts } from './query-parts.ts';
