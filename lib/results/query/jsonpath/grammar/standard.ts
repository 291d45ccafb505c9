import type { Expression, Selector } from './ast.ts';

/** True for a filter that means the same in RFC 9535 and in jsonpath-plus. */
export const isStandard = ({ condition, truth }: Extract<Selector, { kind: 'filter' }>): boolean =>
  (truth === 'exists' || isDecided(condition)) && !usesPlus(condition);

/**
 * True if the result of a condition is true or false. The result of a path alone is not: jsonpath-plus tests
 * its value, and RFC 9535 tests its existence.
 */
function isDecided(condition: Expression): boolean {
  switch (condition.kind) {
    case 'group':
    case 'not':
      return isDecided(condition.operand);
    case 'and':
    case 'or':
      return isDecided(condition.left) && isDecided(condition.right);
    default:
      return condition.kind === 'comparison';
  }
}

/** Parts of an expression that jsonpath-plus has and RFC 9535 lacks. */
const kindsOfPlus = ['nothing', 'pattern', 'negative', 'typeof', 'arithmetic', 'method', 'script'];
const basesOfPlus = ['property', 'parent', 'parentProperty', 'path'];

function usesPlus(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { kind, base } = part as { readonly kind?: unknown; readonly base?: unknown };
  if (kindsOfPlus.includes(String(kind)) || basesOfPlus.includes(String(base))) return true;
  return Object.values(part).some(usesPlus);
}
