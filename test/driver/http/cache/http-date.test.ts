import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseHttpDate } from '../../../../lib/driver/http/cache/http-date.ts';
import { TestCache } from './caches.ts';

/** The client cache reads the three forms of a date in HTTP, and no other text is a date. */

const now = Date.UTC(2026, 10, 28);

suite('a date of HTTP', () => {
  const instant = Date.UTC(2050, 7, 8, 2, 1, 18);
  for (const text of [
    'Mon, 08 Aug 2050 02:01:18 GMT',
    'MON, 08 AUG 2050 02:01:18 gmt',
    'Monday, 08-Aug-50 02:01:18 GMT',
    'Mon Aug  8 02:01:18 2050',
  ])
    test(text, () => assert.equal(parseHttpDate(text, now), instant));

  test('a leap second is the first instant of the next day', () => {
    const leap = 'Sat, 31 Dec 2050 23:59:60 GMT';
    assert.equal(parseHttpDate(leap, now), Date.UTC(2051, 0, 1));
    assert.equal(parseHttpDate(leap.replace(':60', ':61'), now), undefined);
  });

  test('the local time of the machine is no part of it', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      assert.equal(parseHttpDate('Mon Aug  8 02:01:18 2050', now), instant);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test('two digits are a year of the past 50 years or of the next 50', () => {
    const yearOf = (text: string) => new Date(parseHttpDate(text, now) ?? Number.NaN).getUTCFullYear();
    assert.equal(yearOf('Sunday, 06-Nov-76 08:49:37 GMT'), 2076);
    assert.equal(yearOf('Sunday, 06-Nov-77 08:49:37 GMT'), 1977);
  });
});

suite('no date of HTTP', () => {
  for (const text of [
    '',
    '0',
    '-1',
    '2050',
    'Mon, 08 Aug 2050 02:01:18 UTC',
    'Mon, 08 Aug 2050 02:01:18 +0000',
    'Mon, 08 Aug 2050 02:01:18',
    'Mon 08 Aug 2050 02:01:18 GMT',
    'Mon,  08 Aug 2050  02:01:18 GMT',
    'Mon, 08-Aug-2050 02:01:18 GMT',
    'Mon, 08 Aug 2050 2:01:18 GMT',
    'Mon, 08 Aug 2050 24:01:18 GMT',
    'Mon, 31 Feb 2050 02:01:18 GMT',
    'Mon, 08 Foo 2050 02:01:18 GMT',
    '2050-08-08T02:01:18Z',
    'release 7',
  ])
    test(`'${text}' expires in the past`, () => {
      assert.equal(parseHttpDate(text, now), undefined);
      assert.equal(new TestCache().store({ expires: text }), false);
    });
});

test('only whole seconds are an age', () => {
  for (const [age, isFresh] of [
    ['59', true],
    ['60', false],
    ['60.0', true],
    ['60s', true],
    ['-60', true],
    ['60, 0', false],
    ['99999999999999999999', false],
  ] as const) {
    const cache = new TestCache();
    cache.store({ 'cache-control': 'max-age=60', etag: '"1"', age });
    assert.equal(cache.find() === 'hit', isFresh, age);
  }
});
