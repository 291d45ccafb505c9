/** Typed clients send JSON text inside a JSON string; a string that holds an object or array stands for it. */
export const isJsonText = (value: unknown): value is string =>
  typeof value === 'string' && /^\s*[[{]/.test(value);
