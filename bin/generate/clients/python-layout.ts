/** Writes Python in the layout that `ruff format` does not change. */

const widthMax = 110;
const proseWidthMax = 100;

/** An item of a list in brackets, or another list. */
export type Piece =
  | string
  | { readonly open: string; readonly items: readonly Piece[]; readonly close: string };

/** Prints items in brackets: on one line if they fit, else with a line for each item. */
export function laid(indent: string, piece: Piece, after = ''): string {
  const line = indent + inline(piece) + after;
  if (typeof piece === 'string' || line.length <= widthMax || piece.items.length === 0) return `${line}\n`;
  const items = piece.items.map((item) => laid(`${indent}    `, item, ','));
  return `${indent}${piece.open}\n${items.join('')}${indent}${piece.close}${after}\n`;
}

const inline = (piece: Piece): string =>
  typeof piece === 'string' ? piece : piece.open + piece.items.map(inline).join(', ') + piece.close;

/** A docstring. It is empty for an empty text. Formatted paragraphs follow the text. */
export function docstring(indent: string, text: string, paragraphs: readonly string[] = []): string {
  if (text === '') return '';
  const mark = [text, ...paragraphs].some((part) => part.includes('\\')) ? 'r"""' : '"""';
  const isShort = indent.length + mark.length + text.length + 3 <= widthMax && !/["\\]$/.test(text);
  if (isShort && paragraphs.length === 0) return `${indent}${mark}${text}"""\n`;
  const first = wrapped(text, indent, indent, mark.length).trimStart();
  return `${indent}${mark}${[first, ...paragraphs].join('\n')}${indent}"""\n`;
}

export const comment = (indent: string, text: string): string =>
  text === '' ? '' : wrapped(text, `${indent}# `);

/** Wraps a text in lines that begin with `indent`. The first line has less room. */
export function wrapped(text: string, indent: string, later = indent, room = 0): string {
  const lines: string[] = [];
  let words = indent;
  for (const word of text.split(' ')) {
    const isFull = words.length + word.length + 1 + (lines.length === 0 ? room : 0) > proseWidthMax;
    if (isFull && words.trim() !== '') lines.push(words.trimEnd());
    words = `${isFull ? later : words}${word} `;
  }
  return `${[...lines, words.trimEnd()].join('\n')}\n`;
}

/** A text as a Python string. */
export const quoted = (text: string): string =>
  text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text);

/** A number in Python with `_` between thousands. */
export const grouped = (value: number): string => `${value}`.replace(/\B(?=(\d{3})+$)/g, '_');

const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

export const isKeyword = (name: string): boolean => keywords.has(name);

/** The name of an argument. A keyword of Python gets an underscore. */
export const safe = (name: string): string => (isKeyword(name) ? `${name}_` : name);

export const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase();

export const pascal = (name: string): string =>
  name
    .split(/\W+|_/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
