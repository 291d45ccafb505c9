import type { Row, Rows } from '../../../lib/driver/statistics/partial.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { RowsWriter } from '../../../lib/driver/statistics/wire/rows.ts';

/** The bytes of rows that a test has as objects. */
export function rowsFrom(list: readonly Row[]): Rows {
  const writer = new RowsWriter();
  for (const row of list) {
    const tally = new Tally();
    tally.addEncoded(row);
    writer.add(row, tally);
  }
  return writer.take();
}
