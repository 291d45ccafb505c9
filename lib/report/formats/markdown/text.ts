/**
 * Escapes a foreign text inside Markdown, on one line. GitHub must not read markup, the mention of a user or
 * the number of an issue in it.
 */
export function escaped(text: string): string {
  return shortened(text.toWellFormed().replaceAll(unreadable, ' ').trim())
    .replaceAll(/[\\`*_[\]|~$]/g, '\\$&')
    .replaceAll(/[&<>]/g, (sign) => entities[sign as keyof typeof entities])
    .replaceAll(/@(?=\w)|#(?=\d)/g, '<span>$&</span>');
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const;
const unreadable = /[\s\p{Cc}\p{Cf}]+/gu;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/** The most characters of one text in the summary. The run document has the whole text. */
const charactersMax = 300;

export type TextColumn = { readonly title: string; readonly align?: 'right' };

/**
 * A table of as many rows as fit into this many bytes, followed by the number of further rows. Cells are
 * Markdown.
 */
export function tableWithin(
  bytes: number,
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = [
    line(columns.map(({ title }) => title)),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
  ];
  const { first, more } = within(bytes, rows.map(line));
  return [...head, ...first, ...(more === 0 ? [] : ['', moreText(more, 'row')])];
}

/** A list of as many items as fit into this many bytes, followed by the number of further items. */
export function listWithin(bytes: number, items: readonly string[]): string[] {
  const { first, more } = within(
    bytes,
    items.map((item) => `- ${item}`),
  );
  return [...first, ...(more === 0 ? [] : [`- ${moreText(more, 'line')}`])];
}

const moreText = (count: number, noun: string): string =>
  `*${count.toLocaleString('en-US')} more ${noun}${count === 1 ? ' is' : 's are'} not shown.*`;

function within(
  bytes: number,
  lines: readonly string[],
): { readonly first: string[]; readonly more: number } {
  const first: string[] = [];
  let left = bytes;
  for (const line of lines) {
    left -= bytesOf(line) + 1;
    if (left < 0) break;
    first.push(line);
  }
  return { first, more: lines.length - first.length };
}

const encoder = new TextEncoder();
export const bytesOf = (text: string): number => encoder.encode(text).length;
