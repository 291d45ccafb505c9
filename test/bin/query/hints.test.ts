import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOf } from '../../../bin/query/hints.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { filterQuery } from '../../../lib/results/query/query-document.ts';

/**
 * A person who queries one answer gets a hint when there are more answers, or when a misspelt name matched
 * nothing.
 */

const document = {
  info: { benchmark: 'shop', description: null },
  stats: [
    { metric: 'a', total: { summary: { requestCount: 1 } } },
    { metric: 'b', total: { summary: { requestCount: 2 } } },
  ],
};

const rows: readonly (readonly [expression: string, hint: string | undefined, array?: boolean])[] = [
  ['$.info.benchmark', undefined],
  ['$.info.description', undefined],
  ['$.stats[*].metric', 'first of 2 matches; --array shows all'],
  ['$..requestCount', 'first of 2 matches; --array shows all'],
  ['$.stats[*].metric', undefined, true],
  ['lax $.stats.metric', 'first of 2 matches; --array shows all'],
  ['$.stats[?(@.metric == "a")].metric', undefined],
  ['$.stats[?(@.metric == "z")].metric', 'nothing matched'],
  ['$.inof.benchmark', "nothing matched: there is no member 'inof', did you mean 'info'?"],
  ['$.info.benchmrk', "nothing matched: there is no member 'benchmrk', did you mean 'benchmark'?"],
  [
    '$.stats[*].totl.summary.requestCount',
    "nothing matched: there is no member 'totl', did you mean 'total'?",
    true,
  ],
  ["$.stats[*]['metrik']", "nothing matched: there is no member 'metrik', did you mean 'metric'?"],
  ['$.info.p99', "nothing matched: there is no member 'p99', members there: benchmark, description"],
  ['$..requestCnt', "nothing matched: there is no member 'requestCnt', did you mean 'requestCount'?"],
  ['lax $.nope', 'nothing matched'],
  ['$.a[', undefined],
];

for (const [expression, hint, array = false] of rows) {
  test(`${expression}${array ? ' --array' : ''}: ${hint ?? 'no hint'}`, async () => {
    assert.equal(
      await hintOf(expression, ask(expression, array), array, async (other) => ask(other, true)),
      hint,
    );
  });
}

test('a path to one thing is asked once', async () => {
  const never = () => assert.fail('asked again');
  assert.equal(await hintOf('$.info.benchmark', ask('$.info.benchmark', false), false, never), undefined);
});

function ask(expression: string, array: boolean) {
  const options = { array, now: () => performance.now() };
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return filterQuery(expression, options, new Document(bytes)).result;
}
