import type { Path } from './problem.ts';

/** A path as a JSON Pointer (RFC 6901). Tables with an entry for each place use it as their key. */
export function pointerTo(path: Path): string {
  let pointer = '';
  for (const part of path) pointer += `/${typeof part === 'string' ? escaped(part) : part}`;
  return pointer;
}

/** Escapes a name for a JSON Pointer. Few names need it, and a large document makes a million calls. */
const escaped = (name: string): string =>
  name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;

/**
 * Converts a JSON Pointer to a path. The document decides which parts are indexes of lists and which are
 * names.
 */
export function pathTo(pointer: string, document: unknown): Path {
  const parts = pointer.split('/').slice(1);
  let value = document;
  return parts.map((part) => {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const key = Array.isArray(value) ? Number(name) : name;
    value = memberOf(value, key);
    return key;
  });
}

/** The value at a path. Undefined when the path leads to no value. */
export const valueAt = (document: unknown, path: Path): unknown => path.reduce<unknown>(memberOf, document);

const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;

/**
 * A path in the form in which a message shows it: `phases[1].browse.constantRate.usersPerSec`; `document` for
 * the root.
 */
export function formatPath(path: Path): string {
  if (path.length === 0) return 'document';
  const text = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    return /^[\w$-]+$/.test(part) ? `.${part}` : `["${part}"]`;
  });
  return text.join('').replace(/^\./, '');
}
