/**
 * The kinds of values in a JSON text. This module cuts the text into parts and keeps every digit. JSON.parse
 * would round numbers, reorder members and drop repeated names. The text comes from the API, so it is valid.
 */
export type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A JSON value as its exact text, without surrounding spaces. */
export type Exact = { readonly kind: Kind; readonly text: string };

/** A member of an object or an element of a list. `name` is the decoded name, or the index. */
export type Child = Exact & { readonly name: string | number };

const kinds: Readonly<Record<string, Kind>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'boolean',
  f: 'boolean',
  n: 'null',
};

export function exact(text: string): Exact {
  const trimmed = text.trim();
  return { kind: kinds[trimmed[0] ?? ''] ?? 'number', text: trimmed };
}

export const isContainer = ({ kind }: Pick<Exact, 'kind'>): boolean => kind === 'object' || kind === 'array';

/**
 * The first children of a JSON object or array, and the number of all children. A text, number or boolean has
 * no children.
 */
export function childrenOf(
  { kind, text }: Exact,
  max = Number.POSITIVE_INFINITY,
): { readonly children: readonly Child[]; readonly count: number } {
  const children: Child[] = [];
  if (kind !== 'object' && kind !== 'array') return { children, count: 0 };
  let count = 0;
  for (let at = afterBlanks(text, 1); at < text.length - 1; count += 1) {
    let name: string | number = count;
    if (kind === 'object') {
      const end = endOf(text, at);
      if (count < max) name = JSON.parse(text.slice(at, end)) as string;
      at = afterBlanks(text, afterBlanks(text, end) + 1);
    }
    const end = endOf(text, at);
    if (count < max) children.push({ name, ...exact(text.slice(at, end)) });
    at = afterBlanks(text, end);
    if (text[at] === ',') at = afterBlanks(text, at + 1);
  }
  return { children, count };
}

/** The index in the text right after the value that begins at `start`. */
function endOf(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') return endOfWord(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !',]} \n\r\t'.includes(text[at] ?? '')) at += 1;
  return at;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \n\r\t'.includes(text[at] ?? '')) at += 1;
  return at;
}
