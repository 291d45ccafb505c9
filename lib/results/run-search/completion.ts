/**
 * A text that somebody is still typing: the objects whose members are wanted, and how the wanted names begin.
 */
export type Completion = {
  /** Gives names of members, in SQL/JSON path. */
  readonly expression: string;
  readonly prefix: string;
};

const anywhere = '$.**';

/**
 * What a text is to be completed with, as the original takes it: up to its last dot it is a path, behind it
 * the beginning of a name. `@.x` is asked of every value, and so is a bare word. Undefined for a blank text
 * and for several words: which of them is meant is not known.
 */
export function completionOf(text: string): Completion | undefined {
  const trimmed = text.trimStart();
  if (trimmed.trim() === '') return undefined;
  const isPath = /^(?:(?:lax|strict)\s+)?\$/.test(trimmed) || trimmed.startsWith('@');
  if (!isPath && /[\s,]/.test(trimmed.trimEnd())) return undefined;
  const dot = lastDot(trimmed);
  const [before, behind] = dot < 0 ? ['', trimmed] : [trimmed.slice(0, dot), trimmed.slice(dot + 1)];
  if (isPath && dot < 0) return { expression: namesOf(pathOf(trimmed.trimEnd())), prefix: '' };
  return { expression: namesOf(pathOf(before)), prefix: behind.trim().replace(/^"|"$/g, '') };
}

function pathOf(text: string): string {
  if (text === '') return anywhere;
  if (text.startsWith('@')) return anywhere + text.slice(1);
  return /^(?:(?:lax|strict)\s+)?\$/.test(text) ? text : `${anywhere}.${text}`;
}

/** In the lax mode a filter looks into arrays as well. */
const namesOf = (path: string): string => `${path} ? (@.type() == "object").keyvalue().key`;

/** Outside of quotes. */
function lastDot(text: string): number {
  let [last, isQuoted] = [-1, false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '.' && !isQuoted) last = at;
  }
  // A name whose quotes are still open begins behind the dot before them.
  return isQuoted ? text.lastIndexOf('.', text.lastIndexOf('"')) : last;
}

/** As it stands in a path. */
export const nameInPath = (name: string): string =>
  /^[a-zA-Z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
