import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Target } from '../../../../lib/driver/model/benchmark.ts';
import { runVirtually, totals } from '../../session/shards.ts';

/**
 * When a target without TLS redirects all users to the same host over TLS, the results contain one notice.
 * Other redirects cause no notice.
 */

async function noticesOf(status: number, location: string, targetLimits: Partial<Target> = {}) {
  const { outcome, rows } = await runVirtually(
    {
      arrivals: { kind: 'atOnce', users: 3 },
      scenario: [{ main: [{ httpRequest: { GET: '/' } }] }],
      ergonomics: { repeatCookies: false },
      targetLimits: { host: 'shop.example', useHttpCache: false, ...targetLimits },
    },
    { answer: () => ({ kind: 'response', afterMs: 1, status, headers: { location } }) },
  );
  assert.equal(totals(rows()).responses, 3);
  return outcome.notices;
}

suite('a redirect', () => {
  const noticed: readonly (readonly [number, string, there: string])[] = [
    [301, 'https://shop.example/', 'https://shop.example'],
    [302, 'HTTPS://Shop.Example/front?a=1', 'https://shop.example'],
    [308, 'https://shop.example:8443/', 'https://shop.example:8443'],
  ];
  for (const [status, location, there] of noticed)
    test(`${status} to ${location} is noticed once`, async () => {
      assert.deepEqual(await noticesOf(status, location), [
        `http://127.0.0.1:80 redirects to ${there}: if your test is not about this redirect, write 'host: ${there}'`,
      ]);
    });

  const others: readonly (readonly [number, string, Partial<Target>?])[] = [
    [301, 'https://other.example/'],
    [301, 'http://shop.example/'],
    [301, '/https://shop.example/'],
    [301, 'https://'],
    [200, 'https://shop.example/'],
    [301, 'https://shop.example/front', { protocol: 'https' }],
  ];
  for (const [status, location, limits] of others)
    test(`${status} to ${location} from ${limits?.protocol ?? 'http'} is not`, async () => {
      assert.deepEqual(await noticesOf(status, location, limits), []);
    });
});
