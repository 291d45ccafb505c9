/**
 * Parses a decimal number, with or without surrounding blanks. Undefined for other texts. `0x10` is no number
 * here: ids and hashes may look like this, and `Number` would read it as 16.
 */
export function decimalOf(text: string): number | undefined {
  return decimal.test(text) ? Number(text) : undefined;
}

const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;
