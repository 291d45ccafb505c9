import { decimalOf } from '../labels/parse-decimal.ts';

/** Parses the column that `sort=view_data:COMPONENT:LABEL` names. Undefined for any other text. */
export function parseViewSort(
  sort: string,
): { readonly component: string; readonly label: string } | undefined {
  const [, component, label] = /^view_data:(\d+):(.+)$/s.exec(sort) ?? [];
  return component === undefined || label === undefined ? undefined : { component, label };
}

/**
 * Compares two values of a column. Missing values come first, then numbers, texts, and other values as texts.
 */
export function compareViewed(a: unknown, b: unknown): number {
  const [left, right] = [rankOf(a), rankOf(b)];
  if (left !== right) return left - right;
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  const [first, second] = [a, b].map((each) =>
    typeof each === 'string' ? each : JSON.stringify(each ?? null),
  );
  if (first === second) return 0;
  return String(first) < String(second) ? -1 : 1;
}

/**
 * Parses a JSON text for `compareViewed`. Integers above 2^53 keep their digits. A text that looks like a
 * number counts as a number, as in the original server.
 */
export function viewedValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'string') return decimalOf(value) ?? value;
  const isLarge = typeof value === 'number' && !Number.isSafeInteger(value);
  return isLarge && /^-?\d+$/.test(text) ? BigInt(text) : value;
}

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function rankOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return isNumber(value) ? 1 : typeof value === 'string' ? 2 : 3;
}
