/**
 * The planner chooses the right strategy for a path, at each limit and just above it, for JSONPath and for
 * both modes of SQL/JSON path.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJsonPath } from '../../../../lib/results/query/jsonpath/json-path.ts';
import { type PlanLimits, planLimits } from '../../../../lib/results/query/limits.ts';
import { planQuery } from '../../../../lib/results/query/planner/plan-query.ts';
import { runPlan, runPlanInParts } from '../../../../lib/results/query/planner/run-plan.ts';
import { jsonPathShape } from '../../../../lib/results/query/planner/shape/json-path-shape.ts';
import type { PathShape } from '../../../../lib/results/query/planner/shape/path-shape.ts';
import { sqlPathShape } from '../../../../lib/results/query/planner/shape/sql-path-shape.ts';
import type { RunIndex } from '../../../../lib/results/run-index/index-types.ts';
import { grouped } from '../../../../lib/words.ts';
import { indexed, rangesOf, small, utf8 } from '../../run-index/stored.ts';
import { pathOf } from '../sql/answer.ts';

function shapeOf(text: string): PathShape {
  if (text.startsWith('lax') || text.startsWith('strict')) return sqlPathShape(pathOf(text));
  const ast = parseJsonPath(text);
  return ast instanceof Error ? assert.fail(text) : jsonPathShape(ast);
}

const source =
  '{"n":"x","rows":[{"a":1,"o":{"b":2}},{"a":2,"o":{"b":3}},{"o":{"b":4}},{"a":4,"o":{"b":5}}],"list":[[1],[2,3]],"one":{"x":[7]},"few":[1]}';
const { index, bytes } = await indexed(source, small);

/**
 * The strategies of a plan, in order: the strategy of the plan, and those of the plans that replace it when
 * it fails.
 */
function waysOf(text: string, limits: Partial<PlanLimits> = {}, of: RunIndex = index): string {
  const ways: string[] = [];
  const bounds = { ...planLimits, ...limits };
  for (let plan = planQuery(shapeOf(text), of, bounds); ; plan = plan.otherwise ?? assert.fail()) {
    ways.push(plan.strategy);
    if (plan.otherwise === undefined) return ways.join(' ');
  }
}

const plans: readonly (readonly [path: string, ways: string, limits?: Partial<PlanLimits>])[] = [
  ['$', 'member'],
  ['$.*', 'members'],
  ['$.n', 'member'],
  ['$.n.x', 'nothing'],
  ['$.nope', 'nothing'],
  ['$.few.length', 'count'],
  ['$.n.length', 'partial'],
  ['$.rows.length', 'count'],
  ['$.rows.length.x', 'partial'],
  ['$.rows[*].a', 'column'],
  ['$.rows[*].o.b', 'column'],
  ['$.rows[*].nope', 'nothing'],
  ['$.rows[*].o', 'scan'],
  ['$.rows.a', 'scan'],
  ['$.rows[1]', 'element'],
  ['$.rows[3]', 'element'],
  ['$.rows[4]', 'nothing'],
  ['$.rows[-4]', 'element partial'],
  ['$.rows[-5]', 'nothing partial'],
  ['$.rows[2:2]', 'nothing'],
  ['$.rows[1].o.b', 'element'],
  ['$.rows[1][-1]', 'element partial'],
  ['$.rows[?@.a > 1].a', 'filter'],
  ['$.rows[?@.a > 1].o', 'filter'],
  ['$.rows[?@.a < @.o.b].a', 'filter'],
  ['lax $.rows ? (@.o.b > @.a).a', 'filter partial'],
  ['$.rows[?@.a > 1].nope', 'nothing'],
  ['$.rows[?@.o > 1]', 'partial'],
  ['$.rows[?@.nope > 1]', 'filter'],
  ['$.rows[?@.a > 1][-1]', 'filter partial'],
  ['$..b', 'column'],
  ['$.rows..b', 'column'],
  ['$.rows..nope', 'nothing'],
  ['$..rows', 'scan'],
  ['$.list[*][*]', 'column'],
  ['$.list[*].length', 'column'],
  ['lax $.list[*][*] ? (@ > 1)', 'filter partial'],
  ['$.rows..b..c', 'partial'],
  ['$.list[-1]', 'element partial'],
  ['$.list[*][-1]', 'column partial'],
  ['$.few[0]', 'scan'],
  ['$.few[-1]', 'scan partial'],
  ['lax $', 'member document'],
  ['lax $.*', 'members document'],
  ['lax $.n', 'member partial'],
  ['lax $.nope', 'nothing partial'],
  ['lax $[0].n', 'member partial'],
  ['lax $[1].n', 'nothing partial'],
  ['lax $[*].n', 'member partial'],
  ['lax $.n[0]', 'member partial'],
  ['lax $.n[1]', 'nothing partial'],
  ['lax $.n ? (@ == "x")', 'partial'],
  ['lax $.n.x', 'nothing partial'],
  ['lax $.rows.a', 'column partial'],
  ['lax $.rows.nope', 'nothing partial'],
  ['lax $.rows[*].o.b', 'column partial'],
  ['lax $.rows ? (@.a > 1).a', 'filter partial'],
  ['lax $.rows ? (@.a > 1).nope', 'filter partial'],
  ['lax $.rows.o ? (@.b > 2).b', 'filter partial'],
  ['lax $.rows.size()', 'count partial'],
  ['lax $.list.size()', 'count partial'],
  ['lax $.n.size()', 'partial'],
  ['lax $.few[1]', 'scan partial'],
  ['strict $.**.b', 'column document'],
  ['strict $.rows.**[*].b', 'scan partial'],
  ['strict $.**{1}.b', 'document'],
  ['strict $.**', 'document'],
  ['strict $.** ? (@ > 1)', 'document'],
  ['strict $.**[0]', 'document'],
  ['strict $.**[*] ? (@ > 1)', 'document'],
  ['lax $.**.b', 'document'],
  ['strict $.n', 'member partial'],
  ['strict $.nope', 'partial'],
  ['strict $.n.x', 'partial'],
  ['strict $.n[0]', 'partial'],
  ['strict $[0]', 'document'],
  ['strict $.rows.a', 'partial'],
  ['strict $.rows[*].o.b', 'column partial'],
  ['strict $.rows[*].a', 'scan partial'],
  ['strict $.rows[0 to 3].a', 'element partial'],
  ['strict $.rows[0 to 4].a', 'partial'],
  ['strict $.rows[3].a', 'element partial'],
  ['strict $.rows[4].a', 'partial'],
  ['strict $.rows[2 to 1].a', 'partial'],
  ['strict $.rows[*] ? (@.a > 1).o.b', 'filter partial'],
  ['strict $.rows[*] ? (@.nope > 1).o.b', 'filter partial'],
  ['strict $.few[0]', 'scan partial'],
  ['strict $.few[1]', 'partial'],
  ['strict $.rows.*', 'partial'],
  ['strict $.one.x[0]', 'scan partial'],
];
test('a plan for each path', () => {
  for (const [path, ways] of plans) assert.equal(waysOf(path), ways, path);
});

test('each bound holds at its value and not before', () => {
  const size = (name: string): number => {
    const { start, end } = index.members?.find((member) => member.name === name) ?? assert.fail(name);
    return end - start;
  };
  const members = index.members ?? [];
  const all = members.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  const { start, end } = index.root;
  const cases: readonly (readonly [string, keyof PlanLimits, number, string, string])[] = [
    // The answer has as many bytes as the limit allows.
    ['$.n', 'answerBytesMax', size('n') + 1, 'member', 'refused'],
    ['$.*', 'answerBytesMax', all, 'members', 'refused'],
    ['$.*', 'resultsMax', members.length, 'members', 'refused'],
    ['$.few[0]', 'scanBytesMax', size('few'), 'scan', 'partial'],
    ['$.rows[?@.a > 1].o', 'scanBytesMax', size('rows'), 'filter', 'partial'],
    ["$['n','few'].x", 'parseBytesMax', size('n') + size('few'), 'partial', 'refused'],
    ['$..a..b', 'parseBytesMax', end - start, 'document', 'refused'],
  ];
  for (const [path, name, value, within, beyond] of cases) {
    assert.equal(waysOf(path, { [name]: value }), within, `${path} of ${value}`);
    assert.equal(waysOf(path, { [name]: value - 1 }), beyond, `${path} of ${value - 1}`);
  }
  const parts = '$.rows[?@.a == @.o.b[0]].o';
  const rows = size('rows');
  assert.equal(waysOf(parts, { partsBytesMin: rows }), 'parts partial');
  assert.equal(waysOf(parts, { partsBytesMin: rows + 1 }), 'partial');
  assert.equal(waysOf(parts, { partsBytesMin: rows, scanBytesMax: rows }), 'parts partial');
  assert.equal(waysOf(parts, { partsBytesMin: rows, scanBytesMax: rows - 1 }), 'partial');
  // A member that is no array, that has no table in the index, or that does not exist cannot be evaluated in
  // parts.
  for (const path of ['$.one[?@.a == @.b[0]]', '$.few[?@.a == @.b[0]]', '$.nope[?@.a == @.b[0]]'])
    assert.equal(waysOf(path, { partsBytesMin: 0 }), 'partial', path);
});

test('parts of a root array', async () => {
  const root = await indexed('[{"a":1,"b":1},{"a":2,"b":3},{"a":4,"b":4},{"a":5}]', small);
  assert.equal(waysOf('$[?@.a == @.b[0]]', { partsBytesMin: 50 }, root.index), 'parts document');
  const reader = {
    document: rangesOf(utf8('[{"a":1,"b":1},{"a":2,"b":3},{"a":4,"b":4},{"a":5}]')),
    index: rangesOf(root.bytes),
  };
  const plan = planQuery(shapeOf('$[?@.a == @.b[0]]'), root.index, { ...planLimits, partsBytesMin: 50 });
  const answer = await runPlanInParts(plan, reader, planLimits, () => {});
  assert.ok(answer.kind === 'parts');
  const texts: string[] = [];
  for await (const text of answer.parts) texts.push(new TextDecoder().decode(text));
  assert.deepEqual(
    texts.flatMap((text) => JSON.parse(text) as unknown),
    [{ a: 1, b: 1 }, { a: 2, b: 3 }, { a: 4, b: 4 }, { a: 5 }],
  );
  const whole = await runPlan(plan, reader);
  assert.deepEqual([whole.strategy, whole.kind], ['document', 'partial']);
});

test('a document that repeats names is parsed wherever one may be repeated', async () => {
  const { index: odd } = await indexed('{"a":{"x":1,"x":2},"b":{"y":1},"t":[{"v":1,"v":2},{"v":3}]}', small);
  for (const [path, ways] of [
    ['$.a', 'partial'],
    ['$.b', 'member'],
    ['$.a.x', 'partial'],
    ['$.b.y', 'scan'],
    ['$.*', 'document'],
    ['$', 'document'],
    ['$..y', 'document'],
    ['$.t[0]', 'partial'],
    ['$.t[*].v', 'partial'],
    ['$.t[?@.v > 1]', 'partial'],
    ['$.t.length', 'count'],
  ] as const)
    assert.equal(waysOf(path, {}, odd), ways, path);
});

test('a refusal names the bound and a path into the largest member', async () => {
  const reasonOf = async (text: string, limits: Partial<PlanLimits>, of = index): Promise<string> => {
    const plan = planQuery(shapeOf(text), of, { ...planLimits, ...limits });
    const none = () => assert.fail('nothing is read');
    const answer = await runPlan(plan, { document: none, index: none });
    assert.ok(answer.kind === 'refused');
    assert.equal(answer.error.sqlState, '54000');
    return answer.error.message;
  };
  const parse = { parseBytesMax: 1 };
  const narrower = 'bytes of the run, and may read at most 1 bytes; use a path that selects less';
  const bytesOf = (name: string): number => {
    const { start, end } = index.members?.find((member) => member.name === name) ?? assert.fail();
    return end - start;
  };
  assert.equal(
    await reasonOf('$..a..b', parse),
    `the query needs ${grouped(source.length)} ${narrower}, for example $["rows"][*]["a"]`,
  );
  assert.equal(
    await reasonOf('strict $.**', parse),
    `the query needs ${grouped(source.length)} ${narrower}, for example strict $."rows"[*]."a"`,
  );
  assert.equal(
    await reasonOf("$['list','n']^", parse),
    `the query needs ${grouped(source.length)} ${narrower}, for example $["rows"][*]["a"]`,
  );
  assert.equal(
    await reasonOf("$['n','list'].x", parse),
    `the query needs ${grouped(bytesOf('list') + 3)} ${narrower}, for example $["list"][0]`,
  );
  assert.equal(
    await reasonOf("$['n','one'].x", parse),
    `the query needs ${bytesOf('one') + 3} ${narrower} than $["one"]`,
  );
  const array = await indexed('[[1,2,3]]');
  assert.equal(
    await reasonOf('$..a..b', parse, array.index),
    'the query needs 9 bytes of the run, and may read at most 1 bytes; use a path that selects less',
  );
  assert.equal(
    await reasonOf('$.rows', { answerBytesMax: 10 }),
    `the answer has ${grouped(bytesOf('rows') + 1)} bytes or more, the limit is 10 bytes; use a path that selects less`,
  );
  assert.match(await reasonOf('$.*', { resultsMax: 2 }), /^the query has more than 2 results; /);
});

test('a plan without a way out of what it meets is a fault', async () => {
  const reader = { document: rangesOf(utf8(source)), index: rangesOf(bytes) };
  const { otherwise, ...plan } = planQuery(shapeOf('strict $.rows[*].a'), index);
  assert.equal(otherwise?.strategy, 'partial');
  await assert.rejects(runPlan(plan, reader), /the query plan scan has no fallback/);
  const answer = await runPlan({ ...plan, otherwise }, reader);
  assert.deepEqual([answer.strategy, answer.kind], ['partial', 'partial']);
});

/** A document of two chunks: a scan ends when the first chunk exceeds a bound. */
test('a scan ends where its outcome is known', async () => {
  const long = `{"a":[{"b":[1]},{"c":1},${Array.from({ length: 5 }, () => `"${'x'.repeat(1024 * 1024)}"`).join(',')}]}`;
  const stored = await indexed(long, { tableBytesMin: 2 });
  const bounded = async (text: string, limits: Partial<PlanLimits> = {}) => {
    let checks = 0;
    const reader = { document: rangesOf(utf8(long)), index: rangesOf(stored.bytes) };
    const { otherwise, ...plan } = planQuery(shapeOf(text), stored.index, planLimits);
    assert.equal(plan.strategy, 'scan');
    const answer = await runPlan(
      { ...plan, otherwise: { ...plan, strategy: 'nothing' } },
      reader,
      { ...planLimits, ...limits },
      () => {
        checks += 1;
      },
    );
    return { strategy: answer.strategy, kind: answer.kind, checks };
  };
  // A query checks its deadline four times: at two reads, and once for each of two scanned chunks.
  assert.deepEqual(await bounded('$.a[*].b'), { strategy: 'scan', kind: 'values', checks: 4 });
  assert.deepEqual(await bounded('strict $.a[*].b'), { strategy: 'nothing', kind: 'values', checks: 3 });
  assert.deepEqual(await bounded('$.a[*]', { resultsMax: 1 }), {
    strategy: 'scan',
    kind: 'refused',
    checks: 3,
  });
  assert.deepEqual(await bounded('$.a[*]', { answerBytesMax: 20 }), {
    strategy: 'scan',
    kind: 'refused',
    checks: 3,
  });
});
