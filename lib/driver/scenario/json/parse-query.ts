/**
 * One step of a query: the name of a member, or the items from `from` to `to`, both included. Null means the
 * last item.
 */
export type Selector = { readonly member: string } | { readonly from: number; readonly to: number | null };

/**
 * A parsed query such as `.a.b[].c`. Each step selects a member by its name, or items by index, as a range,
 * or all. There is at least one step.
 */
export type JsonQuery = readonly Selector[];

type Parsed =
  | { readonly query: JsonQuery }
  | {
      readonly problem: string;
      /** How to write the same query in this language, when it was written as JSONPath. */
      readonly hint?: string;
    };

export function parseJsonQuery(text: string): Parsed {
  const parsed = parse(text);
  if ('query' in parsed) return parsed;
  const meant = translated(text);
  return 'query' in parse(meant) ? { ...parsed, hint: `write '${meant}'` } : parsed;
}

/**
 * Translates a JSONPath to the shorter form of queries. JSONPath writes `$` at the beginning, names in
 * brackets, and `[*]` for all items.
 */
function translated(text: string): string {
  const bare = text
    .replace(/^\$/, '')
    .replace(/\[(["'])([^"'.[\]]+)\1\]/g, '.$2')
    .replaceAll('[*]', '[]');
  return bare.startsWith('.') ? bare : `.${bare}`;
}

function parse(text: string): Parsed {
  if (!text.startsWith('.')) return { problem: `JSON query '${text}' must start with '.'` };
  const query: Selector[] = [];
  let rest = text;
  while (rest !== '') {
    const match = /^\.?\[(\d*)(?:(:)(\d*))?\]|^\.([^.[\]]+)/.exec(rest);
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
