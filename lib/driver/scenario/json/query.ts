/** One selector of a query: a member, or items `from` to `to`, both included. */
export type Selector = { readonly member: string } | { readonly from: number; readonly to: number | null };

/** `.a.b[].c`, parsed: member names, and items by index, range or all. At least one. */
export type JsonQuery = readonly Selector[];

export function parseJsonQuery(text: string): { readonly query: JsonQuery } | { readonly problem: string } {
  if (!text.startsWith('.')) return { problem: `JSON query '${text}' must start with '.'` };
  const query: Selector[] = [];
  let rest = text;
  while (rest !== '') {
    const match = /^\.?\[(?:(\d*)(:)?(\d*))\]|^\.([^.[\]]+)/.exec(rest);
    if (match === null) {
      return {
        problem: `JSON query '${text}' is malformed at character ${text.length - rest.length + 1}, expected .name, [], [n] or [a:b]`,
      };
    }
    const selector = selectorOf(match);
    if ('from' in selector && selector.to !== null && selector.from > selector.to)
      return { problem: `JSON query '${text}' has a range from ${selector.from} down to ${selector.to}` };
    query.push(selector);
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
