import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Cron } from 'croner';
import fc from 'fast-check';
import { parseTimetable } from '../../lib/timetable/parse.ts';
import { printEventBridge, printStandard } from '../../lib/timetable/print.ts';
import { nextTimes } from '../../lib/timetable/times.ts';
import type { Timetable } from '../../lib/timetable/timetable.ts';

/**
 * A timetable in the notation of cron and its translation to that of EventBridge mean the same instants, in
 * both directions.
 */

const from = Date.UTC(2026, 10, 22, 12, 34, 56);

export function timetableOf(text: string): Timetable {
  const { timetable, problems } = parseTimetable(text);
  assert.deepEqual(problems, [], text);
  assert.ok(timetable);
  return timetable;
}

describe('a timetable', () => {
  const same: readonly (readonly [written: string, eventBridge: string, standard?: string])[] = [
    ['0 3 * * *', 'cron(0 3 * * ? *)', '0 3 * * *'],
    ['*/15 * * * *', 'cron(0/15 * * * ? *)', '*/15 * * * *'],
    ['5-59/10 8-18 * * 1-5', 'cron(5/10 8-18 ? * MON-FRI *)', '5-59/10 8-18 * * MON-FRI'],
    ['0 0 1,15 * *', 'cron(0 0 1,15 * ? *)', '0 0 1,15 * *'],
    ['30 22 * * 0', 'cron(30 22 ? * SUN *)', '30 22 * * SUN'],
    ['30 22 * * 7', 'cron(30 22 ? * SUN *)', '30 22 * * SUN'],
    ['30 22 * * fri-sun', 'cron(30 22 ? * SUN,FRI,SAT *)', '30 22 * * SUN,FRI,SAT'],
    ['0 0 * jan,JUL *', 'cron(0 0 * JAN,JUL ? *)', '0 0 * JAN,JUL *'],
    ['0 0 * */3 *', 'cron(0 0 * 1/3 ? *)', '0 0 * */3 *'],
    ['0 9 * * 0-7', 'cron(0 9 * * ? *)', '0 9 * * *'],
    ['0-30/10 0 * * *', 'cron(0,10,20,30 0 * * ? *)', '0,10,20,30 0 * * *'],
    ['@hourly', 'cron(0 * * * ? *)', '0 * * * *'],
    ['@daily', 'cron(0 0 * * ? *)', '0 0 * * *'],
    ['@weekly', 'cron(0 0 ? * SUN *)', '0 0 * * SUN'],
    ['@Yearly', 'cron(0 0 1 JAN ? *)', '0 0 1 JAN *'],
    ['cron(0 9 ? * 2-6 *)', 'cron(0 9 ? * MON-FRI *)', '0 9 * * MON-FRI'],
    ['cron(0/20 10 ? * 6L 2026-2030)', 'cron(0/20 10 ? * 6L 2026-2030)'],
    ['cron(0 9 L * ? *)', 'cron(0 9 L * ? *)'],
    ['cron(0 9 15w * ? *)', 'cron(0 9 15W * ? *)'],
    ['cron(0 9 ? * mon#1 *)', 'cron(0 9 ? * 2#1 *)'],
    ['  cron( 0 9 * * ? * ) ', 'cron(0 9 * * ? *)', '0 9 * * *'],
    ['rate(1 hours)', 'rate(1 hour)'],
    ['RATE(15 minute)', 'rate(15 minutes)'],
    ['rate(2 days)', 'rate(2 days)'],
    [`${' '.repeat(238)}rate(2 days)`, 'rate(2 days)'],
  ];
  for (const [written, eventBridge, standard] of same)
    it(`${written.trim()} is ${eventBridge}`, () => {
      const timetable = timetableOf(written);
      assert.equal(printEventBridge(timetable), eventBridge);
      assert.equal(printStandard(timetable), standard);
    });

  it('means the same in both notations, and agrees with cron', () => {
    fc.assert(
      fc.property(standardCron, (written) => {
        const timetable = timetableOf(written);
        const oracle = new Cron(`0 ${written}`, { timezone: 'UTC', mode: '6-part' });
        const expected = oracle.nextRuns(8, new Date(from)).map((each) => each.getTime());
        assert.deepEqual(next(timetable, 8), expected, written);
        assert.deepEqual(timetableOf(printEventBridge(timetable)), timetable);
        assert.deepEqual(timetableOf(printStandard(timetable) ?? ''), timetable);
      }),
      { numRuns: 300 },
    );
  });
});

const next = (timetable: Timetable, count: number) =>
  nextTimes(timetable, 'UTC', { madeAt: from, after: from }, count);

function fieldOf(min: number, max: number): fc.Arbitrary<string> {
  const value = fc.integer({ min, max });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 1, max: Math.min(6, max - min) });
  const item = fc.oneof(
    value.map(String),
    range,
    fc.tuple(fc.oneof(range, fc.constant('*')), step).map(([of, by]) => `${of}/${by}`),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('*') },
    { weight: 5, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')) },
  );
}

/**
 * Random cron expressions with a day of the month or a weekday. Days above 28 are left out, because not every
 * month has them.
 */
const standardCron = fc
  .tuple(
    fieldOf(0, 59),
    fieldOf(0, 23),
    fc.oneof(fc.tuple(fieldOf(1, 28), fc.constant('*')), fc.tuple(fc.constant('*'), fieldOf(0, 6))),
    fieldOf(1, 12),
  )
  .map(([minute, hour, [day, weekday], month]) => `${minute} ${hour} ${day} ${month} ${weekday}`);

describe('a timetable that is wrong', () => {
  const refused: readonly (readonly [text: string, at: readonly number[], message: RegExp, hint?: RegExp])[] =
    [
      ['', [0], /cron has 5 fields \(minute, hour, day of month, month, day of week\), found 0/],
      ['tomorrow', [8], /found 1/, /such as '0 3 \* \* \*'/],
      ['0 3 * *', [7], /5 fields .*found 4/],
      ['0 3 * * ? *', [10], /5 fields .*found 6/, /cron\(0 3 \* \* \? \*\)/],
      ['61 * * * *', [0], /the minute must be 0-59, found '61'/],
      ['0 24 32 13 8', [2, 5, 8, 11], /the hour must be 0-23/],
      ['0 1-99 * * *', [2], /the hour must be 0-23, found '99'/],
      ['0 1,2,x * * *', [6], /the hour must be 0-23, found 'x'/],
      ['0 22-2 * * *', [2], /'22-2' has an end before its start/, /'22-23,0-2'/],
      ['0 3 * * sat-mon', [8], /has an end before its start/, /'sat-6,0-mon'/],
      ['0 1-2-3 * * *', [2], /found '1-2-3'/],
      ['*/0 * * * *', [0], /the step of the minute must be 1 to 59, found '0'/],
      ['0 0 */31 * *', [4], /the step of the day of month must be 1 to 30, found '31'/],
      ['*/90 * * * *', [0], /must be 1 to 59, found '90'/],
      ['5/15 * * * *', [0], /because cron programs interpret/, /'5-59\/15'/],
      ['0 3 L * *', [4], /the day of month must be 1-31, found 'L'/, /EventBridge/],
      ['0 3 1 * 1', [8], /only one/, /'0 3 1 \* \*' and '0 3 \* \* MON'/],
      ['@reboot', [0], /not a nickname/, /@daily/],
      ['cron(0 3 * * *)', [14], /EventBridge's cron has 6 fields .*found 5/],
      ['cron(0 3 * * * *)', [13], /'\?' in exactly one of the two fields/, /\? for the day of week/],
      ['cron(0 3 ? * ? *)', [9], /'\?' in exactly one of the two fields/],
      ['cron(0 3 1 * MON *)', [13], /accepts only one/, /\?/],
      ['cron(0 3 * * ? 1969)', [15], /the year must be 1970-2199/],
      ['cron(0 3 32W * ? *)', [9], /found '32W'/],
      ['rate(5)', [5], /a number and a unit/, /rate\(1 hour\)/],
      ['rate(0 hours)', [5], /must be 1 to 99999, found '0'/],
      ['rate(0 weeks)', [5, 7], /must be 1 to 99999, found '0'/],
      ['at(2026-12-24T18:00:00)', [0], /single time/],
      [`${' '.repeat(250)}0 3 * * *`, [250], /at most 250 characters/],
    ];
  for (const [text, locations, message, hint] of refused)
    it(`'${text.trim()}' is refused with its places`, () => {
      const { timetable, problems } = parseTimetable(text);
      assert.equal(timetable, undefined);
      assert.deepEqual(
        problems.map(({ at }) => at),
        locations,
      );
      assert.match(problems[0]?.message ?? '', message);
      if (hint !== undefined) assert.match(problems[0]?.hint ?? '', hint);
    });

  it('is rejected if EventBridge would reject it for its length', () => {
    const pairs = (from: number, to: number): string =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index)
        .filter((value) => value % 3 !== 2)
        .join(',');
    const text = `cron(${pairs(0, 59)} ${pairs(0, 23)} ${pairs(1, 31)} 1,2,4,5,7,8,10,11 ? 2026,2028)`;
    assert.ok(text.length < 250);
    assert.deepEqual(parseTimetable(text).problems, [
      {
        at: 0,
        message: 'EventBridge accepts at most 256 characters in a timetable',
        hint: 'divide the timetable into two schedules',
      },
    ]);
  });
});
