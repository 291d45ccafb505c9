import { Budget } from '../budget.ts';
import { compare } from '../comparison.ts';
import { numberAt } from './cell-number.ts';
import type { Cursor } from './column-lines.ts';
import type { Condition, Literal } from './path-shape.ts';

type Comparison = Extract<Condition, { kind: 'comparison' }>;

/** Asks for the row that all cursors stand on. Undefined is SQL's "unknown"; only a `test` gives it. */
export type RowCondition = () => boolean | undefined;

/** A condition over the cells of a row. @param cursorOf the column of a path. */
export function compileRowCondition(
  condition: Condition,
  cursorOf: (path: readonly string[]) => Cursor,
): RowCondition {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const [left, right] = [
        compileRowCondition(condition.left, cursorOf),
        compileRowCondition(condition.right, cursorOf),
      ];
      const decisive = condition.kind === 'or';
      return () => {
        const one = left();
        if (one === decisive) return decisive;
        const other = right();
        return one === undefined && other !== decisive ? undefined : other;
      };
    }
    case 'not': {
      const operand = compileRowCondition(condition.operand, cursorOf);
      return () => {
        const value = operand();
        return value === undefined ? undefined : !value;
      };
    }
    case 'comparison':
      return compileComparison(condition, cursorOf(condition.path));
    case 'existence': {
      const cursor = cursorOf(condition.path);
      return () => !cursor.isEmpty;
    }
    case 'truth': {
      const cursor = cursorOf(condition.path);
      return () => !cursor.isEmpty && Boolean(JSON.parse(cursor.text));
    }
    case 'test': {
      const cursor = cursorOf(condition.path);
      return () => condition.test(cursor.text);
    }
  }
}

function compileComparison({ operator, literal }: Comparison, cursor: Cursor): RowCondition {
  if (typeof literal === 'number') return compareNumber(operator, literal, cursor);
  if (operator !== '==' && operator !== '!=') return compareSlowly(operator, literal, cursor);
  const isEqual = equalTo(literal, cursor);
  return operator === '==' ? isEqual : () => !isEqual();
}

function compareNumber(operator: Comparison['operator'], literal: number, cursor: Cursor): RowCondition {
  const holds = ordering(operator, literal);
  const otherwise = operator === '!=';
  const { bytes } = cursor;
  return () => {
    const first = bytes[cursor.start];
    const isNumber = !cursor.isEmpty && (first === 0x2d || (first >= 0x30 && first <= 0x39));
    return isNumber ? holds(numberAt(bytes, cursor.start, cursor.end)) : otherwise;
  };
}

function ordering(operator: Comparison['operator'], literal: number): (value: number) => boolean {
  switch (operator) {
    case '==':
      return (value) => value === literal;
    case '!=':
      return (value) => value !== literal;
    case '<':
      return (value) => value < literal;
    case '<=':
      return (value) => value <= literal;
    case '>':
      return (value) => value > literal;
    case '>=':
      return (value) => value >= literal;
  }
}

/** Most strings are written as JSON.stringify writes them; only an escape makes it necessary to read one. */
function equalTo(literal: Literal, cursor: Cursor): () => boolean {
  const written = new TextEncoder().encode(JSON.stringify(literal));
  const { bytes } = cursor;
  return () => {
    const { start, end } = cursor;
    let isSame = end - start === written.length;
    for (let at = start; at < end; at += 1) {
      if (bytes[at] === 0x5c) return JSON.parse(cursor.text) === literal;
      if (isSame && bytes[at] !== written[at - start]) isSame = false;
    }
    return isSame;
  };
}

/** Scalars spend nothing. */
const free = new Budget(() => 0);

function compareSlowly(operator: Comparison['operator'], literal: Literal, cursor: Cursor): RowCondition {
  return () => {
    const value: unknown = cursor.isEmpty ? undefined : JSON.parse(cursor.text);
    return compare(operator, value, literal, free);
  };
}
