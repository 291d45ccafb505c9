import { objectText } from '../../results/json/object-text.ts';
import { cellOf } from '../../results/label-display.ts';
import type { ValueRow } from './list-values.ts';

/** Rows of label values as JSON text. Values are copied as texts, so that no digit is lost. */
export const rowsText = (rows: readonly ValueRow[]): string =>
  `[${rows.map(({ values, ordinal: _, ...rest }) => `{"values":${objectText(values)},${JSON.stringify(rest).slice(1)}`).join()}]`;

/**
 * Rows of label values as CSV (RFC 4180). Each label has a column, in the order of first occurrence. Missing
 * values are empty.
 */
export function rowsCsv(rows: readonly ValueRow[]): string {
  const names = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  const lines = rows.map(({ runId, datasetId, start, stop, values }) => [
    ...[runId, datasetId, start, stop].map(String),
    ...names.map((name) => cellOf(values.get(name) ?? '""')),
  ]);
  const head = ['runId', 'datasetId', 'start', 'stop', ...names.map((name) => cellOf(JSON.stringify(name)))];
  return [head, ...lines].map((cells) => `${cells.map(quoted).join()}\r\n`).join('');
}

const quoted = (cell: string): string =>
  /[";,\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
