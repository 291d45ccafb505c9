import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { formatProblem } from '../../../lib/driver/document/format-problems.ts';
import { readDocument } from '../../../lib/driver/document/parse-yaml.ts';
import { valueAt } from '../../../lib/driver/document/path.ts';
import { readScalars } from '../../../lib/driver/document/scalars-by-schema.ts';

/** The key of a scalar decides about its type, and not YAML. */

/** The value at a path, after the scalars of a document were read by the types of the schema. */
function scalarAt(text: string, path: readonly (string | number)[]): unknown {
  const { value, writtenAt, findings } = readDocument(text);
  assert.deepEqual(findings, []);
  readScalars(value, writtenAt);
  return valueAt(value, path);
}

const step = (body: string): string => `scenario: [main: [${body}]]`;
const inStep = (...path: readonly (string | number)[]) => ['scenario', 0, 'main', 0, ...path];

describe('a scalar is read by the type of its key', () => {
  const rows: readonly (readonly [
    what: string,
    text: string,
    path: readonly (string | number)[],
    value: unknown,
  ])[] = [
    ['a whole number in quotes', 'threads: "3"', ['threads'], 3],
    ['a signed one', step('addToInt: {var: a, value: "-3"}'), inStep('addToInt', 'value'), -3],
    ['a number in quotes', 'usersPerSec: "2.50"', ['usersPerSec'], 2.5],
    ['no whole number', 'threads: "3.5"', ['threads'], '3.5'],
    ['no number', 'usersPerSec: "ten"', ['usersPerSec'], 'ten'],
    ['an empty text', 'usersPerSec: ""', ['usersPerSec'], ''],
    ['digits of another base', 'threads: "0x10"', ['threads'], '0x10'],
    [
      'inside a choice of number and mapping',
      'usersPerSec: {base: "1", increment: ".5"}',
      ['usersPerSec'],
      { base: 1, increment: 0.5 },
    ],
    ['in an item of a list', 'phases: [p: {atOnce: {users: "3"}}]', ['phases', 0, 'p', 'atOnce', 'users'], 3],
    [
      'false in quotes',
      'phases: [p: {constantRate: {variance: "false"}}]',
      ['phases', 0, 'p', 'constantRate', 'variance'],
      false,
    ],
    ['TRUE', 'ergonomics: {autoRangeCheck: "TRUE"}', ['ergonomics', 'autoRangeCheck'], true],
    ['another word for false', 'ergonomics: {autoRangeCheck: "no"}', ['ergonomics', 'autoRangeCheck'], 'no'],
    ['in a body of a step', step('httpRequest: {sync: "False"}'), inStep('httpRequest', 'sync'), false],
    ['a number where a name belongs', 'name: 1.10', ['name'], '1.10'],
    ['a boolean where a name belongs', 'name: True', ['name'], 'True'],
    ['a number as short form', step('log: 007'), inStep('log'), '007'],
    ['a number as short form of a choice', step('thinkTime: 20'), inStep('thinkTime'), '20'],
    ['a number where any scalar is text', step('set: {var: a, value: 1.0}'), inStep('set', 'value'), '1.0'],
    ['a number in quotes there', step('set: {var: a, value: "1"}'), inStep('set', 'value'), '1'],
    ['a header', step('httpRequest: {headers: {a: 1e3}}'), inStep('httpRequest', 'headers', 'a'), '1e3'],
    ['a time without unit stays a number', 'duration: 30', ['duration'], 30],
    ['a time in quotes stays text', 'duration: "30"', ['duration'], '30'],
    ['a word in lower case', 'failurePolicy: continue', ['failurePolicy'], 'CONTINUE'],
    ['a word in upper case', 'http: {protocol: HTTPS}', ['http', 'protocol'], 'https'],
    [
      'in a list of targets',
      'http: [{connectionStrategy: Shared_Pool}]',
      ['http', 0, 'connectionStrategy'],
      'SHARED_POOL',
    ],
    ['in a body of a step too', step('httpRequest: {method: get}'), inStep('httpRequest', 'method'), 'GET'],
    ['an unknown word', 'failurePolicy: stop', ['failurePolicy'], 'stop'],
    ['names of steps keep their case', step('NOOP'), inStep(), 'NOOP'],
    ['a number is no step', step('5'), inStep(), 5],
    ['nothing stays nothing', 'name:', ['name'], null],
    ['what no key knows', 'nobody: "3"', ['nobody'], '3'],
    ['a name of every object', 'constructor: "3"', ['constructor'], '3'],
  ];
  for (const [what, text, path, value] of rows)
    it(`${what}: ${text}`, () => assert.deepEqual(scalarAt(text, path), value));
});

test('quoted scalars and words in any case give the same benchmark as plain ones', () => {
  const text = `
name: 12
threads: "1"
failurePolicy: continue
ergonomics: {stopOnInvalid: "False"}
http: {protocol: HTTP, host: localhost, port: "8080", sharedConnections: "4"}
phases:
- 1:
    constantRate:
      usersPerSec: "2.5"
      variance: "false"
      sessionLimitPolicy: fail
      duration: "5"
      scenario: [main: [httpRequest: {method: get, path: /}]]
`;
  const { benchmark, problems } = parseBenchmark(text);
  assert.deepEqual(
    problems.map((problem) => formatProblem('', problem)),
    [
      ":13:7 phases[0].1.constantRate.duration: warning: time '5' has no unit, so Downpour reads it as seconds; write '5s' for seconds, or '5ms' for milliseconds",
    ],
  );
  assert.ok(benchmark);
  assert.equal(benchmark.name, '12');
  assert.equal(benchmark.failurePolicy, 'CONTINUE');
  assert.equal(benchmark.ergonomics.stopOnInvalid, false);
  assert.equal(benchmark.phases[0]?.durationMs, 5000);
});

test('a wrong value in quotes is reported at its place', () => {
  const { problems } = parseBenchmark(
    'name: a\nhttp: {host: localhost, port: "99999"}\nusersPerSec: "0"\nduration: 1s\nscenario: [main: [noop]]',
  );
  assert.deepEqual(
    problems.map((problem) => formatProblem('', problem)),
    [
      ':2:25 http.port: must be a port from 1 to 65535, found 99999',
      ':3:1 usersPerSec: must be a number above 0, or a mapping with base and increment, found 0; write a small number instead, such as 0.1',
    ],
  );
});
