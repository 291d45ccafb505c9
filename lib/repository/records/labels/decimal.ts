/**
 * The number that a text writes in decimal digits, with blanks around it or not; undefined where it is none. `0x10` is a text:
 * ids and hashes are written so, and `Number` would read it as 16.
 */
export function decimalOf(text: string): number | undefined {
  return decimal.test(text) ? Number(text) : undefined;
}

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
