import type { Budget } from '../../budget.ts';
import type { Comparison } from '../../operators.ts';
import { plain } from '../values/lossless-value.ts';

/**
 * Compares by RFC 9535 section 2.3.5.2.2. Undefined is a missing value: it equals only another missing value.
 * Values of different types are unequal and have no order. Only numbers and strings have an order. Numbers
 * compare as doubles.
 */
export function compare(operator: Comparison, left: unknown, right: unknown, budget: Budget): boolean {
  switch (operator) {
    case '==':
      return equal(left, right, budget);
    case '!=':
      return !equal(left, right, budget);
    case '<':
      return less(left, right);
    case '>':
      return less(right, left);
    case '<=':
      return less(left, right) || equal(left, right, budget);
    case '>=':
      return less(right, left) || equal(left, right, budget);
  }
}

function less(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  return typeof left === 'string' && typeof right === 'string' && left < right;
}

function equal(left: unknown, right: unknown, budget: Budget): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  budget.spend(1);
  if (left === right) return true;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalInside(item, right[index], budget));
  }
  const names = Object.keys(left);
  budget.spend(names.length);
  if (names.length !== Object.keys(right).length) return false;
  const of = (value: object, name: string): unknown => (value as Record<string, unknown>)[name];
  return names.every(
    (name) => Object.hasOwn(right, name) && equalInside(of(left, name), of(right, name), budget),
  );
}

function equalInside(left: unknown, right: unknown, budget: Budget): boolean {
  budget.spend(1);
  return equal(plain(left), plain(right), budget);
}
