import type { Span, Table } from '../../run-index/run-index.ts';
import { type QueryReader, RangeReader } from './range-reader.ts';

/** The spans of elements of a large array, by their indexes as texts. */
export async function rowSpansOf(
  { groups }: Table,
  rows: readonly number[],
  reader: QueryReader,
): Promise<ReadonlyMap<string, Span>> {
  const found = await new RangeReader(reader, () => undefined).rowSpans(groups);
  const spans = new Map<string, Span>();
  let first = 0;
  for (const [n, group] of groups.entries()) {
    const behind = first + group.rows;
    for (const row of rows)
      if (row >= first && row < behind) spans.set(String(row), found[n]!.of(row - first));
    first = behind;
  }
  return spans;
}
