import { Node } from '../../../json/tape/tape.ts';
import type { Work } from '../../budget.ts';
import { type Comparison, compareText } from '../../operators.ts';
import { plain } from '../values/value.ts';

/**
 * Compares two values by RFC 9535 section 2.3.5.2.2. Undefined is a missing value: it equals only another
 * missing value. Values of different types are unequal and have no order. Only numbers and strings have an
 * order. Numbers compare as doubles, and strings by their code points.
 */
export function compare(operator: Comparison, left: unknown, right: unknown, budget: Work): boolean {
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
  return typeof left === 'string' && typeof right === 'string' && compareText(left, right) < 0;
}

function equal(left: unknown, right: unknown, budget: Work): boolean {
  if (!(left instanceof Node) || !(right instanceof Node)) return left === right;
  budget.spend(1);
  if (left.tape === right.tape && left.at === right.at) return true;
  if (left.count !== right.count || left.isArray !== right.isArray) return false;
  const { tape, at } = left;
  const [gap, close] = [tape.gap(at), tape.close(at)];
  budget.spend(gap * left.count);
  let other = right.at + 1;
  for (let value = at + 1 + gap; value < close; value = tape.after(value) + gap) {
    if (gap === 1) other = right.tape.member(right.at, { bytes: tape.nameBytes(value - 1) });
    if (other < 0 || !equalInside(new Node(tape, value), new Node(right.tape, other), budget)) return false;
    if (gap === 0) other = right.tape.after(other);
  }
  return true;
}

function equalInside(left: Node, right: Node, budget: Work): boolean {
  budget.spend(1);
  return equal(plain(left), plain(right), budget);
}
