import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTimetable } from '../../lib/timetable/parse.ts';
import { nextTimes } from '../../lib/timetable/times.ts';
import { instantOf, parseZone, wallOf } from '../../lib/timetable/zone.ts';

/**
 * The times of a timetable are local times of a zone. Changes of the clock have the same effect as in
 * EventBridge.
 */

function after(instant: string, expression: string, zone: string, count = 3): string[] {
  const { timetable } = parseTimetable(expression);
  assert.ok(timetable);
  const at = Date.parse(instant);
  return nextTimes(timetable, zone, { madeAt: at, after: at }, count).map((each) =>
    new Date(each).toISOString().replace(':00.000Z', 'Z'),
  );
}

describe('the next times', () => {
  const rows: readonly (readonly [
    what: string,
    from: string,
    expression: string,
    zone: string,
    times: string[],
  ])[] = [
    [
      'keep the time of the wall over a change of the clock',
      ...(['2026-03-28T00:00:00Z', '0 9 * * *', 'Europe/Prague'] as const),
      ['2026-03-28T08:00Z', '2026-03-29T07:00Z', '2026-03-30T07:00Z'],
    ],
    [
      'skip a time that does not exist',
      ...(['2026-03-28T00:00:00Z', '30 2 * * *', 'Europe/Prague'] as const),
      ['2026-03-28T01:30Z', '2026-03-30T00:30Z', '2026-03-31T00:30Z'],
    ],
    [
      'go on behind an hour of minutes that do not exist',
      ...(['2026-03-29T00:59:00Z', '* * * * *', 'Europe/Prague'] as const),
      ['2026-03-29T01:00Z', '2026-03-29T01:01Z'],
    ],
    [
      'end when the time never exists',
      ...(['2026-11-27T00:00:00Z', 'cron(30 2 ? 3 1L *)', 'Europe/Prague'] as const),
      [],
    ],
    [
      'take a time that comes twice once, the first time',
      ...(['2026-10-24T12:00:00Z', '30 2 * * *', 'Europe/Prague'] as const),
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z', '2026-10-27T01:30Z'],
    ],
    [
      'do not repeat an hour that comes twice',
      ...(['2026-10-24T23:10:00Z', '0,30 * * * *', 'Europe/Prague'] as const),
      ['2026-10-24T23:30Z', '2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-25T02:00Z'],
    ],
    [
      'come after the second pass when asked in it',
      ...(['2026-10-25T01:15:00Z', '*/15 * * * *', 'Europe/Prague'] as const),
      ['2026-10-25T02:00Z', '2026-10-25T02:15Z'],
    ],
    [
      'know zones that change by half an hour',
      ...(['2026-10-03T00:00:00Z', '0 3 * * *', 'Australia/Lord_Howe'] as const),
      ['2026-10-03T16:00Z', '2026-10-04T16:00Z'],
    ],
    [
      'know the last Friday and the first Monday of a month',
      ...(['2026-11-22T00:00:00Z', 'cron(0 9 ? * 6L *)', 'UTC'] as const),
      ['2026-11-27T09:00Z', '2026-12-25T09:00Z'],
    ],
    [
      'know the weekday nearest to a day',
      ...(['2026-11-01T00:00:00Z', 'cron(0 9 15W * ? *)', 'UTC'] as const),
      ['2026-11-16T09:00Z', '2026-12-15T09:00Z'],
    ],
    ['wait for a leap year', '2026-11-22T00:00:00Z', '0 0 29 2 *', 'UTC', ['2028-02-29T00:00Z']],
    [
      'count a rate from the making of its schedule, whatever the clocks do',
      ...(['2026-03-28T12:00:00Z', 'rate(1 day)', 'Europe/Prague'] as const),
      ['2026-03-29T12:00Z', '2026-03-30T12:00Z'],
    ],
    [
      'begin with the next instant',
      ...(['2026-11-22T02:59:59.999Z', '0 3 * * *', 'UTC'] as const),
      ['2026-11-22T03:00Z'],
    ],
    ['never include the instant itself', '2026-11-22T03:00:00Z', '0 3 * * *', 'UTC', ['2026-11-23T03:00Z']],
  ];
  for (const [what, from, expression, zone, times] of rows)
    it(`${what}: ${expression} ${zone}`, () => {
      assert.deepEqual(after(from, expression, zone, times.length), times);
    });

  it('end with the last one, and there may be none at all', () => {
    assert.deepEqual(after('2026-11-22T00:00:00Z', 'cron(0 0 1 1 ? 2027)', 'UTC'), ['2027-01-01T00:00Z']);
    assert.deepEqual(after('2026-11-22T00:00:00Z', '0 0 30 2 *', 'UTC'), []);
    assert.deepEqual(after('2026-11-22T00:00:00Z', 'cron(30 2 29 3 ? 2026-2026)', 'Europe/Prague'), []);
  });

  it('do not depend on the zone of the machine, where 2:30 may not exist on a day', (t) => {
    const { TZ } = process.env;
    t.after(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    process.env.TZ = 'America/New_York';
    assert.deepEqual(after('2026-03-08T00:00:00Z', 'cron(30 2 * * ? *)', 'UTC', 2), [
      '2026-03-08T02:30Z',
      '2026-03-09T02:30Z',
    ]);
  });

  it('continue from where a rate is', () => {
    const { timetable } = parseTimetable('rate(10 minutes)');
    assert.ok(timetable);
    assert.deepEqual(
      nextTimes(timetable, 'UTC', { madeAt: 1_000, after: 1_000 + 1_800_000 }, 2),
      [2_401_000, 3_001_000],
    );
  });
});

describe('a time zone', () => {
  it('is known to EventBridge, in its spelling', () => {
    assert.deepEqual(parseZone('Europe/Prague'), { zone: 'Europe/Prague' });
    assert.deepEqual(parseZone('utc'), { zone: 'UTC' });
    assert.deepEqual(parseZone('Europe/Pragu'), {
      message: "'Europe/Pragu' is not the name of a time zone",
      hint: 'such as UTC or Europe/Prague',
    });
    assert.ok('message' in parseZone('+02:00'));
    assert.ok('message' in parseZone(''));
  });

  it('tells the wall from the instant and back', () => {
    const instant = Date.UTC(2026, 6, 1, 12, 0, 0, 7);
    assert.equal(wallOf(instant, 'America/New_York'), Date.UTC(2026, 6, 1, 8, 0, 0, 7));
    assert.equal(instantOf(Date.UTC(2026, 6, 1, 8), 'America/New_York'), Date.UTC(2026, 6, 1, 12));
    assert.equal(instantOf(Date.UTC(2026, 2, 8, 2, 30), 'America/New_York'), undefined);
  });
});
