import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { caching } from '../../../../lib/driver/http/cache/limits.ts';
import { type Headers, TestCache } from './caches.ts';

const minute = { 'cache-control': 'max-age=60' };

suite('a response', () => {
  const rows: readonly (readonly [string, Headers, boolean])[] = [
    ['with a lifetime is kept', minute, true],
    ['with one in capitals is kept', { 'cache-control': 'Public, MAX-AGE=60' }, true],
    ['with one in the second of two fields is kept', { 'cache-control': ['public', 'max-age=60'] }, true],
    ['that expires is kept', { expires: 'Thu, 01 Jan 2037 00:00:00 GMT' }, true],
    ['with a tag is kept', { etag: '"1"' }, true],
    ['with the instant of its change is kept', { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }, true],
    ['with nothing of this is not', { 'content-type': 'text/plain' }, false],
    ['that is over at once is not', { 'cache-control': 'max-age=0' }, false],
    ['that must not be stored is not', { 'cache-control': 'no-store, max-age=60', etag: '"1"' }, false],
    ['that says so in quotes is', { 'cache-control': 'private="a, no-store", max-age=60' }, true],
    ['with a quote that does not end is not', { 'cache-control': 'private="a, max-age=60' }, false],
    ['chosen by more than headers is not', { ...minute, vary: 'accept, *' }, false],
    ['with a lifetime that is no number is not', { 'cache-control': 'max-age=soon' }, false],
    ['with several lifetimes has the first', { 'cache-control': 'max-age=0, max-age=60' }, false],
  ];
  for (const [what, headers, kept] of rows) {
    test(what, () => assert.equal(new TestCache().store(headers), kept));
  }

  test('that takes more memory than one may is dropped', () => {
    const cache = new TestCache();
    cache.store({ etag: `"${'x'.repeat(caching.responseCharsMax)}"` });
    assert.equal(cache.cache.size, 0);
  });

  test('that must be revalidated is used while it is fresh, and stale by no request', () => {
    const cache = new TestCache();
    cache.store({ 'cache-control': 'max-age=60, must-revalidate', etag: '"1"' });
    assert.equal(cache.find(), 'hit');
    cache.nowMs += 60_000;
    assert.notEqual(cache.find({ 'cache-control': 'max-stale' }), 'hit');
  });

  test('without a lifetime is fresh for a tenth of the time since its change', () => {
    const cache = new TestCache();
    cache.store({ 'last-modified': new Date(cache.nowMs - 100_000).toUTCString() });
    cache.nowMs += 9_999;
    assert.equal(cache.find(), 'hit');
    cache.nowMs += 1;
    assert.notEqual(cache.find(), 'hit');
  });

  test('with neither lifetime nor change is requested each time', () => {
    const cache = new TestCache();
    cache.store({ etag: '"1"' });
    const found = cache.find();
    assert.ok(found !== 'hit' && found?.etag === '"1"');
  });

  test('to a GET answers a HEAD, and not the other way round', () => {
    const cache = new TestCache();
    cache.store(minute, {}, '/get', 'GET');
    assert.equal(cache.find({}, '/get', 'HEAD'), 'hit');
    cache.store(minute, {}, '/head', 'HEAD');
    assert.equal(cache.find({}, '/head', 'HEAD'), 'hit');
    assert.equal(cache.find({}, '/head', 'GET'), undefined);
  });

  test('is stored in addition to a response for other request headers', () => {
    const cache = new TestCache();
    cache.store({ ...minute, vary: 'Accept-Language' }, { 'accept-language': 'cs' });
    assert.equal(cache.find({ 'accept-language': 'en' }), undefined);
    assert.equal(cache.find(), undefined);
    cache.store({ ...minute, vary: 'Accept-Language' }, { 'accept-language': 'en' });
    assert.equal(cache.find({ 'accept-language': 'cs' }), 'hit');
    assert.equal(cache.find({ 'accept-language': 'en' }), 'hit');
    assert.equal(cache.cache.size, 2);
  });

  test('replaces a response with the same tag and a stale one, and keeps any other', () => {
    const cache = new TestCache();
    cache.store({ ...minute, etag: '"1"' });
    cache.store({ ...minute, etag: 'W/"1"' });
    assert.equal(cache.cache.size, 1);
    cache.store({ ...minute, etag: '"2"' });
    assert.equal(cache.cache.size, 2);
    cache.nowMs += 60_000;
    cache.store({ ...minute, etag: '"3"' });
    assert.equal(cache.cache.size, 1);
  });

  test('gives way to newer ones when there are as many as one user may keep', () => {
    const cache = new TestCache();
    for (let page = 0; page <= caching.responsesUserMax; page += 1) cache.store(minute, {}, `/${page}`);
    assert.equal(cache.cache.size, caching.responsesUserMax);
    assert.equal(cache.find({}, '/0'), undefined);
    assert.equal(cache.find({}, '/1'), 'hit');
  });
});

suite('a request', () => {
  const fresh = (): TestCache => {
    const cache = new TestCache();
    cache.store({ ...minute, etag: '"1"', 'last-modified': 'Sun, 22 Nov 2026 09:00:00 GMT' });
    cache.nowMs += 20_000;
    return cache;
  };
  const rows: readonly (readonly [string, Readonly<Record<string, string>>, 'hit' | 'ask' | 'send'])[] = [
    ['that says nothing is answered', {}, 'hit'],
    ['with no-cache asks', { 'cache-control': 'no-cache' }, 'ask'],
    ['with pragma asks', { pragma: 'No-Cache' }, 'ask'],
    [
      'with pragma beside cache-control does not',
      { pragma: 'no-cache', 'cache-control': 'max-age=30' },
      'hit',
    ],
    ['for a younger response asks', { 'cache-control': 'max-age=19' }, 'ask'],
    ['for one that stays fresh asks', { 'cache-control': 'min-fresh=41' }, 'ask'],
    ['for one that stays fresh as long is answered', { 'cache-control': 'min-fresh=40' }, 'hit'],
    ['with no-store is answered all the same', { 'cache-control': 'no-store' }, 'hit'],
    ['that names the tag is answered', { 'if-none-match': '"0", W/"1"' }, 'hit'],
    ['that names any is answered', { 'if-none-match': '*' }, 'hit'],
    ['that names another is sent as it is', { 'if-none-match': '"0,1"' }, 'send'],
    [
      'that names the tag and asks is sent as it is',
      { 'if-none-match': '"1"', 'cache-control': 'no-cache' },
      'send',
    ],
    ['with a date of its own is answered', { 'if-modified-since': 'Sun, 22 Nov 2026 09:00:00 GMT' }, 'hit'],
    ['with if-match is for the target', { 'if-match': '"1"' }, 'send'],
    [
      'with if-unmodified-since is for the target',
      { 'if-unmodified-since': 'Sun, 22 Nov 2026 09:00:00 GMT' },
      'send',
    ],
  ];
  for (const [what, headers, expected] of rows) {
    test(what, () => {
      const found = fresh().find(headers);
      assert.equal(found === undefined ? 'send' : found === 'hit' ? 'hit' : 'ask', expected);
    });
  }

  test('that takes stale responses takes them as long as it says', () => {
    const cache = fresh();
    cache.nowMs += 50_000;
    assert.notEqual(cache.find(), 'hit');
    assert.notEqual(cache.find({ 'cache-control': 'max-stale=9' }), 'hit');
    assert.equal(cache.find({ 'cache-control': 'max-stale=10' }), 'hit');
    assert.equal(cache.find({ 'cache-control': 'max-stale' }), 'hit');
    assert.notEqual(cache.find({ 'cache-control': 'max-stale, min-fresh=1' }), 'hit');
  });

  test('with no-store leaves no response behind', () => {
    const cache = new TestCache();
    cache.store(minute, { 'cache-control': 'no-store' });
    assert.equal(cache.cache.size, 0);
  });
});

suite('an answer that nothing has changed', () => {
  test('makes a response fresh again, with what it says of its lifetime', () => {
    const cache = new TestCache();
    cache.store({ ...minute, etag: '"1"' });
    cache.nowMs += 70_000;
    cache.refresh({});
    cache.nowMs += 59_000;
    assert.equal(cache.find(), 'hit');
    cache.refresh({ 'cache-control': ['private', 'max-age=5'], etag: '"1"' });
    cache.nowMs += 5_000;
    assert.notEqual(cache.find(), 'hit');
  });

  test('is for the one with its tag', () => {
    const cache = new TestCache();
    cache.store({ ...minute, etag: '"1"' });
    cache.store({ ...minute, etag: '"2"' });
    cache.nowMs += 60_000;
    cache.refresh({ etag: '"1"' });
    assert.equal(cache.find({ 'if-none-match': '"1"' }), 'hit');
    assert.equal(cache.find({ 'if-none-match': '"2"' }), undefined);
  });

  test('refreshes the response for the same request headers', () => {
    const cache = new TestCache();
    const lingual = { ...minute, vary: 'accept-language' };
    for (const language of ['en', 'cs']) cache.store(lingual, { 'accept-language': language });
    cache.nowMs += 60_000;
    cache.refresh({}, { 'accept-language': 'en' });
    assert.equal(cache.find({ 'accept-language': 'en' }), 'hit');
    assert.notEqual(cache.find({ 'accept-language': 'cs' }), 'hit');
  });

  test('without a response to refresh changes nothing', () => {
    const cache = new TestCache();
    cache.refresh({ etag: '"1"' });
    cache.store({ ...minute, etag: '"2"' });
    cache.refresh({ etag: '"1"' });
    assert.equal(cache.cache.size, 1);
  });
});
