import type { Path } from './problem.ts';

/** A path as a JSON pointer (RFC 6901): the key of every table that is kept by place. */
export function pointerTo(path: Path): string {
  let pointer = '';
  for (const part of path) pointer += `/${typeof part === 'string' ? escaped(part) : part}`;
  return pointer;
}

/** Hardly any name needs it, and a large document asks a million times. */
const escaped = (name: string): string =>
  name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;

/** The path of a JSON pointer; the document decides which parts are indexes. */
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

/** The value at a path, undefined where it leads nowhere. */
export const valueAt = (document: unknown, path: Path): unknown => path.reduce<unknown>(memberOf, document);

const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;

/** A path as a person writes it: `phases[1].browse.constantRate.usersPerSec`; `document` for the root. */
export function formatPath(path: Path): string {
  if (path.length === 0) return 'document';
  const text = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    return /^[\w$-]+$/.test(part) ? `.${part}` : `["${part}"]`;
  });
  return text.join('').replace(/^\./, '');
}
