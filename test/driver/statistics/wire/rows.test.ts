import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Counters, Row } from '../../../../lib/driver/statistics/partial.ts';
import { histogramNames, Tally } from '../../../../lib/driver/statistics/tally.ts';
import { countIn, listRows, RowCursor, rowsIn } from '../../../../lib/driver/statistics/wire/row-cursor.ts';
import { joinRows, noRows, RowsWriter } from '../../../../lib/driver/statistics/wire/rows.ts';
import { times } from '../histograms/values.ts';
import { rowsFrom } from '../rows.ts';

/** Rows are the same after they were written to bytes and read again. Incomplete bytes are rejected. */

const counts = new Tally().counters;
const row: fc.Arbitrary<Row> = fc
  .record({
    metric: fc.string({ maxLength: 8, unit: 'grapheme' }),
    step: fc.integer({ min: -3, max: 400 }),
    second: fc.nat(100_000),
    counters: fc.record(
      Object.fromEntries(
        Object.keys(counts).map((name) => [
          name,
          fc.oneof(fc.constant(0), fc.nat(5), fc.nat(2 ** 40), fc.constant(2 ** 48 - 1)),
        ]),
      ),
    ),
    values: fc.record(
      Object.fromEntries(histogramNames.map((name) => [name, fc.array(times, { maxLength: 8 })])),
    ),
    names: fc.dictionary(fc.constantFrom('a', '__proto__', 'ß'), fc.integer({ min: 1, max: 1e9 })),
  })
  .map(({ metric, step, second, counters, values, names }) => {
    const tally = new Tally();
    Object.assign(tally.counters, counters);
    for (const name of histogramNames) for (const ns of values[name] ?? []) tally[name].record(ns);
    for (const [name, amount] of Object.entries(names))
      tally.extensions.add({ key: 'exact_status', type: 'counters' }, name, amount);
    return { metric, step, second, ...tally.encode() };
  });
const rows = fc.array(row, { maxLength: 12 });

suite('rows', () => {
  test('come out as they went in, also of several writers', () => {
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        const joined = joinRows([rowsFrom(one), noRows, rowsFrom(other)]);
        assert.deepEqual(listRows(joined), [...one, ...other]);
        assert.equal(rowsIn(joined), one.length + other.length);
        const requests = (list: readonly Row[]): number =>
          list.reduce((sum, { counters }) => sum + counters.requests, 0);
        assert.equal(countIn(joined, 'requests'), requests(one) + requests(other));
      }),
    );
  });

  test('are read from an earlier release, which counted less', () => {
    const bytes = Buffer.from(
      '4300000001016d04000903800302ac0220357b2265786163745f737461747573223a' +
        '7b2274797065223a22636f756e74657273222c22636f756e7473223a7b2261223a357d7d7d',
      'hex',
    );
    const counters = { ...counts, requests: 3, responses: 2, bytesSent: 300 };
    const extensions = { exact_status: { type: 'counters' as const, counts: { a: 5 } } };
    assert.deepEqual(listRows(bytes), [{ metric: 'm', step: 2, second: 9, counters, extensions }]);
  });

  test('that two cursors read in turns do not mix', () => {
    const of = (ns: number): Uint8Array => {
      const tally = new Tally();
      tally.recordLatency(ns);
      return rowsFrom([{ metric: 'm', step: 0, second: 0, ...tally.encode() }]);
    };
    const [one, other] = [new RowCursor(of(1e6)), new RowCursor(of(5e9))];
    assert.ok(one.next() && other.next());
    const sums = [new Tally(), new Tally()] as const;
    one.addTo(sums[0]);
    other.addTo(sums[1]);
    one.addTo(sums[0]);
    assert.deepEqual(
      sums.map(({ latency }) => latency.count),
      [2, 1],
    );
    sums[0].latency.each((slot, count) => {
      assert.equal(count, 2);
      sums[1].latency.each((at) => assert.ok(at > slot));
    });
  });

  test('leave out the members that their writer leaves out', () => {
    const tally = new Tally();
    for (const name of histogramNames) tally[name].record(5);
    const writer = new RowsWriter();
    writer.add({ metric: 'm', step: 0, second: 3 }, tally, ['service', 'lateness']);
    const [only] = listRows(writer.take());
    assert.deepEqual(
      histogramNames.map((name) => only?.[name] !== undefined),
      [true, false, false, true, true],
    );
    assert.equal(writer.take(), noRows, 'and are taken once');
  });

  test('hold whole nanoseconds', () => {
    const counters: Counters = { ...counts, blockedNs: 1e9 + 0.7 };
    assert.equal(
      listRows(rowsFrom([{ metric: 'm', step: 0, second: 0, counters }]))[0]?.counters.blockedNs,
      1e9 + 1,
    );
  });

  test('that are cut short are refused', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), fc.nat(), (list, at) => {
        const bytes = rowsFrom(list);
        const cut = bytes.subarray(0, 1 + (at % (bytes.length - 1)));
        assert.throws(() => listRows(cut), /the stored measurements of a load generator are damaged/);
      }),
    );
  });
});
