import type { Budget } from '../../budget.ts';
import { computedPattern } from '../../patterns/pattern.ts';
import type { FunctionName } from '../grammar/ast.ts';
import { plain } from '../values/lossless-value.ts';
import type { Surroundings } from './condition.ts';

/** The functions of RFC 9535 section 2.4. `count` and `value` are given lists of matches, the others values. */
export function callFunction(
  name: FunctionName,
  given: readonly unknown[],
  { budget }: Surroundings,
): unknown {
  const [first, second] = given;
  switch (name) {
    case 'length':
      return lengthOf(first, budget);
    case 'count':
      return (first as readonly unknown[]).length;
    case 'value':
      return (first as readonly unknown[]).length === 1 ? plain((first as readonly unknown[])[0]) : undefined;
    case 'match':
    case 'search':
      return matches(name, first, second, budget);
  }
}

/** Characters, elements or members; undefined for everything else. */
function lengthOf(value: unknown, budget: Budget): number | undefined {
  if (typeof value === 'string') return charactersOf(value, budget);
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return undefined;
  const { length } = Object.keys(value);
  budget.spend(length / 10);
  return length;
}

/** Counted without making a list of them, which a long text has no memory for. */
function charactersOf(text: string, budget: Budget): number {
  budget.spend(1 + text.length / 100);
  let count = text.length;
  for (const [pair] of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count -= pair.length - 1;
  return count;
}

/** `match` asks for the whole text, `search` for a part of it. What is no string or no pattern does not match. */
function matches(name: 'match' | 'search', text: unknown, source: unknown, budget: Budget): boolean {
  if (typeof text !== 'string' || typeof source !== 'string') return false;
  const pattern = computedPattern(source, budget);
  if (pattern === undefined) return false;
  return name === 'match' ? pattern.matchesAll(text, budget) : pattern.find(text, budget);
}
