/** A search over runs reads no more than its limits allow, reports errors, and continues at its cursor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../lib/results/limits.ts';
import { Budget } from '../../../lib/results/query/budget.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { planLimits, queryLimits } from '../../../lib/results/query/limits.ts';
import type { RunSource } from '../../../lib/results/query/query-run.ts';
import type { Run } from '../../../lib/results/run.ts';
import { occurs, occursIn } from '../../../lib/results/run-search/match-term.ts';
import { searchTerms } from '../../../lib/results/run-search/parse-search.ts';
import { type SearchBounds, searchRuns } from '../../../lib/results/run-search/search-runs.ts';
import { publicRun } from '../../repository/run-row.ts';
import { indexed, rangesOf, utf8 } from '../run-index/stored.ts';

const now = () => 0;

function termsOf(query: string) {
  const terms = searchTerms(query, { now });
  return 'valid' in terms ? assert.fail(terms.reason ?? query) : terms;
}
const termOf = (query: string) => termsOf(query)[0] ?? assert.fail();

/** A stored run that records its use. */
async function stored(text: string) {
  const { index, bytes } = await indexed(text);
  const document = utf8(text);
  const done = { reads: 0, opened: 0, kept: [] as Document[] };
  const source: RunSource = {
    documentBytes: document.length,
    document: (start, end) => {
      done.reads += 1;
      return rangesOf(document)(start, end);
    },
    index: rangesOf(bytes),
    openIndex: async () => {
      done.opened += 1;
      return index;
    },
    kept: () => undefined,
    keep: (kept) => void done.kept.push(kept),
  };
  return { source, done };
}
const budget = () => new Budget(now);

/** A document with this many bytes. */
function sized(bytes: number): string {
  const text = '{"a":1,"b":{"c":2},"pad":""}';
  return text.replace('""', `"${'x'.repeat(bytes - text.length)}"`);
}

test('a document up to the bound is read whole and kept, a larger one is requested by its index', async () => {
  for (const [bytes, isWhole] of [
    [limits.wholeBytesMax, true],
    [limits.wholeBytesMax + 1, false],
  ] as const) {
    const { source, done } = await stored(sized(bytes));
    assert.equal(source.documentBytes, bytes);
    assert.equal(await occurs(termOf('$.a'), source, budget), true);
    assert.deepEqual(
      [done.reads, done.opened, done.kept.map(({ bytes: { length } }) => length)],
      isWhole ? [1, 0, [bytes]] : [0, 1, []],
    );
  }
});

test('a document that is kept is neither read nor opened', async () => {
  const { source, done } = await stored(sized(limits.wholeBytesMax + 1));
  const kept = { ...source, kept: () => Document.of({ other: 1 }) };
  assert.equal(await occurs(termOf('$.other'), kept, budget), true);
  assert.equal(await occurs(termOf('$.a'), kept, budget), false);
  assert.deepEqual(done, { reads: 0, opened: 0, kept: [] });
});

test('a whole document that was parsed is kept, some members of it are not', async () => {
  const { source, done } = await stored(sized(limits.wholeBytesMax + 1));
  assert.equal(await occurs(termOf('$.b ? (@.c + 1 == 3)'), source, budget), true);
  assert.equal(done.kept.length, 0);
  assert.equal(await occurs(termOf("@.c == 2 && @['c'] == 2"), source, budget), true);
  assert.deepEqual(
    done.kept.map(({ bytes: { length } }) => length),
    [limits.wholeBytesMax + 1],
  );
});

test('values are found or not, and more than one is found', async () => {
  const rows = Array.from({ length: 9000 }, (_, at) => `{"v":${at},"w":[${at}],"u":{"x":1}}`);
  const { source, done } = await stored(`{"rows":[${rows.join(',')}],"empty":[]}`);
  assert.ok(source.documentBytes > limits.wholeBytesMax);
  for (const [query, isFound] of [
    ['$.rows[*].v', true],
    ['$.rows[*].w[0]', true],
    ['$.rows[*].w[1]', false],
    ['$.rows[?@.v > 8998].w', true],
    ['$.rows[?@.v > 8999].w', false],
    ['$.empty[*]', false],
    ['$.empty', true],
  ] as const)
    assert.equal(await occurs(termOf(query), source, budget), isFound, query);
  assert.equal(done.kept.length, 0);
});

/** A run whose source reports a document larger than the parser accepts. */
const unparsable = (source: RunSource): RunSource => ({
  ...source,
  async openIndex(read) {
    const index = await source.openIndex(read);
    return { ...index, root: { ...index.root, end: index.root.start + planLimits.parseBytesMax + 1 } };
  },
});

test('a run that is too large to be parsed for a term is an error', async () => {
  const { source } = await stored(sized(limits.wholeBytesMax + 1));
  await assert.rejects(occurs(termOf("@['c'] == 2"), unparsable(source), budget), {
    name: 'QueryError',
    sqlState: '54000',
  });
});

test('a document that is gone is an error', async () => {
  const { source } = await stored('{"a":1}');
  const gone = { ...source, document: () => Promise.resolve(undefined) };
  await assert.rejects(occurs(termOf('$.a'), gone, budget), /the bucket has no document of this run/);
});

test('an error of the evaluation is a no, one of its cost is not', () => {
  const document = Document.of({ a: 'x', list: Array.from({ length: 3000 }, (_, at) => at) });
  assert.equal(occursIn(document, termOf('strict $.a.double() > 2'), budget()), false);
  assert.equal(occursIn(document, termOf('strict $.nope.b'), budget()), false);
  let clock = 0;
  const overdue = () => new Budget(() => (clock += 1000), { ...queryLimits, evaluationMs: 1 });
  for (const query of ['$..[?@.nope == 1]', '$.list[*] ? (@ > 5000)', '@ == 5000'])
    assert.throws(() => occursIn(document, termOf(query), overdue()), { sqlState: '57014' }, query);
  const few = () => new Budget(now, { ...queryLimits, resultsMax: 5 });
  const counting = termOf('$.list[?count($..*) > 5000]');
  assert.throws(() => occursIn(document, counting, few()), { sqlState: '54000' });
  // The search stops at the first matching value, so the low limits of `few` suffice.
  assert.equal(occursIn(document, termOf('$.list[*]'), few()), true);
  const broken = Object.create(document, { tape: { value: () => assert.fail('broken') } }) as Document;
  assert.throws(() => occursIn(broken, termOf('$.list[*]'), budget()), /broken/);
});

test('a predicate is found where it is true, another expression where it gives something', () => {
  const document = Document.of({ a: 1, none: [], no: false });
  for (const [query, isFound] of [
    ['$.a == 1', true],
    ['$.a == 2', false],
    ['$.a == "x"', false],
    ['$.no ? (@ == false)', true],
    ['lax $.none[*]', false],
    ['lax $.no', true],
  ] as const)
    assert.equal(occursIn(document, termOf(query), budget()), isFound, query);
});

test('a condition everywhere looks at the document too, and its roots are the document', () => {
  const document = { x: 1, y: { x: 2, limit: 1 }, limit: 2 };
  for (const [query, isFound] of [
    ["@['x'] == $['limit']", true],
    ["@['x'] > $['limit']", false],
    ["@['x'] == $['limit'] && @['limit'] == 2", false],
    ["@['limit'] == $['limit'] && @['x'] == 1", true],
    ["@['x'] == 2 && count($['y']['x']) == 1", true],
    ["@['x'] == 2 && count($) == 1", true],
    ["@['x'] == 2 && count($[?@['x'] == $['limit']]) == 1", true],
    ["@['x'] == 2 && count($[?@['x'] == $['x']]) == 1", false],
  ] as const) {
    const term = termOf(query);
    assert.equal(term.kind, 'anywhere', query);
    assert.equal(occursIn(Document.of(document), term, budget()), isFound, query);
  }
});

/**
 * The ids of the runs, in groups that the search reads at the same time: it requests their sources together.
 */
async function pagesOf(
  sizes: readonly number[],
  bounds: Partial<SearchBounds>,
): Promise<readonly (readonly number[])[]> {
  const { source } = await stored('{"a":1}');
  const pages: number[][] = [];
  let page: number[] | undefined;
  const sourceOf = ({ id }: Run): RunSource => {
    if (page === undefined) {
      page = [];
      pages.push(page);
      queueMicrotask(() => {
        page = undefined;
      });
    }
    page.push(id);
    return source;
  };
  const runs = sizes.map((size, at) => publicRun(at + 1, size));
  const all = { searchMs: 60_000, searchBytes: 1e9, searchPageRuns: 100, searchPageBytes: 1000, ...bounds };
  const found = await searchRuns([runs], {
    terms: termsOf('$.a'),
    matchAll: true,
    sourceOf,
    now,
    bounds: all,
  });
  assert.deepEqual(found.runs, runs);
  return pages;
}

test('runs are read some at a time: so many, or as many as fit', async () => {
  assert.deepEqual(await pagesOf([1, 1, 1, 1, 1], { searchPageRuns: 2 }), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(await pagesOf([1, 1, 1], { searchPageRuns: 3 }), [[1, 2, 3]]);
  assert.deepEqual(await pagesOf([500, 500, 1], {}), [[1, 2], [3]]);
  assert.deepEqual(await pagesOf([500, 501, 499, 1], {}), [[1], [2, 3], [4]]);
  assert.deepEqual(await pagesOf([5000, 5000, 1], {}), [[1], [2], [3]]);
  assert.deepEqual(await pagesOf([], {}), []);
});

async function search(over: {
  readonly now: () => number;
  readonly query?: string;
  readonly source?: RunSource | ((run: Run) => RunSource);
  readonly runsMax?: number;
  readonly searchBytes?: number;
}) {
  const { source: small } = await stored('{"a":1}');
  const { source = small, searchBytes = 1e9, runsMax } = over;
  const { runs, ...rest } = await searchRuns([[publicRun(1, 1), publicRun(2, 1)], [publicRun(3, 1)]], {
    terms: termsOf(over.query ?? '$.a'),
    matchAll: true,
    sourceOf: typeof source === 'function' ? source : () => source,
    now: over.now,
    runsMax,
    bounds: { searchMs: 1000, searchBytes, searchPageRuns: 2, searchPageBytes: 1000 },
  });
  return { ids: runs.map(({ id }) => id), ...rest, ...(rest.until && { until: rest.until.id }) };
}

const whole = { ids: [1, 2, 3], lookedAt: [1, 2, 3], looked: 3 };
const half = { ids: [1, 2], lookedAt: [1, 2], looked: 2, until: 2 };

test('a search may take its time and no more', async () => {
  let begin = true;
  const endsAt = (ms: number) => () => {
    if (!begin) return ms;
    begin = false;
    return 0;
  };
  assert.deepEqual(await search({ now: endsAt(1000) }), whole);
  begin = true;
  assert.deepEqual(await search({ now: endsAt(1001) }), half);
});

test('a search ends where it has read so many bytes, or found what is runsMax, and names where', async () => {
  const still = () => 0;
  assert.deepEqual(await search({ now: still, searchBytes: 3 }), whole);
  assert.deepEqual(await search({ now: still, searchBytes: 2 }), half);
  // A search checks at least one run, even when its limits allow nothing.
  assert.deepEqual(await search({ now: still, searchBytes: 0 }), half);
  const first = { ids: [1], lookedAt: [1], looked: 1, until: 1 };
  assert.deepEqual(await search({ now: still, runsMax: 1 }), first);
  assert.deepEqual(await search({ now: still, runsMax: 2 }), half);
  assert.deepEqual(await search({ now: still, runsMax: 3 }), { ...whole, until: 3 });
  assert.deepEqual(await search({ now: still, runsMax: 4 }), whole);
});

test('a run that is too much ends the search before it, and fails the search that begins with it', async () => {
  const { source: small } = await stored('{"c":2}');
  const { source: large } = await stored(sized(limits.wholeBytesMax + 1));
  const query = "@['c'] == 2";
  const second = ({ id }: Run) => (id === 2 ? unparsable(large) : small);
  assert.deepEqual(await search({ now, query, source: second }), {
    ids: [1],
    lookedAt: [1],
    looked: 1,
    until: 1,
  });
  const first = ({ id }: Run) => (id === 1 ? unparsable(large) : small);
  await assert.rejects(search({ now, query, source: first }), {
    code: 'SEARCH_TOO_LARGE',
    details: { run: 1 },
  });
});

test('a query of a search ends with the search, long before the time of a query is over', async () => {
  const { source } = await stored('{"a":1}');
  const kept = Document.of({ list: Array.from({ length: 40_000 }, (_, at) => at) });
  let clock = 0;
  const late = search({
    now: () => (clock += 100),
    source: { ...source, kept: () => kept },
    query: '$.list[*] ? (@ < 0)',
  });
  await assert.rejects(late, { code: 'SEARCH_TOO_LARGE' });
  // Each query of the search could take 5 s on its own, but the search ends after its own time.
  assert.ok(clock >= 1000 && clock < 2000, `ended at ${clock} ms`);
});

test('a fault of a store is passed on; the cost of a query names the run', async () => {
  const { source } = await stored(sized(limits.wholeBytesMax + 1));
  const fault = new Error('the store is away');
  const away = { ...source, openIndex: () => Promise.reject(fault) };
  await assert.rejects(search({ now, source: away }), (error) => error === fault);
  await assert.rejects(search({ now, source: unparsable(source), query: "@['c'] == 2" }), {
    code: 'SEARCH_TOO_LARGE',
    status: 413,
    details: { run: 1 },
    message:
      /^run 1 cannot be searched: the query needs [\d,]+ bytes .*; use a path .*, or continue the search after this run$/,
  });
});

test('an index is opened once for all terms, and parts in other objects are read too', async () => {
  const { source, done } = await stored(sized(limits.wholeBytesMax + 1));
  assert.deepEqual((await search({ now, source, query: '$.a' })).ids, [1, 2, 3]);
  assert.equal(done.opened, 3);
  await searchRuns([[publicRun(1, 1)]], {
    terms: termsOf('a, b, c'),
    matchAll: true,
    sourceOf: () => source,
    now,
  });
  assert.equal(done.opened, 4);
  let asked = 0;
  const kept = Document.of({ z: 1 });
  const keeping = {
    ...source,
    kept: () => {
      asked += 1;
      return kept;
    },
  };
  assert.deepEqual((await search({ now, source: keeping, query: '$.z' })).ids, [1, 2, 3]);
  assert.ok(asked > 0);
});
