import type { Span, Table } from '../../run-index/run-index.ts';
import { type QueryReader, RangeReader } from './range-reader.ts';

/**
 * Reads the positions of elements of a large array.
 * @returns a span for each index, which is written as a text.
 */
export async function rowSpansOf(
  table: Table,
  rows: readonly number[],
  reader: QueryReader,
): Promise<ReadonlyMap<string, Span>> {
  const found = await new RangeReader(reader, () => undefined).spansOf(table, rows);
  return new Map([...found].map(([row, span]) => [String(row), span]));
}
