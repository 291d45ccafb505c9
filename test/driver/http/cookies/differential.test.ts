import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cookie, parseDate, CookieJar as ToughJar } from 'tough-cookie';
import { parseCookieDate } from '../../../../lib/driver/http/cookies/cookie-date.ts';
import { randomFor } from '../../../../lib/driver/random.ts';
import { TestJar } from './jars.ts';

/**
 * Downpour's cookie jar and tough-cookie give the same result for random cookies and requests. The test
 * leaves out cases for which tough-cookie has other rules, and jar.test.ts compares these cases with the RFC:
 * cookies without a name, a cookie for its host alone together with a cookie for its domain, paths with
 * escapes, secure cookies over plain connections, and limits of lengths.
 */

const hosts = [
  'http://shop.example.com',
  'https://shop.example.com',
  'http://example.com',
  'http://www.shop.example.com',
  'http://other.example.com',
  'http://myshop.example.com',
  'http://a.b.co.uk',
  'http://b.co.uk',
  'http://localhost',
  'http://127.0.0.1',
  'http://10.1.2.3',
];
const domains = [
  'example.com',
  '.example.com',
  'shop.example.com',
  'SHOP.Example.com',
  'op.example.com',
  'www.shop.example.com',
  'com',
  'co.uk',
  'b.co.uk',
  'a.b.co.uk',
  'other.org',
  '127.0.0.1',
  '0.0.1',
];
const paths = ['/', '/shop', '/shop/', '/shop/cart', '/shopping', '/shop/cart/1?x=/y', '/?q=1', '/a/b/c/d'];
const cookiePaths = ['/', '/shop', '/shop/', '/shop/cart', '/a/b', '/a/b/', 'shop', '', '/b'];
const dates = [
  'Sun, 22 Nov 2026 10:00:30 GMT',
  'Sunday, 22-Nov-26 10:00:10 GMT',
  'Sun Nov 22 10:01:00 2026',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'never',
  'Mon, 23 Nov 2026 10:00:00 GMT',
  'Sun, 31 Feb 2027 10:00:00 GMT',
];
const noise = ['HttpOnly', 'SameSite=Lax', 'Priority=High', '', 'foo', 'Partitioned'];

test('thousands of random cookies and requests end as they do with tough-cookie', async () => {
  const random = randomFor(20261122, 'cookies', 0, 'differential');
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
  const maybe = (share: number, text: () => string): string => (random.next() < share ? `; ${text()}` : '');
  let [sent, refused, removed] = [0, 0, 0];
  for (let round = 0; round < 400; round += 1) {
    const jar = await new TestJar().knows(...hosts);
    const tough = new ToughJar();
    const visited = [draw(hosts), draw(hosts)];
    const now = Date.now;
    Date.now = () => jar.nowMs;
    try {
      for (let step = 0; step < 30; step += 1) {
        jar.nowMs += Math.floor(random.next() * 4_000);
        const url = draw(visited) + draw(paths);
        if (random.next() < 0.5) {
          const domain = random.next() < 0.4 ? `; Domain=${draw(domains)}` : '';
          // A host-only cookie and a domain cookie have different names here. So the library never has two
          // cookies of one name for a domain.
          const name = draw(['a', 'b', 'sid', '__Host-x', '__Secure-y']) + (domain === '' ? '' : 'd');
          const text =
            `${name}${draw(['=', ' = '])}${draw(['1', '', '"q"', 'x=y', 'two words'])}${domain}` +
            maybe(0.5, () => draw(['Path=', 'path = ']) + draw(cookiePaths)) +
            maybe(0.2, () => draw(['Secure', 'secure='])) +
            maybe(0.3, () => `Expires=${draw(dates)}`) +
            maybe(0.3, () => `Max-Age=${draw(['0', '-1', '5', '20', '1000', 'x', '+5', '1.5'])}`) +
            maybe(0.5, () => draw(noise));
          if (text.includes('ecure') && url.startsWith('http:')) continue;
          const before = jar.jar.size;
          const refusal = jar.set(url, text);
          // Only Downpour's jar protects a secure cookie from a plain connection.
          if (refusal === 'insecure' && !/__|secure/i.test(text)) continue;
          // Removes expired cookies from the library's jar. Otherwise a new cookie would take the position of
          // an expired one.
          const forget = (): void => {
            for (const each of visited) tough.getCookiesSync(each, { allPaths: true });
          };
          forget();
          const kept = setTough(tough, text, url, jar.nowMs);
          forget();
          if (refusal !== undefined) refused += 1;
          if (jar.jar.size < before) removed += 1;
          assert.equal(refusal === undefined, kept, `${text} from ${url}: ${refusal}`);
        } else {
          const header = jar.header(url) ?? '';
          assert.equal(header, tough.getCookieStringSync(url), `to ${url}`);
          if (header !== '') sent += 1;
        }
      }
    } finally {
      Date.now = now;
    }
  }
  assert.ok(sent > 2_000 && refused > 500 && removed > 20, JSON.stringify({ sent, refused, removed }));
});

/**
 * Sets a cookie in the library's jar. False when the jar has rejected it. The library throws an error, or for
 * a wrong prefix silently ignores the cookie.
 */
function setTough(tough: ToughJar, text: string, url: string, nowMs: number): boolean {
  try {
    const cookie = Cookie.parse(text);
    if (cookie === undefined) return false;
    // The library counts `max-age` from the last time that the cookie was sent. The RFC counts it from the
    // time of its arrival.
    const expiresMs = cookie.maxAge === null ? undefined : cookie.expiryTime(new Date(nowMs));
    if (expiresMs !== undefined) cookie.setExpires(new Date(Math.max(0, expiresMs)));
    cookie.maxAge = null;
    return tough.setCookieSync(cookie, url, { now: new Date(nowMs) }) !== undefined;
  } catch {
    return false;
  }
}

test('dates are read as tough-cookie reads them', () => {
  const random = randomFor(20261122, 'dates', 0, 'differential');
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
  const number = (digits: number): string => String(Math.floor(random.next() * 10 ** digits));
  let read = 0;
  for (let round = 0; round < 5_000; round += 1) {
    const parts = [
      draw(['Sun', 'Sunday', '', '7']),
      draw([number(1), number(2), '31', '30th', '29', '0', number(3)]),
      draw(['Feb', 'november', 'JAN', 'xyz', 'Sep', '02']),
      draw([number(4), number(2), '2026', '69', '70', '1600', '1601', '20261', '99x']),
      draw([
        '10:00:00',
        '1:2:3',
        '24:00:00',
        '23:59:59',
        '23:60:00',
        '23:59:60',
        '10:00',
        '10:00:00.5',
        '010:00:00',
      ]),
      draw(['GMT', '+0100', '']),
    ];
    const order = random.next() < 0.3 ? parts.toSorted(() => random.next() - 0.5) : parts;
    const text = order.join(draw([' ', '-', ', ', '/', '\t']));
    const expected = parseDate(text)?.getTime();
    if (expected !== undefined) read += 1;
    assert.equal(parseCookieDate(text), expected, text);
  }
  assert.ok(read > 200, `${read} dates`);
});
