/** One selector of a query: a member, or items `from` to `to`, both included. */
type Selector = { readonly member: string } | { readonly from: number; readonly to: number | null };

/** `.a.b[].c`, parsed: member names, and items by index, range or all. */
export type JsonQuery = readonly Selector[];

export function parseJsonQuery(text: string): { readonly query: JsonQuery } | { readonly problem: string } {
  if (!text.startsWith('.') && !text.startsWith('['))
    return { problem: `JSON query '${text}' must start with '.'` };
  const query: Selector[] = [];
  let rest = text;
  while (rest !== '') {
    const match = /^\.?\[(?:(\d*)(:)?(\d*))\]|^\.([^.[\]]+)/.exec(rest);
    if (match === null) {
      return {
        problem: `JSON query '${text}' is malformed at character ${text.length - rest.length + 1}, expected .name, [], [n] or [a:b]`,
      };
    }
    query.push(selectorOf(match));
    rest = rest.slice(match[0].length);
  }
  return { query };
}

function selectorOf(match: RegExpExecArray): Selector {
  const [, from = '', colon, to = '', member] = match;
  if (member !== undefined) return { member };
  if (colon === undefined && from !== '') return { from: Number(from), to: Number(from) };
  return { from: from === '' ? 0 : Number(from), to: to === '' ? null : Number(to) };
}

/** The first value in document order that the query selects, or undefined. */
export function selectFirst(query: JsonQuery, value: unknown, depth = 0): unknown {
  const selector = query[depth];
  if (selector === undefined) return value;
  if ('member' in selector) {
    return isObject(value) && Object.hasOwn(value, selector.member)
      ? selectFirst(query, value[selector.member], depth + 1)
      : undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const end = Math.min(value.length - 1, selector.to ?? value.length - 1);
  for (let index = selector.from; index <= end; index += 1) {
    const found = selectFirst(query, value[index], depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
