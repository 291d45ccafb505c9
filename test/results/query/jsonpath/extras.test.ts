import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSONPath, JSONPathClass } from 'jsonpath-plus';
import { Document } from '../../../../lib/results/query/document.ts';
import { queryLimits } from '../../../../lib/results/query/limits.ts';
import { filterQuery } from '../../../../lib/results/query/query-document.ts';

// Syntax that jsonpath-plus adds to JSONPath has the same meaning here. The table `otherwise` lists the
// exceptions with reasons.

const run = {
  name: 'roadrunner',
  failed: false,
  phases: [
    { name: 'warm-up', seconds: 10, stats: { mean: 1.5, p99: 12 }, tags: ['a', 'b'], note: null },
    { name: 'steady', seconds: 60, stats: { mean: 2.5, p99: 30 }, tags: [] },
    { name: 'spike', seconds: 5, stats: { mean: 9.25, p99: 250 }, tags: ['b'], aborted: true },
  ],
  agents: { east: { nodes: 2, 'a.b': 'x' }, west: { nodes: 3 }, star: '*', '': 0 },
  matrix: [[1, 2, 3], [4, 5], []],
};

/** Expressions that jsonpath-plus answers correctly. */
const same = [
  // Paths to the parent of a match: `^`.
  '$.phases[*].stats^',
  '$.phases[*].stats^.name',
  '$.phases[0].stats.p99^^.name',
  '$.agents.*.nodes^',
  '$.phases[?(@.seconds > 9)]^',
  '$.phases[*].tags[*]^^.name',
  '$..p99^',
  '$.*^',
  '$.phases[?(@.aborted)].stats^.name',
  '$.phases[(@.length-1)].stats^.name',
  '$.name.length^',
  // Paths to the names of members: `~`.
  '$.*~',
  '$.agents.*~',
  '$.phases[0].*~',
  '$.phases[*]~',
  '$.agents.east~',
  // Selectors by type, such as `@string()`.
  '$.phases[0].*@string()',
  '$.phases[0].*@number()',
  '$.phases[0].*@array()',
  '$.phases[0].*@object()',
  '$.phases[*].*@null()',
  '$.phases[*].*@boolean()',
  '$.phases[*].*@scalar()',
  '$.phases[*].stats.*@integer()',
  '$..nodes@integer()',
  // The length of an array: `length`.
  '$.phases.length',
  '$.phases[*].tags.length',
  '$.name.length',
  '$.matrix[*].length',
  '$.phases[*].tags.length@number()',
  // Computed indexes, in parentheses.
  '$.phases[(@.length-1)]',
  '$.phases[(@.length-1)].name',
  '$.phases[(@.length - 2)].stats.p99',
  // Filters with the additions of jsonpath-plus.
  '$.phases[?(@.seconds)]',
  '$.phases[?(@.aborted)].name',
  '$.phases[?(!@.aborted)].name',
  '$.phases[?(@.seconds === 60)].name',
  '$.phases[?(@.seconds !== 60)].name',
  '$.phases[?(@.seconds > 5 && @.seconds < 60)].name',
  '$.phases[?(@.name == "spike" || @.seconds == 10)].name',
  "$.phases[?(@.name === 'steady')].stats.mean",
  '$.phases[?(@.stats.p99 / @.stats.mean > 20)].name',
  '$.phases[?(@.seconds % 2 === 0)].name',
  '$.phases[?(@.seconds + 1 == 6)].name',
  '$.phases[?(@.tags.length > 0)].name',
  '$.phases[?(@.tags.length)].name',
  '$.phases[?(@.name.length > 5)].name',
  '$.phases[?(@.name.match(/^s/))].name',
  '$.phases[?(/^S/i.test(@.name))].name',
  '$.phases[?(@.name.startsWith("s") && @.name.endsWith("e"))].name',
  '$.phases[?(@.name.includes("-"))].name',
  '$.phases[?(@.name.toUpperCase() == "SPIKE")].name',
  '$.phases[?(@.name.indexOf("e") === 2)].name',
  '$.phases[?(@.tags.includes("a"))].name',
  '$.phases[?(@.note === null)].name',
  '$.phases[?(typeof @.aborted === "boolean")].name',
  '$.phases[?(@.aborted === undefined)].name',
  '$.agents[?(@.nodes > 2)]',
  '$.agents[?(@property == "east")].nodes',
  '$.agents[?(@property.match(/st$/))].nodes',
  '$.phases[?(@property > 0)].name',
  '$..[?(@property === "p99")]',
  '$.phases[*].stats[?(@parentProperty === "stats")]',
  '$.phases[?(@parent.name == "roadrunner")].name',
  '$.phases[?(@root.name == "roadrunner")].name',
  `$.phases[?(@path != "$['phases'][1]")].name`,
  '$.phases[?(@.stats.p99 > 20)].stats[?(@ > 100)]',
  '$.phases[?(@parentProperty == "phases")].name',
  '$.phases[*].tags[?(@parentProperty == "tags" && @property == 1)]',
  '$.matrix[?(@.length)][?(@parent.length == 3 && @ > 1)]',
  `$..[?(@path == "$['agents']['east']['nodes']")]`,
  '$.agents.*[?(typeof @ == "number")]^',
  "$.agents.east['a.b']",
  '$.agents.east["nodes"]',
  "$.agents['east','west'].nodes",
  '$.phases[0,2].name',
  '$.phases[1:].name',
  '$.phases[-2:].name',
  '$.phases[::2].name',
  '$..nodes',
  '$..stats.p99',
  '$.matrix[0][1]',
  '$.agents.west.*',
];

test('forms of jsonpath-plus have the meaning that they have there', () => {
  for (const path of same) {
    const expected: unknown = JSONPath({ path, json: run, wrap: true });
    assert.ok(
      Array.isArray(expected) && expected.length > 0,
      `${path} finds nothing there, which proves little`,
    );
    assert.deepEqual(all(path), expected, path);
  }
});

/** Expressions that jsonpath-plus answers wrongly, with its answers. */
const otherwise: readonly (readonly [path: string, value: readonly unknown[], why: string])[] = [
  ['$.phases[-1].name', ['spike'], 'a negative index counts from the end (RFC 9535); there []'],
  ['$.phases[?@.aborted].name', ['spike'], 'parentheses may be left out (RFC 9535); there []'],
  ['$.phases[?(@.nope.deep == 1)].name', [], 'what is missing equals nothing; there an error'],
  ['$.phases[?(@.seconds == "10")].name', [], 'types do not mix (RFC 9535); there == converts'],
  ['$.phases[?(/1/.test(@.seconds))].name', [], 'a pattern matches only texts; there also numbers'],
  ['$.name[0]', [], 'a text has no elements (RFC 9535); there its first letter'],
  ["$.phases['length']", [], 'a quoted name is that of a member; there the length'],
  ['$..mean^^.name', ['warm-up', 'steady', 'spike'], 'two levels up from a descent; there one'],
  ['$.phases[?@.stats[?@ > 100]].name', ['spike'], 'a path in a filter may have a filter; there []'],
  ['$.phases[0,1]^^.name', ['roadrunner', 'roadrunner'], 'two levels up from a union; there one'],
  ['$.phases[(@.length-1)]^^.name', ['roadrunner'], 'two levels up from a script; there one'],
  ['$.agents[(@.nope)]', [], 'what a script does not find is nowhere; there the member without a name'],
  ['$.agents[(@.star)]', [], 'what a script finds is a name; there a sign'],
  ['$^', [], 'the root has no parent'],
  ['$~', [null], 'nor has it a name'],
];

test('faults of jsonpath-plus are corrected', () => {
  for (const [path, value, why] of otherwise) assert.deepEqual(all(path), value, `${path}: ${why}`);
});

/**
 * Additions of jsonpath-plus without an RFC. Each expression finds nothing in an array of a thousand numbers,
 * but must visit all of them.
 */
const forms = [
  '$.list[*]@string()',
  '$.list[*]^^^',
  '$.list[?(@property < 0)]',
  '$.list[?@parent.length == 7]',
  '$.list[*][(@.length-1)]',
  '$.list[?(@.nope)]',
];
const list = { list: Array.from({ length: 1000 }, (_, n) => n) };

test('jsonpath-plus takes the forms that it alone defines, and every step of it is counted', (t) => {
  const { mock } = t.mock.method(JSONPathClass.prototype, '_trace');
  for (const path of forms) {
    assert.deepEqual(all(path, list), [], path);
    assert.ok(mock.callCount() > 0, `${path} is walked by us`);
    const bounds = { ...queryLimits, evaluationStepsMax: 900 };
    const { result } = filterQuery(path, { array: true, now: () => 0, bounds }, Document.of(list));
    assert.equal(result.sqlState, '57014', path);
    mock.resetCalls();
  }
});

test('forms of RFC 9535 are evaluated by the own walk', (t) => {
  const { mock } = t.mock.method(JSONPathClass.prototype, '_trace');
  for (const path of ['$..*', '$.list[?@ > 998]', '$.list[?(@ > 998 && !(@ == 999))]', '$.list[-2:,0]'])
    all(path, list);
  assert.equal(mock.callCount(), 0);
});

test('a form is no slower for what it has found before, and no document is too deep for it', () => {
  // jsonpath-plus would copy all earlier matches for each match, which takes a time that grows with the
  // square of their number.
  assert.equal(
    (all('$.list[*]^[*]', { list: list.list.slice(0, 900) }) as readonly unknown[]).length,
    810_000,
  );
  const deep = new Document(Buffer.from(`${'{"a":'.repeat(5_000)}{"x":1}${'}'.repeat(5_000)}`));
  assert.deepEqual(all('$..x^', deep), [{ x: 1 }]);
});

test('a name that is a sign to jsonpath-plus is a name, also on the way up', () => {
  const signs = ['*', '^', '~', '..', '$', '?(0)', '(0)', '@number()', '`a', '1', "it's", '0:1', 'a,b'];
  for (const name of signs) {
    const document = { [name]: { [name]: { end: 1 } } };
    const path = `$[${JSON.stringify(name)}][${JSON.stringify(name)}]`;
    assert.deepEqual(all(`${path}.end^^~`, document), [name], name);
    assert.deepEqual(all(`${path}[?(@property == "end" && @)]^`, document), [{ end: 1 }], name);
    assert.deepEqual(all('$[(@property)]', { $: document }), [document], name);
  }
});

function all(path: string, document: unknown = run): unknown {
  const { result, dialect } = filterQuery(path, { array: true, now: () => 0 }, documentOf(document));
  assert.ok(result.value !== null, `${path}: ${result.reason}`);
  assert.equal(dialect, 'jsonpath', path);
  return JSON.parse(result.value);
}

const documentOf = (value: unknown): Document => (value instanceof Document ? value : Document.of(value));
