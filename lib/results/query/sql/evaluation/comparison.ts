import { compareDatetimes, Datetime } from '../datetime/datetime.ts';
import type { Comparison } from '../grammar/ast.ts';
import { compareNumbers } from '../values/decimal.ts';
import { comparisonSteps } from '../values/decimal-work.ts';
import { isNumber } from '../values/json-value.ts';
import { compareText } from '../values/utf8.ts';
import type { Test } from './compile-predicate.ts';
import { type Item, isFalse, isTrue, isUnknown } from './evaluation.ts';

/** Scalars of one kind are compared; null is only equal to null, and all else is unknown. */
export function compileComparison(operator: Comparison): Test {
  const holds = signTests[operator];
  return (left, right, evaluation) => {
    if (typeof left === 'number' && typeof right === 'number')
      return holds(left < right ? -1 : left > right ? 1 : 0) ? isTrue : isFalse;
    if (left === null || right === null) {
      if (left === right) return holds(0) ? isTrue : isFalse;
      return operator === '!=' ? isTrue : isFalse;
    }
    if (typeof left === 'string') evaluation.spend(left.length >> 6);
    else if (isNumber(left) && isNumber(right)) evaluation.spend(comparisonSteps(left, right));
    const sign = compareScalars(left, right);
    if (sign === undefined) return isUnknown;
    return holds(sign) ? isTrue : isFalse;
  };
}

const signTests: Readonly<Record<Comparison, (sign: number) => boolean>> = {
  '==': (sign) => sign === 0,
  '!=': (sign) => sign !== 0,
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
};

/** Undefined for what cannot be compared. */
function compareScalars(left: Item, right: Item): number | undefined {
  if (typeof left === 'string') return typeof right === 'string' ? compareText(left, right) : undefined;
  if (typeof left === 'boolean') return typeof right === 'boolean' ? Number(left) - Number(right) : undefined;
  if (isNumber(left)) return isNumber(right) ? compareNumbers(left, right) : undefined;
  if (left instanceof Datetime && right instanceof Datetime) return compareDatetimes(left, right);
  return undefined;
}
