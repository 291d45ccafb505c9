import { stripVTControlCharacters } from 'node:util';

const font = { size: 13, width: 7.83, line: 18 };
const margin = 16;
const background = '#1b1f24';
const foreground = '#d7dce2';

/** The colours of a terminal by their codes (SGR), readable on the background of the picture. */
const colors: { readonly [code: string]: string } = {
  '2': 'fill="#8b949e"',
  '1': 'font-weight="bold"',
  '31': 'fill="#ff7b72"',
  '32': 'fill="#7ee787"',
  '33': 'fill="#f2cc60"',
  '34': 'fill="#79c0ff"',
  '35': 'fill="#d2a8ff"',
  '36': 'fill="#76e3ea"',
  '90': 'fill="#8b949e"',
};

/** Draws the text of a terminal with its colours. */
export function textSvg(title: string, text: string): string {
  const lines = text.replaceAll('\r', '').trimEnd().split('\n');
  const longest = Math.max(...lines.map((line) => stripVTControlCharacters(line).length));
  const width = Math.ceil(longest * font.width) + 2 * margin;
  const height = lines.length * font.line + 2 * margin;
  const rows = lines.map((line, at) => {
    const y = margin + (at + 1) * font.line - 5;
    return `<text x="${margin}" y="${y}" xml:space="preserve">${paintedLine(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${font.size}" fill="${foreground}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

/** Draws a line with one span for each part of one colour. */
function paintedLine(line: string): string {
  let active: readonly string[] = [];
  return line
    .split(sequence)
    .map((part, at) => {
      if (at % 2 === 0) return spanOf(part, active);
      for (const code of part.split(';')) active = code === '' || code === '0' ? [] : opened(active, code);
      return '';
    })
    .join('');
}

/** The codes that are active after a code. Codes 22 and 39 end bold, faint and colours. */
const opened = (active: readonly string[], code: string): readonly string[] =>
  ['22', '39'].includes(code) ? [] : [...active, code];

function spanOf(part: string, active: readonly string[]): string {
  const attributes = new Map(
    active.flatMap((code) => {
      const attribute = colors[code];
      return attribute === undefined ? [] : [[attribute.split('=')[0] ?? '', attribute] as const];
    }),
  );
  if (part === '' || attributes.size === 0) return escaped(part);
  return `<tspan ${[...attributes.values()].join(' ')}>${escaped(part)}</tspan>`;
}

const sequence = new RegExp(`${String.fromCharCode(27)}\\[([0-9;]*)m`);

const escaped = (text: string): string =>
  stripVTControlCharacters(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
