import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';

const rest = `name: n
http: { host: localhost, sharedConnections: 1 }
usersPerSec: 1
duration: 1s
scenario: [ { main: [ noop ] } ]
`;
function hooksOf(text: string) {
  const { benchmark, problems } = parseBenchmark(rest + text);
  assert.deepEqual(problems, []);
  return benchmark?.hooks;
}

suite('hooks', () => {
  test('row 14: two pre hooks and one post hook load', () => {
    const hooks = hooksOf(
      'pre:\n  one: echo 1\n  two: { exec: "echo 2; echo 3" }\npost:\n- last: echo end\n',
    );
    assert.deepEqual(hooks, {
      pre: [
        { name: 'one', command: 'echo 1' },
        { name: 'two', command: 'echo 2; echo 3' },
      ],
      post: [{ name: 'last', command: 'echo end' }],
    });
  });

  test('are in the order of their names, not in that of the text', () => {
    const names = hooksOf('pre: [ { b: x }, { a: x }, { B: x }, { "10": x } ]\n')?.pre.map(
      ({ name }) => name,
    );
    assert.deepEqual(names, ['10', 'B', 'a', 'b']);
  });

  test('that are empty are none', () => {
    for (const text of ['', 'pre: {}\n', 'pre: []\npost: {}\n']) assert.equal(hooksOf(text), undefined);
  });

  for (const [text, message] of [
    ['pre: [ { a: x }, { a: y } ]', /hook 'a' is defined twice/],
    ['pre: { a: " " }', /hook 'a' has no command/],
    ['pre: { a: { exec: "" } }', /hook 'a' has no command/],
    ['post: { a: [x] }', /must be a command/],
    ['post: { a: { exec: x, env: y } }', /env/],
  ] as const)
    test(`${text} is refused`, () => {
      const { problems } = parseBenchmark(`${rest}${text}\n`);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
      assert.equal(problems[0]?.line, 6);
    });
});
