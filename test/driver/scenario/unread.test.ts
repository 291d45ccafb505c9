import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';

/** A variable that no step reads is reported. It costs time and most likely has a misspelt name. */

const problemsOf = (steps: string) =>
  parseBenchmark(
    `name: n\nhttp: { host: localhost }\nusersPerSec: 1\nduration: 1s\nscenario:\n- main[2]: ${steps}\n`,
  ).problems;
const warningsOf = (steps: string): readonly string[] =>
  problemsOf(steps).flatMap(({ message, severity }) =>
    /reads/.test(message) ? [`${severity}: ${message}`] : [],
  );
const refusalsOf = (steps: string): readonly string[] =>
  problemsOf(steps).flatMap(({ message, severity }) => (severity === 'error' ? [message] : []));

const rows: readonly (readonly [steps: string, unread: readonly string[]])[] = [
  ['[ set: city <- Brno, httpRequest: { GET: "/${city}" } ]', []],
  ['[ set: city <- Brno, set: city <- Graz ]', ['city']],
  ['[ set: a <- x, randomInt: b <- 1 .. 2 ]', ['a', 'b']],
  ['[ set: "a[.] <- x", log: "${a[.]}" ]', []],
  ['[ set: { var: a, objectArray: { size: 2 } }, log: "${a[.]}" ]', []],
  ['[ loop: { counterVar: "i[.]", repeats: 2, steps: [noop] } ]', []],
  ['[ setInt: n <- 1, addToInt: n++ ]', []],
];

for (const [steps, unread] of rows)
  test(`a warning names ${unread.join(' and ') || 'no variable'} as unread in ${steps}`, () =>
    assert.deepEqual(
      warningsOf(steps),
      unread.map((name) => `warning: variable '${name}' is set here, but no step reads it`),
    ));

test('a variable with the name of a member of every object is read only where a step writes it', () => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    assert.deepEqual(refusalsOf(`[ httpRequest: { GET: "/\${${name}}" } ]`), [
      `variable '${name}' has no value, because no step sets it`,
    ]);
    assert.deepEqual(refusalsOf(`[ set: ${name} <- x, httpRequest: { GET: "/\${${name}}" } ]`), []);
  }
});

test('a document with an error has no warnings about unread variables', () => {
  assert.deepEqual(warningsOf('[ set: city <- Brno, httpRequest: { GET: "/${citty}" } ]'), []);
});
