/**
 * A line of CSV (RFC 4180). A cell with a separator, a quote or a line break is quoted. A text that a
 * spreadsheet would run as a formula gets an apostrophe, as OWASP recommends, because another person may have
 * written the text.
 */
export function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\n`;
}

/**
 * A cell of a line. A number is unchanged, a text is protected from being a formula, and null is an empty
 * cell.
 */
export type Cell = string | number | null | undefined;

function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Spreadsheets also accept the full-width forms of these signs. In some countries they divide a line at
// semicolons.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const special = /[";,\r\n\t]/;
