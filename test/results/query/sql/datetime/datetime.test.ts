import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendarDay, julianDay } from '../../../../../lib/results/query/sql/datetime/calendar.ts';
import { readJson } from '../../../../../lib/results/query/sql/sql-json-path.ts';
import { answer, inShort } from '../answer.ts';

/** SQL/JSON paths with the answers of PostgreSQL 15.18. */
const answers: readonly (readonly [path: string, answer: string])[] = [
  ['"2026-01-05".datetime()', '["2026-01-05"]'],
  ['"26-1-5".datetime()', '["0026-01-05"]'],
  ['"2026-02-30".datetime()', '22031 datetime format is not recognized: "2026-02-30"'],
  ['"12:34:56".datetime()', '["12:34:56"]'],
  ['"12:34:56.7800".datetime()', '["12:34:56.78"]'],
  ['"12:34:56+02".datetime()', '["12:34:56+02:00"]'],
  ['"12:34:56 -03:30".datetime()', '22031 datetime format is not recognized: "12:34:56 -03:30"'],
  ['"2026-01-05 08:00:00".datetime()', '["2026-01-05T08:00:00"]'],
  ['"2026-01-05T08:00:00.120".datetime()', '["2026-01-05T08:00:00.12"]'],
  ['"2026-01-05 08:00:00+01:00".datetime()', '["2026-01-05T08:00:00+01:00"]'],
  ['"2026-01-05T08:00:00Z".datetime()', '22031 datetime format is not recognized: "2026-01-05T08:00:00Z"'],
  ['"24:00:00".datetime()', '22031 datetime format is not recognized: "24:00:00"'],
  ['"05/01/2026".datetime("DD/MM/YYYY")', '["2026-01-05"]'],
  ['"05-01-2026".datetime("DD/MM/YYYY")', '22007 unmatched format separator "/"'],
  ['"5 Jan 2026".datetime("FMDD Mon YYYY")', '["2026-01-05"]'],
  ['"5 jan 2026 bc".datetime("DD Mon YYYY BC")', '["2026-01-05 BC"]'],
  ['"0044-03-15 BC".datetime("YYYY-MM-DD BC")', '["0044-03-15 BC"]'],
  ['"2026-W02-3".datetime("IYYY-\\"W\\"IW-ID")', '["2026-01-07"]'],
  ['"2026-005".datetime("YYYY-DDD")', '["2026-01-05"]'],
  ['"20260105".datetime("YYYYMMDD")', '["2026-01-05"]'],
  ['"2026010".datetime("YYYYMMDD")', '["2026-01-01"]'],
  ['"09:05 PM".datetime("HH:MI PM")', '["21:05:00"]'],
  ['"13:05 PM".datetime("HH12:MI PM")', '22007 hour "13" is invalid for the 12-hour clock'],
  ['"12:34:56.7891".datetime("HH24:MI:SS.FF1")', '["12:34:56.8"]'],
  ['"45296".datetime("SSSSS")', '["12:34:56"]'],
  ['"III 2026".datetime("RM YYYY")', '["2026-03-01"]'],
  ['"99-01-01".datetime("YY-MM-DD")', '["1999-01-01"]'],
  ['"2461046".datetime("J")', '["2026-01-05"]'],
  ['"-7".datetime("J")', '22008 date out of range: "-7"'],
  [
    '"2026-01-05".datetime("YYYY-MM")',
    '22007 trailing characters remain in input string after datetime format',
  ],
  ['"2026".datetime("YYYY-MM")', '22007 input string is too short for datetime format'],
  ['"2026-13".datetime("YYYY-MM")', '22008 date/time field value out of range: "2026-13"'],
  ['"2026-01-05".datetime("YYYY-MM-DD TZH")', '22007 input string is too short for datetime format'],
  ['"08+16".datetime("HH24TZH")', '22009 time zone displacement out of range: "08+16"'],
  ['"08".datetime("")', '22007 datetime format is not dated and not timed'],
  ['"x".datetime("%")', '22007 invalid datetime format separator: "%"'],
  ['"x".datetime("TZ")', '0A000 formatting field "TZ" is only supported in to_char'],
  ['"2026-05".datetime("YYYY-IW")', '22007 invalid combination of date conventions'],
  ['"99999999999".datetime("YYYY")', '22008 value for "YYYY" in source string is out of range'],
  ['(1).datetime()', '22031 jsonpath item method .datetime() can only be applied to a string'],
  ['"2026-01-05".datetime().type()', '["date"]'],
  ['"12:34:56+02".datetime().type()', '["time with time zone"]'],
  ['"2026-01-05T08:00:00".datetime().type()', '["timestamp without time zone"]'],
  ['"2026-01-05".datetime() < "2026-01-05 00:00:01".datetime()', '[true]'],
  ['"2026-01-05".datetime() == "2026-01-05 00:00:00".datetime()', '[true]'],
  ['"12:00:00".datetime() < "2026-01-05".datetime()', '[null]'],
  ['"12:00:00+01".datetime() == "11:00:00+00".datetime()', '[false]'],
  ['"12:00:00+01".datetime() > "12:00:00+02".datetime()', '[true]'],
  ['"2026-01-05 12:00:00+01".datetime() == "2026-01-05 11:00:00+00".datetime()', '[true]'],
  [
    '"12:00:00".datetime() == "12:00:00+00".datetime()',
    '0A000 cannot convert value from time to timetz without time zone usage',
  ],
  [
    '"2026-01-05".datetime() < "2026-01-05 11:00:00+00".datetime()',
    '0A000 cannot convert value from date to timestamptz without time zone usage',
  ],
  ['"2026-01-05".datetime() == "2026-01-05"', '[null]'],
  ['"2026-01-05".datetime() == null', '[false]'],
];

test('datetimes are read, compared and printed as PostgreSQL does', () => {
  for (const [path, expected] of answers)
    assert.equal(inShort(answer(readJson('null'), path)), expected, path);
});

test('every day has one date, and they follow one another', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (day) => {
      const date = calendarDay(day);
      assert.equal(julianDay(date), day);
      const next = calendarDay(day + 1);
      const isSameMonth = next.month === date.month && next.day === date.day + 1;
      assert.ok(isSameMonth || next.day === 1);
    }),
  );
});

test('a timestamp comes back as it was written', () => {
  const dates = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const text = date.toISOString().slice(0, 19);
      assert.equal(inShort(answer(readJson(`"${text}"`), '$.datetime()')), `["${text}"]`);
    }),
  );
});
