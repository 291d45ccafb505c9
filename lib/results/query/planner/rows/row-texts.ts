import type { Group, Span, Table } from '../../../run-index/index-types.ts';
import type { RowSpans } from '../../../run-index/row-offsets.ts';
import type { RangeReader } from '../range-reader.ts';
import { truth } from '../shape/path-shape.ts';

/**
 * Bytes of rows in one part, unless one row is larger. Parsed rows take three to eight times as much memory.
 */
const partBytes = 4 * 1024 * 1024;

const openBracket = Uint8Array.of(0x5b);
const comma = Uint8Array.of(0x2c);
const closeBracket = Uint8Array.of(0x5d);

/** The JSON text of an array with these elements. */
export async function* inBrackets(elements: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield openBracket;
  yield* elements;
  yield closeBracket;
}

/** The JSON texts of the rows for which a condition holds, separated by commas. */
export async function* rowTexts(
  groups: readonly Group[],
  truths: readonly Uint8Array[],
  reader: RangeReader,
): AsyncGenerator<Uint8Array> {
  const touched = groups.flatMap((group, at) =>
    truths[at]?.includes(truth.yes) ? [{ group, truths: truths[at] }] : [],
  );
  const spans = await reader.rowSpans(touched.map(({ group }) => group));
  let isFirst = true;
  for (const [at, { truths: holds }] of touched.entries()) {
    for await (const rows of reader.batches(chosenRows(spans[at]!, holds))) {
      const texts = rows.flatMap((row) => [comma, row]);
      yield Buffer.concat(isFirst ? texts.slice(1) : texts);
      isFirst = false;
    }
  }
}

function chosenRows(rows: RowSpans, truths: Uint8Array): readonly Span[] {
  const spans: Span[] = [];
  for (const [row, holds] of truths.entries()) if (holds === truth.yes) spans.push(rows.of(row));
  return spans;
}

/** All rows of a table as JSON texts of arrays, with some rows in each. */
export async function* partsOf({ groups }: Table, reader: RangeReader): AsyncGenerator<Uint8Array> {
  const rows = await reader.rowSpans(groups);
  const spans = groups.flatMap((group, at) => cut(rows[at]!, group.rows));
  for await (const text of reader.spans(spans)) yield Buffer.concat([openBracket, text, closeBracket]);
}

/** Cuts consecutive rows into spans. Each span has whole rows. */
function cut(rows: RowSpans, count: number): readonly Span[] {
  const spans: Span[] = [];
  for (let row = 0; row < count; row += 1) {
    const { start, end } = rows.of(row);
    const last = spans.at(-1);
    if (last !== undefined && end - last.start <= partBytes) spans[spans.length - 1] = { ...last, end };
    else spans.push({ start, end });
  }
  return spans;
}
