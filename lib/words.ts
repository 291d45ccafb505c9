/** How messages count things: no message says `1 requests`. */

/** A noun as it follows a number. `many`: of a noun whose first word changes, as in `responses 4xx`. */
export function plural(noun: string, count: number, many = manyOf(noun)): string {
  return count === 1 ? noun : many;
}

/** `1 run`, `2,000 runs`, `0 queries`. */
export function counted(count: number, noun: string, many?: string): string {
  return `${Math.round(count).toLocaleString('en-US')} ${plural(noun, count, many)}`;
}

function manyOf(noun: string): string {
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
