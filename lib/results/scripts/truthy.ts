/**
 * The results of a function that count as false in JavaScript, as JSON texts. NaN is written as a text
 * (prelude.ts).
 */
const falsy: ReadonlySet<string> = new Set(['false', 'null', '0', '-0', '""', '"NaN"']);

/**
 * True if the result of a function means yes: any value that JavaScript, and the original server, does not
 * count as false.
 * @param json the result of the function as JSON text.
 */
export const isTruthy = (json: string): boolean => !falsy.has(json);
