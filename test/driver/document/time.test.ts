import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sentenceOf } from '../../../lib/driver/document/format-problems.ts';
import { Findings } from '../../../lib/driver/document/problem.ts';
import { parseMillis, parseNanos } from '../../../lib/driver/document/time.ts';

type Row = readonly [raw: unknown, time: number | undefined, finding?: RegExp];

describe('a time in milliseconds is a whole number with an optional unit, seconds without', () => {
  const rows: readonly Row[] = [
    ['250ms', 250],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['10  s', 10_000],
    ['0s', 0],
    [
      10,
      10_000,
      /warning: time '10' has no unit, so Downpour reads it as seconds; write '10s' for seconds, or '10ms' for milliseconds/,
    ],
    ['10', 10_000, /warning: .* seconds/],
    [1.5, undefined, /error: time 1.5 must be a whole number .*write '1500ms'/],
    ['1.5h', undefined, / write '90m'$/],
    [
      '1.5ms',
      undefined,
      /error: time '1.5ms' must be a whole number .* write a whole number of milliseconds, such as 2ms$/,
    ],
    ['0.0001s', undefined, /write a whole number of milliseconds, such as 2ms$/],
    ['-5s', undefined, /must be a whole number/],
    ['5us', undefined, /with a unit ms, s, m or h/],
    ['1 day', undefined, /with a unit .* write '24h'$/],
    ['1m30s', undefined, /write '90s'$/],
    ['2 Minutes', undefined, /write '2m'$/],
    ['10 sec', undefined, /write '10s'$/],
    ['PT1M30S', undefined, /write '90s'$/],
    ['1h, 5 min', undefined, /write '65m'$/],
    ['1s250ms', undefined, /write '1250ms'$/],
    ['1m30', undefined, /write '90s'$/],
    ['2h15', undefined, /write '135m'$/],
    ['00:01:30', undefined, /write '90s'$/],
    ['1,5 s', undefined, /write '1500ms'$/],
    ['1,500 s', undefined, /such as 30s$/],
    ['200 days', undefined, /write '4800h'$/],
    ['1m3x', undefined, /such as 30s$/],
    ['9007199254740992 days', undefined, /such as 30s$/],
    ['s', undefined, /with a unit/],
    ['', undefined, /with a unit/],
    [null, undefined, /time null must be/],
    [{ base: 1 }, undefined, /must be a whole number/],
    ['9007199254740992ms', undefined, /is too long/],
  ];
  for (const row of rows) it(JSON.stringify(row[0]), () => check(parseMillis, row));
});

describe('a time in nanoseconds is a number with an optional unit, nanoseconds without', () => {
  const rows: readonly Row[] = [
    ['7ns', 7],
    ['20us', 20_000],
    ['20ms', 20_000_000],
    ['1s', 1_000_000_000],
    ['1m', 60_000_000_000],
    ['1h', 3_600_000_000_000],
    [
      '20',
      20,
      /^warning: time '20' has no unit, so Downpour reads it as nanoseconds; write '20ms' for milliseconds, or '20s' for seconds$/,
    ],
    [20, 20, /warning: .* nanoseconds/],
    ['1.5ms', 1_500_000],
    ['1.1 ms', 1_100_000],
    ['0.25s', 250_000_000],
    ['0.6ns', 1],
    ['1.5', 2, /warning/],
    [
      '.5s',
      undefined,
      /error: time '.5s' must be a number with a unit ns, us, ms, s, m or h, such as 20ms; write '0.5s'$/,
    ],
    ['0,5 sec', undefined, /write '0.5s'$/],
    ['1m30s', undefined, /write '90s'$/],
    ['20 µs', undefined, /write '20us'$/],
    ['1 fortnight', undefined, /such as 20ms$/],
    ['1.s', undefined, /must be a number/],
    ['-1s', undefined, /must be a number/],
    ['1e3ns', undefined, /must be a number/],
    ['1d', undefined, /with a unit/],
    ['104.25h', 375_300_000_000_000],
    ['9007199254740993ns', undefined, /is too long/],
  ];
  for (const row of rows) it(JSON.stringify(row[0]), () => check(parseNanos, row));
});

it('both read the same time from the units they share', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2000 }), fc.constantFrom('ms', 's', 'm', 'h'), (amount, unit) => {
      const findings = new Findings();
      const ms = parseMillis(`${amount}${unit}`, [], findings);
      const ns = parseNanos(`${amount} ${unit}`, [], findings);
      assert.deepEqual([findings.list, ns], [[], (ms ?? 0) * 1e6]);
    }),
  );
});

function check(parse: typeof parseMillis, [raw, time, finding]: Row): void {
  const findings = new Findings();
  assert.equal(parse(raw, ['at'], findings), time);
  const lines = findings.list.map((each) => `${each.severity}: ${sentenceOf(each)}`);
  if (finding === undefined) assert.deepEqual(lines, []);
  else assert.match(lines.join('\n'), finding);
}
