import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatProblem, inOrder } from '../../../lib/driver/document/format-problems.ts';
import { kindHint } from '../../../lib/driver/document/messages/kind-hints.ts';
import { hintAt } from '../../../lib/driver/document/nearest.ts';
import { formatPath, pathTo, pointerTo, valueAt } from '../../../lib/driver/document/path.ts';
import type { Problem } from '../../../lib/driver/document/problem.ts';

const problem: Problem = {
  severity: 'error',
  path: ['phases', 1, 'browse', 'usersPerSec'],
  line: 12,
  column: 7,
  message: 'must be above 0',
};

describe('a problem is one line with the place, the fault and the next step', () => {
  const rows: readonly (readonly [Problem, string])[] = [
    [problem, 'shop.yaml:12:7 phases[1].browse.usersPerSec: must be above 0'],
    [
      { ...problem, hint: 'found -1' },
      'shop.yaml:12:7 phases[1].browse.usersPerSec: must be above 0; found -1',
    ],
    [
      { ...problem, severity: 'warning' },
      'shop.yaml:12:7 phases[1].browse.usersPerSec: warning: must be above 0',
    ],
    [{ ...problem, path: [], line: 1, column: 1 }, 'shop.yaml:1:1 document: must be above 0'],
  ];
  for (const [given, line] of rows) it(line, () => assert.equal(formatProblem('shop.yaml', given), line));

  it('names with unusual characters are in quotes', () => {
    assert.equal(formatPath(['scenario', 0, 'fetch[3]', 2, '$schema']), 'scenario[0]["fetch[3]"][2].$schema');
  });
});

it('problems come in the order of the text, each once', () => {
  const at = (line: number, column: number, message: string): Problem => ({
    ...problem,
    line,
    column,
    message,
  });
  const given = [
    at(2, 1, 'b'),
    at(1, 9, 'x'),
    at(2, 1, 'a'),
    at(1, 2, 'y'),
    { ...at(2, 1, 'b'), path: ['alias'] },
  ];
  assert.deepEqual(
    inOrder(given).map(({ message }) => message),
    ['y', 'x', 'b', 'a'],
  );
});

describe('a slip of the hand is recognised, another word is not', () => {
  const steps = ['httpRequest', 'stop', 'set', 'log'];
  const rows: readonly (readonly [word: string, hint: string])[] = [
    ['htpRequest', "did you mean 'httpRequest'?"],
    ['HTTPREQUEST', "did you mean 'httpRequest'?"],
    ['stpo', "did you mean 'stop'?"],
    ['lgo', 'expected one of httpRequest, stop, set, log'],
    ['lg', 'expected one of httpRequest, stop, set, log'],
    ['step', "did you mean 'stop'?"],
    ['pest', 'expected one of httpRequest, stop, set, log'],
    ['sleep', 'expected one of httpRequest, stop, set, log'],
  ];
  for (const [word, hint] of rows) it(word, () => assert.equal(hintAt(word, steps), hint));

  it('a word of other tools is', () =>
    assert.equal(kindHint('step', 'echo', steps, steps), "did you mean 'log'?"));

  it('a word of old pages is, although it resembles another name', () => {
    for (const [old, known, name] of [
      ['allowHttp2x', ['allowHttp1x', 'allowHttp2'], 'allowHttp2'],
      ['next', ['noop', 'newSequence'], 'newSequence'],
      ['responseSizeRecorder', ['transferSizeRecorder', 'json'], 'transferSizeRecorder'],
    ] as const)
      assert.equal(kindHint('property', old, [], known), `did you mean '${name}'?`);
  });

  it('a percentile, the metric of a stopwatch and a member of a JSON body have their own hints', () => {
    const [sla, body] = [
      ['limits', 'window'],
      ['text', 'fromFile', 'form'],
    ];
    for (const [word, known, hint] of [
      ['p99', sla, /^write 'limits: \{ "0\.99": 100ms \}'/],
      ['P99_9', sla, /"0\.999": 100ms/],
      ['p99', body, /^write a JSON body as text in quotes, such as body: '\{"p99": 1\}'$/],
      ["it's", body, /body: '\{"name": 1\}'$/],
      ['txt', body, /^did you mean 'text'\?$/],
      ['query', ['GET', 'path'], /^write the query into the path/],
      ['anyCondition', ['allConditions'], /^write a step with its own condition for each case/],
      ['pattern', ['var', 'intArray'], /^write the step 'template: \{ pattern: "\$\{other\}", toVar: v \}'/],
      ['metric', ['steps'], /^the metric has the name of the sequence/],
      ['p1', sla, /^expected one of limits, window$/],
    ] as const)
      assert.match(kindHint('property', word, [], known ?? []) ?? '', hint, word);
  });

  it('a word of other tools means the first such name that is allowed here', () => {
    for (const [known, name] of [
      [['usersPerSec', 'duration'], 'usersPerSec'],
      [['users', 'duration'], 'users'],
      [['always', 'noop'], 'always'],
    ] as const)
      assert.equal(
        kindHint('property', name === 'usersPerSec' ? 'rps' : 'vus', [], known),
        `did you mean '${name}'?`,
      );
  });

  it('a long list is not read out', () => {
    assert.equal(hintAt('nothing like it', [...'abcdefghijklm']), undefined);
  });
});

it('a pointer leads back to its path', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 3, withNullPrototype: false }), (document) => {
      for (const path of pathsOf(document)) {
        assert.deepEqual(pathTo(pointerTo(path), document), path);
        assert.notEqual(valueAt({ document }, ['document', ...path, 'no', 'such']), null);
      }
    }),
  );
});

function pathsOf(value: unknown): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const keys = Array.isArray(value) ? value.keys().toArray() : Object.keys(value);
  return [
    [],
    ...keys.flatMap((key) =>
      pathsOf((value as Record<string | number, unknown>)[key]).map((rest) => [key, ...rest]),
    ),
  ];
}
