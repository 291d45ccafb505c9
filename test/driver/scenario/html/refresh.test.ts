import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { htmlTokenizer } from '../../../../lib/driver/scenario/html/attributes.ts';
import { RefreshReader, refreshOf } from '../../../../lib/driver/scenario/html/refresh.ts';
import { cuts, feed } from '../fragments.ts';

/** A page names the next page in a meta tag. */

before(() => htmlTokenizer.load());

/** The URL to which a page leads. It must be the same for every cut into fragments. */
function urlIn(page: string): string | undefined {
  const reader = new RefreshReader();
  const found = new Set<string | undefined>();
  for (const fragments of cuts(page, 3)) {
    feed(reader, fragments);
    found.add(reader.refresh?.url);
  }
  assert.equal(found.size, 1, `${page}: ${[...found]}`);
  return [...found][0];
}

suite('A refresh', () => {
  const rows: readonly (readonly [page: string, url: string | undefined])[] = [
    ['<html><head><meta Http-equiv="refresh" content="0;url=/1" /><META', '/1'],
    ['<META content="0;url=/2" foo="bar" http-equiv="Refresh"></meta>', '/2'],
    ["<meta content='0;url=/3' http-equiv=refresh>", '/3'],
    ['<mETA http-equiv="whatever" content="0;url=/no">', undefined],
    ['<metaMETA http-equiv="refresh" content="0;url=/no"/>', undefined],
    [
      '<met http-equiv="refresh" content="0;url=/no"/><metas http-equiv="refresh" content="0;url=/no"/>',
      undefined,
    ],
    [
      '<!-- <meta http-equiv="refresh" content="0;url=/no"> --><meta http-equiv="x" content="0;url=/no">',
      undefined,
    ],
    ['<script>"<meta http-equiv=refresh content=0;url=/no>"</script>', undefined],
    ['<meta http-equiv="refresh"><meta content="0;url=/no">', undefined],
    ['<meta content="0;url=/no"><meta http-equiv="refresh">', undefined],
    ['<meta http-equiv="refresh" content="0;url=/4"><meta http-equiv="refresh" content="0;url=/no">', '/4'],
    ['<meta http-equiv="refresh" content="30"><meta http-equiv="refresh" content="0;url=/5">', '/5'],
    ['<meta http-equiv="refresh" content="0;url=/a?b=1&amp;c=2">', '/a?b=1&c=2'],
    ['<meta http-equiv="refresh" content="0;url=/no', undefined],
  ];
  test('row 132: is found over fragments, in any case and order, and not where it only looks like one', () => {
    for (const [page, url] of rows) assert.equal(urlIn(page), url, page);
  });

  test('of a page is not that of the page before it', () => {
    const reader = new RefreshReader();
    feed(reader, [Buffer.from('<meta http-equiv="refresh" content="0;url=/1">')]);
    feed(reader, [Buffer.from('<meta http-equiv="refresh"')]);
    feed(reader, [Buffer.from('<meta content="0;url=/2">')]);
    assert.equal(reader.refresh, undefined);
  });

  test('has whole seconds and a URL, written in any of the ways of HTML', () => {
    const written: readonly (readonly [content: string, seconds: number | undefined, url?: string])[] = [
      ['0;url=/a', 0, '/a'],
      ['5; url=/a', 5, '/a'],
      [' 5 ; URL = /a b ', 5, '/a b'],
      ['5,url=/a', 5, '/a'],
      ['5 url=/a', 5, '/a'],
      ['5;/a', 5, '/a'],
      ['1.9;url=/a', 1, '/a'],
      [`0;url='/a'`, 0, '/a'],
      [`0;url="/a" x`, 0, '/a'],
      [`0;url='/a`, 0, '/a'],
      ['5', undefined],
      ['5;', undefined],
      ['5;url=', undefined],
      ['x;url=/a', undefined],
      ['-1;url=/a', undefined],
      [';url=/a', undefined],
      ['5x;url=/a', undefined],
      ['3600;url=/a', 3600, '/a'],
      ['3601;url=/a', undefined],
      [`${'9'.repeat(400)};url=/a`, undefined],
    ];
    for (const [content, seconds, url = ''] of written)
      assert.deepEqual(
        refreshOf(content),
        seconds === undefined ? undefined : { delayMs: seconds * 1000, url },
        content,
      );
  });

  test('is read in time that grows with its length', () => {
    // The time limit is a second, although the work takes milliseconds. Quadratic work would take minutes.
    for (const hostile of ['1'.repeat(1e6), `1${' '.repeat(1e6)}`, `1.${'1.'.repeat(5e5)}`]) {
      const began = performance.now();
      assert.equal(refreshOf(hostile), undefined);
      assert.ok(performance.now() - began < 1000, hostile.slice(0, 5));
    }
  });
});
