import { harmless, plain } from './control-characters.ts';
import { characters, widthOf } from './width.ts';

export type Column = {
  readonly title: string;
  /** The alignment of the column: numbers to the right, and names to the left. */
  readonly align: 'left' | 'right';
  /** The minimum width, so that a changing column does not jump. */
  readonly widthMin?: number;
  /** The maximum number of characters. A longer text ends in `…`. Absent: unlimited. */
  readonly widthMax?: number;
  /**
   * The rank for removing columns when the table is too wide. The column with the highest number is removed
   * first. Absent: never removed.
   */
  readonly leaves?: number;
  /**
   * The rank for removing columns when the table is still too wide after its names were shortened. Absent:
   * never removed.
   */
  readonly leavesLast?: number;
};

export type TableOptions = {
  /** The width of the terminal in characters. Absent: no limit, as for a file or a pipe. */
  readonly width?: number;
  /** Paints the titles. */
  readonly heading?: (text: string) => string;
  /** The number of spaces before every line. */
  readonly indent?: number;
};

const gap = 2;

/**
 * The lines of a table, the titles first. Cells may have colours, and each cell is one line, whatever its
 * text is. A line is at most `width` wide, unless its numbers alone are wider.
 */
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
  const room = (options.width ?? Number.POSITIVE_INFINITY) - indent;
  const all = columns.map((_, at) => at);
  const most = fitting(all, widths, room, (at) => columns[at]?.leaves);
  const visible = fitting(most, narrowed(columns, widths, most, room), room, (at) => columns[at]?.leavesLast);
  const shown = narrowed(columns, widths, visible, room);
  return cells.map((row, line) => {
    const text = visible
      .map((at) => [shorten(row[at] ?? '', shown[at] ?? 0), shown[at] ?? 0, columns[at]?.align] as const)
      .map(([cell, width, align]) => pad(cell, width, align ?? 'left'))
      .join(' '.repeat(gap));
    const whole = (' '.repeat(indent) + text).trimEnd();
    return line === 0 && options.heading ? options.heading(whole) : whole;
  });
}

/** The number of columns that a text takes on a screen, without its colours. */
export const visibleLength = (text: string): number => widthOf(plain(text));

/**
 * Cuts a text to `width` columns with an ellipsis. A cut text loses its colours, so that they do not affect
 * the next cell.
 */
export function shorten(text: string, width: number): string {
  const visible = plain(text);
  if (widthOf(visible) <= width) return harmless(text);
  let [cut, left] = ['', width - 1];
  for (const character of characters(visible)) {
    left -= widthOf(character);
    if (left < 0) break;
    cut += character;
  }
  return `${cut}…`;
}

/** The indexes of the columns that remain, so that the table fits. */
function fitting(
  columns: readonly number[],
  widths: readonly number[],
  room: number,
  leaves: (column: number) => number | undefined,
): readonly number[] {
  const visible = [...columns];
  const leaving = columns
    .filter((column) => leaves(column) !== undefined)
    .sort((a, b) => (leaves(a) ?? 0) - (leaves(b) ?? 0));
  while (totalOf(widths, visible) > room) {
    const column = leaving.pop();
    if (column === undefined) break;
    visible.splice(visible.indexOf(column), 1);
  }
  return visible;
}

/**
 * The widths with the widest columns of names narrowed until the table fits, because a wrapped line looks
 * like two rows.
 */
function narrowed(
  columns: readonly Column[],
  given: readonly number[],
  visible: readonly number[],
  room: number,
): readonly number[] {
  const widths = [...given];
  const names = visible.filter((at) => columns[at]?.align === 'left');
  for (let excess = totalOf(widths, visible) - room; excess > 0; excess = totalOf(widths, visible) - room) {
    const [widest, next] = names.map((at) => widths[at] ?? 0).sort((a, b) => b - a);
    const at = names.find((name) => widths[name] === widest);
    if (at === undefined || widest === undefined || widest <= narrowest) break;
    widths[at] = Math.max(narrowest, widest - excess, Math.min(widest - 1, next ?? 0));
  }
  return widths;
}

/** A time in UTC, in the form of logs. */
export const utcTime = (epochMs: number): string =>
  new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');

/** The minimum width of a name column, also in a narrow terminal. */
const narrowest = 8;

const totalOf = (widths: readonly number[], visible: readonly number[]): number =>
  visible.reduce((sum, at) => sum + (widths[at] ?? 0) + gap, -gap);

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - visibleLength(text)));
  return align === 'left' ? text + space : space + text;
}
