/**
 * The names that complete a text that a user types: those of members of the objects that `expression` finds,
 * if they begin with `prefix`.
 */
export type Completion = {
  /** A SQL/JSON path that finds the names. */
  readonly expression: string;
  readonly prefix: string;
};

const allValues = '$.**';

/**
 * Splits a text as the original server does: the text up to its last dot is a path, and the rest is the
 * beginning of a name. `@.x` and a bare word apply to every value. Undefined for a blank text and for several
 * words, because it is unknown which word the user types.
 */
export function completionOf(text: string): Completion | undefined {
  const trimmed = text.trimStart();
  if (trimmed.trim() === '') return undefined;
  const isPath = /^(?:(?:lax|strict)\s+)?\$/.test(trimmed) || trimmed.startsWith('@');
  if (!isPath && /[\s,]/.test(trimmed.trimEnd())) return undefined;
  const dot = lastDot(trimmed);
  const [before, behind] = dot < 0 ? ['', trimmed] : [trimmed.slice(0, dot), trimmed.slice(dot + 1)];
  if (isPath && dot < 0) return { expression: namesOf(pathOf(trimmed.trimEnd())), prefix: '' };
  return { expression: namesOf(pathOf(before)), prefix: behind.trim().replace(/\\(.?)|"/gs, '$1') };
}

function pathOf(text: string): string {
  if (text === '') return allValues;
  if (text.startsWith('@')) return allValues + text.slice(1);
  return /^(?:(?:lax|strict)\s+)?\$/.test(text) ? text : `${allValues}.${text}`;
}

/** In lax mode the filter is applied to each element of an array, so names inside arrays are found. */
const namesOf = (path: string): string => `${path} ? (@.type() == "object").keyvalue().key`;

/** The last dot outside of quotes. A name whose quotes are still open begins after it. */
function lastDot(text: string): number {
  let [last, isQuoted] = [-1, false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '.' && !isQuoted) last = at;
  }
  return last;
}

/** Writes a name so that it can be used in a path. */
export const nameInPath = (name: string): string =>
  /^[a-zA-Z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
