import assert from 'node:assert/strict';
import { test } from 'node:test';
import CachePolicy from 'http-cache-semantics';
import { randomFor } from '../../../../lib/driver/random.ts';
import { TestCache } from './caches.ts';

/**
 * Downpour's cache and http-cache-semantics agree on every response and request that both read alike. Rules
 * that the library implements differently are left out, and client-cache.test.ts compares those with the RFC.
 * The library treats `must-revalidate` as `no-cache`, and `no-cache` as a lifetime of 0 that `max-stale` may
 * extend. It reads directives in lower case only, and takes no new field when a response is refreshed.
 */

const random = randomFor(20261122, 'cache', 0, 'differential');
const draw = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
const chance = (share: number): boolean => random.next() < share;

function responseAt(nowMs: number): Record<string, string> {
  const at = (seconds: number): string => new Date(nowMs + seconds * 1000).toUTCString();
  const control = [
    ...(chance(0.6) ? [`max-age=${draw(['0', '5', '60', '600', '"60"', 'x'])}`] : []),
    ...(chance(0.15) ? ['no-cache'] : []),
    ...(chance(0.1) ? ['no-store'] : []),
    ...(chance(0.3)
      ? [draw(['public', 'private', 's-maxage=1', 'no-transform', 'stale-while-revalidate=30'])]
      : []),
  ];
  return {
    ...(control.length > 0 ? { 'cache-control': control.join(draw([',', ', ', ' , '])) } : {}),
    ...(chance(0.4) ? { expires: draw([at(30), at(300), at(-30), 'soon']) } : {}),
    ...(chance(0.6) ? { date: draw([at(0), at(-10), at(3)]) } : {}),
    ...(chance(0.3) ? { age: draw(['0', '4', '40', 'x']) } : {}),
    ...(chance(0.4) ? { etag: draw(['"a"', 'W/"a"', '"b"']) } : {}),
    ...(chance(0.4) ? { 'last-modified': draw([at(-50), at(-5_000), at(100), 'once']) } : {}),
    ...(chance(0.2) ? { vary: draw(['accept', 'Accept, x-lang', '*', 'accept, *', '']) } : {}),
  };
}

function requestHeaders(): Record<string, string> {
  const control = [
    ...(chance(0.15) ? [`max-age=${draw(['0', '10', '100'])}`] : []),
    ...(chance(0.15) ? [draw(['max-stale', 'max-stale=20', 'max-stale=200'])] : []),
    ...(chance(0.15) ? [`min-fresh=${draw(['10', '100'])}`] : []),
    ...(chance(0.05) ? ['no-cache'] : []),
  ];
  return {
    ...(control.length > 0
      ? { 'cache-control': control.join(', ') }
      : chance(0.05)
        ? { pragma: 'no-cache' }
        : {}),
    ...(chance(0.3) ? { accept: draw(['text/html', 'text/plain']) } : {}),
    ...(chance(0.3) ? { 'x-lang': draw(['cs', 'en']) } : {}),
  };
}

test('thousands of random responses and requests end as they do with http-cache-semantics', () => {
  let nowMs = 0;
  class Policy extends CachePolicy {
    now(): number {
      return nowMs;
    }
  }
  const [hits, misses, kept] = [[0], [0], [0]] as [[number], [number], [number]];
  for (let round = 0; round < 6_000; round += 1) {
    const cache = new TestCache();
    nowMs = cache.nowMs;
    const first = requestHeaders();
    const response = responseAt(nowMs);
    const stored = cache.store(response, first);
    const policy = new Policy(asRequest(first), { status: 200, headers: response }, { shared: false });
    // Downpour's cache does not store a response that it could never use.
    const keepable = policy.storable() && response.vary?.includes('*') !== true;
    const useful =
      policy.maxAge() > 0 || response.etag !== undefined || response['last-modified'] !== undefined;
    assert.equal(stored, keepable && useful, JSON.stringify({ response }));
    if (!stored) continue;
    kept[0] += 1;
    for (let step = 0; step < 4; step += 1) {
      nowMs += Math.floor(random.next() * 40_000) + 0.5;
      cache.nowMs = nowMs;
      const later = requestHeaders();
      if (response['cache-control']?.includes('no-cache') && later['cache-control']?.includes('max-stale'))
        continue;
      const hit = cache.find(later) === 'hit';
      assert.equal(
        hit,
        policy.satisfiesWithoutRevalidation(asRequest(later)),
        JSON.stringify({ response, first, later }),
      );
      hits[0] += hit ? 1 : 0;
      misses[0] += hit ? 0 : 1;
    }
    if (response.vary !== undefined || response.age !== undefined) continue;
    const renewed = Object.fromEntries(
      Object.entries(responseAt(nowMs)).filter(
        ([name]) => name in response && name !== 'vary' && name !== 'etag',
      ),
    );
    if (response['last-modified'] !== undefined) renewed['last-modified'] = response['last-modified'];
    if (response.etag !== undefined) renewed.etag = response.etag;
    if (renewed['cache-control']?.includes('no-store')) continue;
    cache.refresh(renewed, first);
    if (response.date !== undefined) renewed.date = new Date(nowMs).toUTCString();
    const { policy: next } = policy.revalidatedPolicy(asRequest(first), { status: 304, headers: renewed });
    nowMs += 20_000.5;
    cache.nowMs = nowMs;
    assert.equal(
      cache.find({}) === 'hit',
      next.satisfiesWithoutRevalidation(asRequest({})),
      JSON.stringify({ response, renewed }),
    );
  }
  assert.ok(hits[0] > 2_000 && misses[0] > 2_000 && kept[0] > 2_000, JSON.stringify({ hits, misses, kept }));
});

const asRequest = (headers: Record<string, string>) => ({ method: 'GET', url: '/', headers });
