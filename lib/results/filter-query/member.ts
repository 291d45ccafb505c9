/** Steps from a value to one below it. Own properties only: a document has no prototype. Undefined: there is none. */
export function member(value: unknown, name: string, quoted: boolean): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  }
  if (quoted || (typeof value !== 'string' && !Array.isArray(value))) return undefined;
  if (name === 'length') return value.length;
  return Array.isArray(value) && /^(?:0|[1-9]\d{0,15})$/.test(name) ? value[Number(name)] : undefined;
}

/** Negative indexes count from the end. */
export function element(value: unknown, index: number): unknown {
  const at = position(value, index);
  return at === undefined ? undefined : (value as readonly unknown[])[at];
}

/** Where an index of an array points to; undefined beside it. */
export function position(value: unknown, index: number): number | undefined {
  if (!Array.isArray(value) || !Number.isInteger(index)) return undefined;
  const at = index < 0 ? value.length + index : index;
  return at >= 0 && at < value.length ? at : undefined;
}
