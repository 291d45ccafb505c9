import { stepsOf } from '../../json/path.ts';

/** The name that a person is typing. */
export type Typed = {
  /** The place whose members are meant. Absent behind `..`: any name of the document. */
  readonly place?: string;
  readonly prefix: string;
  /** Where the name begins in the text. */
  readonly from: number;
};

const nameAtEnd = String.raw`(\.\.?)([\w$\u0080-\uffff-]*)$`;
const inPath = new RegExp(String.raw`^(\$.*?)${nameAtEnd}`, 'su');
/** `$.stats[*] ? (@.` and `$.stats[?(@.`: the members of the value that a filter tests. */
const inFilter = new RegExp(String.raw`^(\$[^?]*?)\s*(\[?)\?.*@${nameAtEnd}`, 'su');

/** The name at the end of a text. Undefined where no name is typed, such as in a text of a filter. */
export function typedAt(text: string): Typed | undefined {
  const [, tested, bracket, ...name] = inFilter.exec(text) ?? [];
  if (tested !== undefined) return typedBelow(bracket === '' ? tested : `${tested}[0]`, name, text);
  const [, before = '', ...rest] = inPath.exec(text) ?? [];
  return typedBelow(before, rest, text);
}

function typedBelow(before: string, [dots, prefix = '']: readonly string[], text: string): Typed | undefined {
  if (dots === undefined) return undefined;
  const from = text.length - prefix.length;
  if (dots === '..') return { prefix, from };
  // Members of all elements are those of the first one.
  const place = before.replaceAll(/\[\*\]|\[:\]/g, '[0]');
  return stepsOf(place) === undefined ? undefined : { place, prefix, from };
}

/** Methods of the SQL language, which come after the names of a place. */
export const methods = [
  ...['size()', 'type()', 'double()', 'abs()', 'floor()', 'ceiling()', 'keyvalue()'],
] as const;

/** Names that begin with the prefix, those in the same case first. */
export function namesFor(prefix: string, names: Iterable<string>, max = 8): readonly string[] {
  const lower = prefix.toLowerCase();
  const found = [...new Set(names)].filter((name) => name.toLowerCase().startsWith(lower) && name !== prefix);
  return found.sort((a, b) => Number(b.startsWith(prefix)) - Number(a.startsWith(prefix))).slice(0, max);
}

/** The text with a name in the place of what was typed. */
export function completed(text: string, { from }: Typed, name: string): string {
  if (name.endsWith('()') || /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/.test(name))
    return text.slice(0, from) + name;
  const before = text.slice(0, from).replace(/(?<!\.)\.$/, '');
  return `${before}[${JSON.stringify(name)}]`;
}
