import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../lib/results/limits.ts';
import { Budget } from '../../../lib/results/query/budget.ts';
import { Document } from '../../../lib/results/query/document.ts';
import type { RunSource } from '../../../lib/results/query/query-run.ts';
import type { Run } from '../../../lib/results/run.ts';
import { builtIndex } from '../../../lib/results/run-index/index-run.ts';
import { isOpen, openIndex, type ReadRange } from '../../../lib/results/run-index/open-index.ts';
import { searchLimits } from '../../../lib/results/run-search/limits.ts';
import { occurs, occursIn } from '../../../lib/results/run-search/match-term.ts';
import { searchTerms } from '../../../lib/results/run-search/parse-search.ts';
import { type RunSearch, searchRuns } from '../../../lib/results/run-search/search-runs.ts';
import { publicRun } from '../../repository/run-row.ts';

const now = () => performance.now();
const bytesOf = (document: unknown) => new TextEncoder().encode(JSON.stringify(document));

function termsOf(query: string) {
  const terms = searchTerms(query, { now });
  if ('valid' in terms) throw assert.fail(terms.reason ?? query);
  return terms;
}

/** A stored run in memory that counts reads. */
function stored(bytes: Uint8Array) {
  const read = { document: 0, index: 0, kept: 0 };
  const ranges = (of: 'document' | 'index', content: () => Promise<Uint8Array>): ReadRange => {
    return async (start, end) => {
      const found = (await content()).subarray(start, end);
      read[of] += found.length;
      return found;
    };
  };
  let built: Promise<Uint8Array> | undefined;
  const index = () => {
    built ??= builtIndex([bytes]).then((made) => made.bytes);
    return built;
  };
  const source: RunSource = {
    documentBytes: bytes.length,
    document: ranges('document', async () => bytes),
    index: ranges('index', index),
    async openIndex(through) {
      const opened = await openIndex(through, { documentBytes: bytes.length });
      if (!isOpen(opened)) throw new Error(opened.reason);
      return opened;
    },
    kept: () => undefined,
    keep: () => {
      read.kept += 1;
    },
  };
  return { source, read };
}

/** Runs with these documents, numbered from 1, and a search of them. */
function searching(documents: readonly unknown[], query: string, more: Partial<RunSearch> = {}) {
  const all = documents.map((document) => stored(bytesOf(document)));
  const runs = all.map(({ source }, at) => publicRun(at + 1, source.documentBytes));
  const sourceOf = ({ id }: Run) => all[id - 1]?.source ?? assert.fail();
  const search = { terms: termsOf(query), matchAll: false, sourceOf, now, ...more };
  const found = async () => (await searchRuns([runs], search)).runs.map(({ id }) => id);
  return { found, all };
}

test('a search finds runs for which one term holds, or all terms', async () => {
  const documents = [{ a: 1 }, { b: 1 }, { x: { a: null, b: [] } }, {}];
  assert.deepEqual(await searching(documents, 'a b').found(), [1, 2, 3]);
  assert.deepEqual(await searching(documents, 'a b', { matchAll: true }).found(), [3]);
  assert.deepEqual(await searching(documents, '$.a', { matchAll: true }).found(), [1]);
});

test('pages of any size find the same, in the order given', async () => {
  const bounds = fc.record({
    searchMs: fc.constant(60_000),
    searchBytes: fc.constant(1e9),
    searchPageRuns: fc.integer({ min: 1, max: 5 }),
    searchPageBytes: fc.integer({ min: 0, max: 60 }),
  });
  const documents = fc.array(fc.constantFrom({ a: 1 }, { b: 'x'.repeat(20) }, { a: { b: 2 } }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(documents, bounds, async (runs, some) => {
      const expected = runs.flatMap((one, at) => ('a' in one ? [at + 1] : []));
      assert.deepEqual(await searching(runs, 'a', { bounds: some }).found(), expected);
    }),
  );
});

const rows = Array.from({ length: 6000 }, (_, at) => ({
  name: `row ${at}`,
  value: at,
  stats: { p99: at % 100, labels: ['l', at % 2 === 0] },
}));
const large = {
  title: 'large',
  empty: null,
  info: { branch: 'main' },
  results: rows,
  tail: [[1], [2, { deep: 1 }]],
};

test('a large run is searched by its index, and the answer is that of the whole document', async () => {
  const bytes = bytesOf(large);
  assert.ok(bytes.length > limits.wholeBytesMax);
  const document = new Document(bytes);
  const cases: [query: string, found: boolean, bytesMax?: number][] = [
    ['$', true, 0],
    ['$.title', true, 0],
    ['$.empty', true, 0],
    ['$.results', true, 0],
    ['$.*', true, 0],
    ['$.nope', false, 0],
    ['$.results[*].value', true, 0],
    ['$.results[*].nope', false, 0],
    ['$.results[5999]', true, 10_000],
    ['$.results[6000]', false, 0],
    ['$.results[?(@.value > 5998)].name', true, 0],
    ['$.results[?(@.value > 5999)].name', false, 0],
    ['deep', true],
    ['p99', true],
    ['nope', false],
    ['$.info.branch', true, 100],
    ['lax $.results', true, 0],
    ['lax $.results[*].value', true, 0],
    ['$.results ? (@.value > 5998).name', true, 0],
    ['$.results ? (@.value > 5999).name', false, 0],
    ['strict $.nope', false],
    ['$.info ? (@.branch == "main")', true, 100],
    ['$.results.stats.p99 > 98', true],
    ['$.results.stats.p99 > 99', false],
    ['$.info.branch == "main"', true, 100],
    ['@.deep == 1', true],
    ["@.title == 'large'", true],
    ["@.title == 'small'", false],
  ];
  for (const [query, found, bytesMax] of cases) {
    const { source, read } = stored(bytes);
    const [term] = termsOf(query);
    assert.ok(term);
    assert.equal(await occurs(term, source, () => new Budget(now)), found, query);
    assert.equal(occursIn(document, term, new Budget(now)), found, query);
    assert.ok(bytesMax === undefined || read.document <= bytesMax, `${query}: ${read.document} bytes`);
  }
});

test('a small document is read once for all terms and kept, a large one is not kept', async () => {
  const small = searching([{ a: 1 }], 'x y z a');
  assert.deepEqual(await small.found(), [1]);
  assert.equal(small.all[0]?.read.document, bytesOf({ a: 1 }).length);
  assert.equal(small.all[0]?.read.kept, 1);
  const whole = searching([large], ", @.x==1 @.y==2 @.title=='large'");
  assert.deepEqual(await whole.found(), [1]);
  assert.equal(whole.all[0]?.read.document, bytesOf(large).length);
  assert.equal(whole.all[0]?.read.kept, 0);
});

test('a run that would cost too much is named; it is not left out', async () => {
  const wide = { list: Array.from({ length: 2500 }, () => [[]]) };
  const steps = '$.list ? (exists($.list ? (exists($.list ? (@.size() == 5)))))';
  const { found } = searching([wide, { a: 1 }], steps, { bounds: { ...searchLimits, searchMs: 300 } });
  await assert.rejects(found, ({ code, status }) => code === 'SEARCH_TOO_LARGE' && status === 413);
});

test('a document on which the evaluation fails is not found, and disturbs no other', async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`);
  const { found } = searching([{ a: 'x' }, deep, { a: 3 }], 'strict $.a.double() > 2');
  assert.deepEqual(await found(), [3]);
});
