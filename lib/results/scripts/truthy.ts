/**
 * What JavaScript takes for false, as results of functions are written. NaN is written as a text
 * (prelude.ts).
 */
const falsy: ReadonlySet<string> = new Set(['false', 'null', '0', '-0', '""', '"NaN"']);

/**
 * Whether a function that is asked yes or no says yes: as in JavaScript, and in the original, any value but a
 * false one does.
 * @param json what the function gave, as JSON text.
 */
export const isTruthy = (json: string): boolean => !falsy.has(json);
