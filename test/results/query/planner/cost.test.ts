/**
 * A query reads only the bytes that it needs. A query that would need too many bytes is rejected, and the
 * error proposes a cheaper path.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlanLimits, planLimits } from '../../../../lib/results/query/limits.ts';
import { planQuery } from '../../../../lib/results/query/planner/plan-query.ts';
import { counted } from '../../../../lib/results/query/planner/range-reader.ts';
import { runPlan } from '../../../../lib/results/query/planner/run-plan.ts';
import { comparisonWith } from '../../../../lib/results/query/planner/shape/json-path-cell-tests.ts';
import {
  elementAt,
  type PathShape,
  type Step,
} from '../../../../lib/results/query/planner/shape/path-shape.ts';
import { grouped } from '../../../../lib/words.ts';
import { indexed, rangesOf, utf8 } from '../../run-index/stored.ts';
import { textsOf } from './written.ts';

const rows = Array.from(
  { length: 5000 },
  (_, at) => `{"value":${at}.50,"stats":{"p99":${at}},"list":[${at}],"text":"${'x'.repeat(60)}"}`,
);
const source = `{"name":"n","results":[${rows.join(',')}],"limit":10,"deep":{"a":[{"b":[1,2]}]}}`;
const { index, bytes } = await indexed(source, { groupRowsMax: 2000, tableBytesMin: 4000 });
const reader = { document: rangesOf(utf8(source)), index: rangesOf(bytes) };
const results = index.members?.[1];

const member = (name: string): Step => ({ kind: 'member', name });
const wildcard: Step = { kind: 'wildcard' };
const filter = (value: number): Step => ({
  kind: 'filter',
  condition: comparisonWith(['value'], '<', value),
});

async function ask(shape: Omit<PathShape, 'rule'>, limits: Partial<PlanLimits> = {}) {
  const bounds = { ...planLimits, ...limits };
  const cost = { bytesRead: 0, reads: 0 };
  const counting = { document: counted(reader.document, cost), index: counted(reader.index, cost) };
  return {
    ...(await runPlan(planQuery({ rule: 'jsonpath', ...shape }, index, bounds), counting, bounds)),
    ...cost,
  };
}

const answers: readonly (readonly [string, readonly Step[], string, number, number, number])[] = [
  // Columns: path, its steps, strategy of the plan, number of values, most bytes to read, number of reads.
  ['$.name', [member('name')], 'member', 1, 3, 1],
  ['$.nope', [member('nope')], 'nothing', 0, 0, 0],
  ['$.name.nope', [member('name'), member('nope')], 'nothing', 0, 0, 0],
  ['$.results[*].value', [member('results'), wildcard, member('value')], 'column', 5000, 40_000, 3],
  ['$.results[*].nope', [member('results'), wildcard, member('nope')], 'nothing', 0, 0, 0],
  [
    '$.results[*].stats.p99',
    [member('results'), wildcard, member('stats'), member('p99')],
    'column',
    5000,
    30_000,
    3,
  ],
  ['$.results[4321]', [member('results'), elementAt(4321)], 'element', 1, 20_000, 2],
  [
    '$.results[-1].list[0]',
    [member('results'), elementAt(-1), member('list'), elementAt(0)],
    'element',
    1,
    20_000,
    2,
  ],
  ['$.results[9000]', [member('results'), elementAt(9000)], 'nothing', 0, 0, 0],
  ['$.results[?@.value < 3].text', [member('results'), filter(3), member('text')], 'filter', 3, 40_000, 6],
  ['$.results[?@.value < 3]', [member('results'), filter(3)], 'filter', 3, 50_000, 5],
  [
    '$.results[?@.value < 3].list[0]',
    [member('results'), filter(3), member('list'), elementAt(0)],
    'filter',
    3,
    50_000,
    5,
  ],
  [
    '$.results[*].list[0]',
    [member('results'), wildcard, member('list'), elementAt(0)],
    'column',
    5000,
    40_000,
    6,
  ],
  [
    '$.deep.a[0].b[1]',
    [member('deep'), member('a'), elementAt(0), member('b'), elementAt(1)],
    'scan',
    1,
    30,
    1,
  ],
  ['$..p99', [{ kind: 'member', name: 'p99', deep: true }], 'column', 5000, 40_000, 4],
  ['$..a', [{ kind: 'member', name: 'a', deep: true }], 'column', 1, 30, 1],
];
for (const [path, steps, strategy, count, bytesMax, reads] of answers) {
  test(`${path} is answered by ${strategy}`, async () => {
    const answer = await ask({ steps });
    assert.deepEqual([answer.strategy, answer.kind], [strategy, 'values']);
    assert.equal(answer.kind === 'values' && answer.values.count, count);
    assert.ok(answer.bytesRead <= bytesMax, `${answer.bytesRead} bytes`);
    assert.equal(answer.reads, reads);
  });
}

test('digits stay as they are written', async () => {
  const answer = await ask({ steps: [member('results'), filter(2), member('value')] });
  assert.deepEqual(answer.kind === 'values' && textsOf(answer.values), ['0.50', '1.50']);
});

test('a path without steps reads the members that it reaches', async () => {
  const answer = await ask({ reach: ['limit', 'name', 'other'] });
  assert.equal(answer.kind === 'partial' && new TextDecoder().decode(answer.text), '{"name":"n","limit":10}');
  assert.deepEqual([answer.strategy, answer.bytesRead], ['partial', '"n"10'.length]);
});

const size = (results?.end ?? 0) - (results?.start ?? 0);
const refused: readonly (readonly [string, Omit<PathShape, 'rule'>, Partial<PlanLimits>, RegExp])[] = [
  [
    'a large member',
    { steps: [member('results')] },
    { answerBytesMax: 1000 },
    new RegExp(`has ${grouped(size + 1)} bytes or more, the limit is 1,000`),
  ],
  ['all members', { steps: [wildcard] }, { resultsMax: 3 }, /more than 3 results/],
  [
    'a column',
    { steps: [member('results'), wildcard, member('value')] },
    { resultsMax: 4999 },
    /more than 4999 results/,
  ],
  [
    'the bytes of a column',
    { steps: [member('results'), wildcard, member('value')] },
    { answerBytesMax: 999 },
    /the limit is 999/,
  ],
  [
    'a scan',
    { steps: [member('results'), wildcard, member('list')] },
    { resultsMax: 10 },
    /more than 10 results/,
  ],
  [
    'the bytes of a scan',
    { steps: [member('results'), wildcard, member('list')] },
    { answerBytesMax: 10 },
    /the limit is 10 bytes;/,
  ],
  ['a filter', { steps: [member('results'), filter(100)] }, { resultsMax: 99 }, /more than 99 results/],
  [
    'a member to parse',
    { reach: ['name', 'results'] },
    { parseBytesMax: 1000 },
    new RegExp(
      `needs ${grouped(size + 3)} bytes .* at most 1,000 bytes; .* for example \\$\\["results"\\]\\[\\*\\]\\["value"\\]`,
    ),
  ],
  ['a document to parse', {}, { parseBytesMax: 1000 }, new RegExp(`needs ${grouped(source.length)} bytes`)],
  [
    'a long scan',
    { steps: [member('results'), wildcard, member('list')], reach: ['results'] },
    { scanBytesMax: 1000, parseBytesMax: 1000 },
    /use a path that selects less, for example/,
  ],
];
for (const [what, shape, limits, reason] of refused) {
  test(`refuses ${what} over its bound`, async () => {
    const answer = await ask(shape, limits);
    assert.ok(answer.kind === 'refused', answer.kind);
    assert.equal(answer.error.sqlState, '54000');
    assert.match(answer.error.message, reason);
  });
}

test('a block or document that is not what was indexed is a fault, never an answer', async () => {
  const broken = bytes.slice().fill(0x55, 0, 2000);
  const plan = planQuery({ rule: 'jsonpath', steps: [member('results'), wildcard, member('value')] }, index);
  await assert.rejects(runPlan(plan, { ...reader, index: rangesOf(broken) }));
  await assert.rejects(
    runPlan(plan, { ...reader, index: () => Promise.resolve(undefined) }),
    /could not be read: the bucket sent/,
  );
  const scan = planQuery({ rule: 'jsonpath', steps: [member('results'), wildcard, member('list')] }, index);
  const other = utf8(source.replaceAll('[', '('));
  await assert.rejects(
    runPlan(scan, { ...reader, document: rangesOf(other) }),
    /the run document does not match its index/,
  );
  await assert.rejects(
    runPlan(scan, { ...reader, document: rangesOf(utf8('{}')) }),
    /could not be read: the bucket sent/,
  );
});
