import type { Budget } from './budget.ts';
import { arrayText, evaluate, firstJsonText, type JsonValue, type SqlJsonPath } from './sql/sql-json-path.ts';

/**
 * What a SQL/JSON path finds, as JSON text: all items as an array, or the first one, `null` for none.
 * @throws SqlPathError
 */
export function evaluateSql(path: SqlJsonPath, document: JsonValue, array: boolean, budget: Budget): string {
  const { evaluationStepsMax: stepsMax, resultsMax, valueLengthMax } = budget.bounds;
  const isOverdue = (): boolean => budget.isOverdue;
  const found = evaluate(path, document, { stepsMax, resultsMax, isOverdue });
  return array
    ? arrayText(found, valueLengthMax, isOverdue)
    : (firstJsonText(found, valueLengthMax, isOverdue) ?? 'null');
}
