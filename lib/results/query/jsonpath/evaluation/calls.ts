import { Node } from '../../../json/tape/tape.ts';
import type { Budget } from '../../budget.ts';
import { isArray, isContainer } from '../../evaluation/steps.ts';
import { type ArithmeticOperator, calculateDoubles } from '../../operators.ts';
import { computedPattern, Pattern } from '../../patterns/pattern.ts';
import { indexOfText } from '../../patterns/text-search.ts';
import type { FunctionName, MethodName } from '../grammar/ast.ts';
import { plain } from '../values/value.ts';

/**
 * Calls a function of RFC 9535 section 2.4. `count` and `value` get lists of matches, the others get values.
 */
export function callFunction(name: FunctionName, first: unknown, second: unknown, budget: Budget): unknown {
  switch (name) {
    case 'length':
      return lengthOf(first, budget);
    case 'count':
      return (first as readonly unknown[]).length;
    case 'value':
      return (first as readonly unknown[]).length === 1 ? plain((first as readonly unknown[])[0]) : undefined;
    case 'match':
    case 'search': {
      if (typeof first !== 'string' || typeof second !== 'string') return false;
      const pattern = computedPattern(second, budget);
      if (pattern === undefined) return false;
      return name === 'match' ? pattern.matchesAll(first, budget) : pattern.find(first, budget);
    }
  }
}

/** The number of characters, elements or members; undefined for other values. */
function lengthOf(value: unknown, budget: Budget): number | undefined {
  if (typeof value === 'string') return charactersOf(value, budget);
  return isContainer(value) ? value.count : undefined;
}

/** Counts the characters of a text without making a list of them, which would take too much memory. */
function charactersOf(text: string, budget: Budget): number {
  budget.spend(1 + text.length / 100);
  let count = text.length;
  for (const [pair] of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count -= pair.length - 1;
  return count;
}

/**
 * Calls a method of JavaScript that a filter of JSONPath may use. Undefined for a value without that method.
 */
export function callMethod(name: MethodName, target: unknown, argument: unknown, budget: Budget): unknown {
  // `/re/.test(text)` and `text.match(/re/)` mean the same. The regular expression may also be a computed
  // string.
  if (name === 'test') return matches(target, argument, budget);
  if (name === 'match') return matches(argument, target, budget);
  return isArray(target)
    ? callOnArray(name, target, argument, budget)
    : callOnString(name, target, argument, budget);
}

function matches(pattern: unknown, text: unknown, budget: Budget): boolean {
  if (typeof text !== 'string') return false;
  const found = typeof pattern === 'string' ? computedPattern(pattern, budget) : pattern;
  return found instanceof Pattern && found.find(text, budget);
}

function callOnArray(name: MethodName, { tape, at, count }: Node, sought: unknown, budget: Budget): unknown {
  if (name !== 'includes' && name !== 'indexOf') return undefined;
  budget.spend(1 + count / 10);
  const close = tape.close(at);
  let index = 0;
  let element = at + 1;
  for (; element < close && !isSame(plain(new Node(tape, element)), sought); element = tape.after(element))
    index += 1;
  const found = element < close ? index : -1;
  return name === 'includes' ? found >= 0 : found;
}

/** JavaScript compares arrays and objects by identity: the same value of the document equals only itself. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Node && other instanceof Node && one.at === other.at);

function callOnString(name: MethodName, value: unknown, other: unknown, budget: Budget): unknown {
  if (typeof value !== 'string') return undefined;
  budget.spend(1 + value.length / 100);
  if (name === 'toLowerCase') return value.toLowerCase();
  if (name === 'toUpperCase') return value.toUpperCase();
  if (name === 'trim') return value.trim();
  if (typeof other !== 'string') return undefined;
  if (name === 'startsWith') return value.startsWith(other);
  if (name === 'endsWith') return value.endsWith(other);
  const at = indexOfText(value, other, budget);
  return name === 'includes' ? at >= 0 : at;
}

/** The most characters of a text that `+` may build. */
const textLengthMax = 100_000;

/**
 * Calculates with numbers, and joins strings with `+`. Any other result counts as a missing value, and so do
 * NaN and infinity.
 */
export function arithmetic(operator: ArithmeticOperator, left: unknown, right: unknown): unknown {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
    return left.length + right.length <= textLengthMax ? left + right : undefined;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const result = calculateDoubles(operator, left, right);
  return Number.isFinite(result) ? result : undefined;
}
