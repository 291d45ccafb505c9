import type { FunctionName } from './ast.ts';
import type { Surroundings } from './condition.ts';

/** The functions of RFC 9535 section 2.4. `count` and `value` are given lists of matches, the others values. */
export function callFunction(name: FunctionName, given: readonly unknown[], around: Surroundings): unknown {
  const [first, second] = given;
  switch (name) {
    case 'length':
      return lengthOf(first);
    case 'count':
      return (first as readonly unknown[]).length;
    case 'value':
      return (first as readonly unknown[]).length === 1 ? (first as readonly unknown[])[0] : undefined;
    case 'match':
    case 'search':
      return matches(name, first, second, around);
  }
}

/** Characters, elements or members; undefined for everything else. */
function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

/** `match` asks for the whole text, `search` for a part of it. What is no string or no pattern does not match. */
function matches(
  name: 'match' | 'search',
  text: unknown,
  source: unknown,
  { patterns, budget }: Surroundings,
): boolean {
  if (typeof text !== 'string' || typeof source !== 'string') return false;
  budget.spend(1 + text.length / 100);
  const pattern = patterns.get(source);
  if (pattern === undefined) return false;
  return name === 'match' ? pattern.matchesAll(text) : pattern.find(text);
}
