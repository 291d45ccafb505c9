import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Found } from '../../lib/web/data/lists/found.ts';
import { dayOf } from '../../lib/web/shell/palette/day.ts';
import { hasWords, meaningOf } from '../../lib/web/shell/palette/meaning.ts';
import { resultsMax, resultsOf, type Situation } from '../../lib/web/shell/palette/results.ts';

/**
 * The palette finds or does things by a few typed words. These tests check the meaning of a text and the
 * results for it, without a browser.
 */

/** A Monday. */
const nowMs = Date.UTC(2026, 10, 30, 8);
const meaning = (text: string) => meaningOf(text, nowMs, true);
const situation: Situation = {
  path: '/tests',
  nowMs,
  isUtc: true,
  isSignedIn: true,
  look: 'system',
  signIn: '/login?next=/tests',
};
const empty: Found = { runs: [], tests: [], schemas: [] };
const lines = (text: string, found: Found | null = empty, more: Partial<Situation> = {}) =>
  resultsOf(meaning(text), { ...situation, ...more }, found ?? undefined).map(
    (each) => `${each.kind} ${each.name} -> ${'href' in each ? each.href : each.act}`,
  );

test('a text is an id, a burst, an expression, or words with a day', () => {
  const rows: [text: string, expected: ReturnType<typeof meaningOf>][] = [
    ['  ', { kind: 'nothing' }],
    [' 12 ', { kind: 'id', id: 12 }],
    ['0', { kind: 'words', words: ['0'] }],
    ['2147483648', { kind: 'words', words: ['2147483648'] }],
    ['b-20261120-053633-k3f9', { kind: 'burst', id: 'b-20261120-053633-k3f9' }],
    ['b-2026', { kind: 'words', words: ['b-2026'] }],
    [' $.a ', { kind: 'expression', text: '$.a' }],
    ['strict $.a', { kind: 'expression', text: 'strict $.a' }],
    ['US$ 5', { kind: 'words', words: ['US$', '5'] }],
    [
      'checkout Yesterday shop',
      {
        kind: 'words',
        words: ['checkout', 'shop'],
        day: { from: Date.UTC(2026, 10, 29), to: Date.UTC(2026, 10, 30) },
      },
    ],
  ];
  for (const [text, expected] of rows) assert.deepEqual(meaning(text), expected, text);
});

test('a word names a day, and the present weekday names the day a week ago', () => {
  const rows: [word: string, from: string | undefined][] = [
    ['today', '2026-11-30'],
    ['yesterday', '2026-11-29'],
    ['sun', '2026-11-29'],
    ['Tuesday', '2026-11-24'],
    ['monday', '2026-11-23'],
    ['2026-02-28', '2026-02-28'],
    ['2026-13-01', undefined],
    ['2026-02-30', undefined],
    ['mo', undefined],
    ['mondays', undefined],
    ['constructor', undefined],
    ['tomorrow', undefined],
  ];
  for (const [word, from] of rows) {
    const day = dayOf(word, nowMs, true);
    assert.equal(day && new Date(day.from).toISOString().slice(0, 10), from, word);
    if (day !== undefined) assert.equal(day.to - day.from, 86_400_000);
  }
  const law = fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
    const [day, before] = [dayOf('today', ms, false), dayOf('yesterday', ms, false)];
    assert.ok(day !== undefined && day.from <= ms && ms < day.to);
    assert.equal(before?.to, day.from);
  });
  fc.assert(law);
});

test('words are found at the beginning of words only', () => {
  for (const words of [['check'], ['OUT'], ['release', 'check'], ['4.1'], []])
    assert.ok(hasWords('check-out release/4.1', words), words.join());
  for (const words of [['eck'], ['check', 'no'], ['.1x']])
    assert.ok(!hasWords('check-out release/4.1', words), words.join());
  assert.ok(!hasWords('x'.repeat(50_000), ['xx'.repeat(2_000), 'y']));
});

test('screens and actions are found without an answer of the API', () => {
  assert.equal(lines('start', null)[0], 'screen Start -> /start');
  assert.ok(lines('copy').includes('action Copy link -> copy'));
  assert.equal(lines('dark', null)[0], 'action Dark colours -> dark');
  assert.ok(!lines('dark', empty, { look: 'dark' }).includes('action Dark colours -> dark'));
  assert.equal(lines('sign out')[0], 'action Sign out -> signOut');
  assert.equal(lines('sign in', empty, { isSignedIn: false })[0], 'action Sign in -> /login?next=/tests');
  assert.ok(!lines('').some((line) => line.endsWith('/tests')), 'the present screen is no result');
  assert.deepEqual(
    lines('document', null, { run: '12', path: '/run/12' })[0],
    'screen Document of run 12 -> /run/12/data',
  );
});

test('an id leads to its run at once, and to the records that have it', () => {
  assert.deepEqual(lines('12', null), ['run Run 12 -> /run/12']);
  const found: Found = {
    runs: [],
    tests: [{ id: 12, name: 'checkout' }],
    schemas: [{ id: 12, name: 'fio', uri: 'urn:fio' }],
  };
  assert.deepEqual(lines('12', found), ['test checkout -> /test/12', 'schema fio -> /schema/12']);
  assert.deepEqual(lines('12', { ...found, error: new Error('lost') })[0], 'run Run 12 -> /run/12');
  assert.deepEqual(lines('b-20261120-053633-k3f9'), [
    'burst Burst b-20261120-053633-k3f9 -> /burst/b-20261120-053633-k3f9',
  ]);
});

test('an expression asks the run on the screen, or searches all runs', () => {
  assert.deepEqual(lines('$.a'), ['search Search the documents of all runs -> /runs?q=$.a']);
  assert.deepEqual(lines('$.a', empty, { run: '12' }), [
    'question Ask run 12 -> /run/12/ask?q=$.a',
    'search Search the documents of all runs -> /runs?q=$.a',
  ]);
  assert.deepEqual(lines('@.a > 1', empty, { run: '12' }).length, 1);
  assert.deepEqual(lines(`$.${'a'.repeat(2_000)}`, empty, { run: '12' }), []);
});

test('names that begin with the text come first, and no kind fills the list', () => {
  const named = (name: string, id: number) => ({ id, name });
  const found: Found = {
    runs: [{ id: 7, testname: 'checkout', start: nowMs, outcome: undefined }],
    tests: ['shop checkout', 'Checkout', 'c checkout', 'd checkout', 'e checkout', 'checkout new'].map(named),
    schemas: Array.from({ length: 9 }, (_, id) => ({ id, name: `s${id} checkout`, uri: `urn:${id}` })),
  };
  const all = lines('checkout', found);
  assert.deepEqual(all.slice(1, 4), [
    'test Checkout -> /test/1',
    'test checkout new -> /test/5',
    'test shop checkout -> /test/0',
  ]);
  const counts = Object.groupBy(all, (line) => line.split(' ')[0] ?? '');
  assert.deepEqual(
    Object.entries(counts).map(([kind, list]) => [kind, list?.length]),
    [
      ['run', 1],
      ['test', 5],
      ['schema', 5],
      ['search', 1],
    ],
  );
  assert.equal(all.length, resultsMax);
  assert.equal(lines('checkout yesterday', empty).length, 0);
});
