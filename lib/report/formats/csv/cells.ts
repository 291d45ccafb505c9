/**
 * A line of CSV (RFC 4180): a cell with a comma, a quote or a line break stands in quotes. A name that a
 * spreadsheet would run as a formula gets an apostrophe in front, as OWASP advises: names come from documents
 * that others may have written.
 */
export function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\n`;
}

/** A number stands as it is, a text is guarded, nothing is an empty cell. */
export type Cell = string | number | null | undefined;

function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const formula = /^[=+\-@\t\r]/;
const special = /[",\r\n]/;
