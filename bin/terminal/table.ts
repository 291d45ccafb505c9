import { stripVTControlCharacters } from 'node:util';

export type Column = {
  readonly title: string;
  /** Numbers stand right, names left. */
  readonly align: 'left' | 'right';
  /** Keeps a column that changes while it is watched from jumping. */
  readonly widthMin?: number;
  /** Longest text in characters; what is longer ends in `…`. Absent: unlimited. */
  readonly widthMax?: number;
  /** Columns with the highest number leave first when the table is too wide. Absent: never leaves. */
  readonly leaves?: number;
};

export type TableOptions = {
  /** Characters of the terminal; absent when nothing limits the line (a file, a pipe). */
  readonly width?: number;
  /** Paints the titles. */
  readonly heading?: (text: string) => string;
  /** Spaces before every line. */
  readonly indent?: number;
};

const gap = 2;

/** Aligned lines, titles first. Cells may carry colours; a line is never wider than `width` allows without dropping a name. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): string[] {
  const cells = [columns.map((column) => column.title), ...rows].map((row) =>
    columns.map((column, at) => shorten(row[at] ?? '', column.widthMax ?? Number.POSITIVE_INFINITY)),
  );
  const widths = columns.map((column, at) =>
    Math.max(column.widthMin ?? 0, ...cells.map((row) => visibleLength(row[at] ?? ''))),
  );
  const indent = options.indent ?? 0;
  const shown = fitting(columns, widths, (options.width ?? Number.POSITIVE_INFINITY) - indent);
  return cells.map((row, line) => {
    const text = shown
      .map((at) => pad(row[at] ?? '', widths[at] ?? 0, columns[at]?.align ?? 'left'))
      .join(' '.repeat(gap));
    const whole = (' '.repeat(indent) + text).trimEnd();
    return line === 0 && options.heading ? options.heading(whole) : whole;
  });
}

export function visibleLength(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** Cuts to `width` visible characters with an ellipsis. A cut text loses its colours, so that none leaks into the next cell. */
export function shorten(text: string, width: number): string {
  if (visibleLength(text) <= width) return text;
  return `${[...stripVTControlCharacters(text)].slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Indexes of the columns that fit, after those that may leave have left. */
function fitting(columns: readonly Column[], widths: readonly number[], width: number): number[] {
  const shown = columns.map((_, at) => at);
  const total = () => shown.reduce((sum, at) => sum + (widths[at] ?? 0) + gap, -gap);
  while (total() > width) {
    const leaving = shown
      .filter((at) => columns[at]?.leaves !== undefined)
      .sort((a, b) => leavesAt(b) - leavesAt(a))[0];
    if (leaving === undefined) break;
    shown.splice(shown.indexOf(leaving), 1);
  }
  return shown;

  function leavesAt(at: number): number {
    return columns[at]?.leaves ?? 0;
  }
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - visibleLength(text)));
  return align === 'left' ? text + space : space + text;
}
