/**
 * A text of others within Markdown, on one line: GitHub takes nothing in it for markup, a mention of a person
 * or the number of an issue.
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

/** Of one text. Whoever wants to know more has the run document. */
const charactersMax = 300;

export type TextColumn = { readonly title: string; readonly align?: 'right' };

/** A table of as many rows as fit into so many bytes, and how many more there are. Cells are Markdown. */
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
  const { shown, more } = within(bytes, rows.map(line));
  return [...head, ...shown, ...(more === 0 ? [] : ['', moreText(more, 'row')])];
}

/** A list, as `tableWithin`. */
export function listWithin(bytes: number, items: readonly string[]): string[] {
  const { shown, more } = within(
    bytes,
    items.map((item) => `- ${item}`),
  );
  return [...shown, ...(more === 0 ? [] : [`- ${moreText(more, 'line')}`])];
}

const moreText = (count: number, noun: string): string =>
  `*${count.toLocaleString('en-US')} more ${noun}${count === 1 ? ' is' : 's are'} not shown.*`;

function within(
  bytes: number,
  lines: readonly string[],
): { readonly shown: string[]; readonly more: number } {
  const shown: string[] = [];
  let left = bytes;
  for (const line of lines) {
    left -= bytesOf(line) + 1;
    if (left < 0) break;
    shown.push(line);
  }
  return { shown, more: lines.length - shown.length };
}

const encoder = new TextEncoder();
export const bytesOf = (text: string): number => encoder.encode(text).length;
