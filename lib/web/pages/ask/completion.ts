import { stepsOf } from '../../json/path.ts';

/** The name that a person is typing. */
export type Typed = {
  /** The place whose members are meant. Absent behind `..`: any name of the document. */
  readonly place?: string;
  readonly prefix: string;
  /** Where the name begins in the text. */
  readonly from: number;
};

/** The name at the end of a text. Undefined where no name is typed, such as in a text of a filter. */
export function typedAt(text: string): Typed | undefined {
  const [, before = '', dots = '', prefix = ''] = /^(\$.*?)(\.\.?)([\w$\u0080-\uffff-]*)$/su.exec(text) ?? [];
  if (dots === '') return undefined;
  const from = text.length - prefix.length;
  if (dots === '..') return { prefix, from };
  // Members of all elements are those of the first one.
  const place = before.replaceAll(/\[\*\]|\[:\]/g, '[0]');
  return stepsOf(place) === undefined ? undefined : { place, prefix, from };
}

/** Names that begin with the prefix, those in the same case first. */
export function namesFor(prefix: string, names: Iterable<string>, max = 8): readonly string[] {
  const lower = prefix.toLowerCase();
  const found = [...new Set(names)].filter((name) => name.toLowerCase().startsWith(lower) && name !== prefix);
  return found.sort((a, b) => Number(b.startsWith(prefix)) - Number(a.startsWith(prefix))).slice(0, max);
}

/** The text with a name in the place of what was typed. */
export function completed(text: string, { from }: Typed, name: string): string {
  if (/^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/.test(name)) return text.slice(0, from) + name;
  const before = text.slice(0, from).replace(/(?<!\.)\.$/, '');
  return `${before}[${JSON.stringify(name)}]`;
}
