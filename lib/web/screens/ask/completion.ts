import { stepsOf } from '../../json/path.ts';

/** The name that a person is typing. */
export type Typed = {
  /** The path whose members are completed. Absent after `..`: any name of the document. */
  readonly place?: string;
  readonly prefix: string;
  /** The offset in the text at which the name begins. */
  readonly from: number;
};

const nameAtEnd = String.raw`(\.\.?)([\w$\u0080-\uffff-]*)$`;
const inPath = new RegExp(String.raw`^(\$.*?)${nameAtEnd}`, 'su');
/**
 * Matches the beginning of a filter, such as `$.stats[*] ? (@.` and `$.stats[?(@.`. The members of the tested
 * value are completed.
 */
const inFilter = new RegExp(String.raw`^(\$[^?]*?)\s*(\[?)\?.*@${nameAtEnd}`, 'su');

/**
 * Finds the incomplete name at the end of a text. Undefined when the person types no name, for example inside
 * quotes.
 */
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
  // For a path with `[*]`, the names are those of the first element. Other elements usually have the same
  // members.
  const place = before.replaceAll(/\[\*\]|\[:\]/g, '[0]');
  return stepsOf(place) === undefined ? undefined : { place, prefix, from };
}

/** The methods of the SQL language, which are completed after the names. */
export const methods = [
  ...['size()', 'type()', 'double()', 'abs()', 'floor()', 'ceiling()', 'keyvalue()'],
] as const;

/** The names that begin with the prefix. Names with the same case come first. */
export function namesFor(prefix: string, names: Iterable<string>, max = 8): readonly string[] {
  const lower = prefix.toLowerCase();
  const found = [...new Set(names)].filter((name) => name.toLowerCase().startsWith(lower) && name !== prefix);
  return found.sort((a, b) => Number(b.startsWith(prefix)) - Number(a.startsWith(prefix))).slice(0, max);
}

/** Replaces the incomplete name in a text by a complete one. */
export function completed(text: string, { from }: Typed, name: string): string {
  if (name.endsWith('()') || /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/.test(name))
    return text.slice(0, from) + name;
  const before = text.slice(0, from).replace(/(?<!\.)\.$/, '');
  return `${before}[${JSON.stringify(name)}]`;
}
