import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { Session } from '../../../lib/driver/model/session.ts';
import { compileScenario } from '../../../lib/driver/scenario/compile.ts';
import { attaching } from '../../../lib/driver/scenario/files/limits.ts';
import { pathProblem } from '../../../lib/driver/scenario/files/path.ts';
import type { ScenarioEnvironment } from '../../../lib/driver/scenario/kind.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';

/** A document names files. The parser lists them and checks their contents, and never reads the disk. */

const item = (file: string) => `[ randomItem: { toVar: v, file: '${file}' }, log: '\${v}' ]`;
const document = (...phases: readonly string[]) => `name: n
http: { host: localhost, sharedConnections: 1 }
phases:
${phases.map((steps, index) => `- p${index}: { atOnce: { users: 1, scenario: [ { main: ${steps} } ] } }`).join('\n')}
`;
const filesOf = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));

suite('files of a document', () => {
  test('are named by the steps, each once and in the order of the text, and each phase knows its own', () => {
    const text = document(
      item('b.txt'),
      '[ noop ]',
      `[ ${item('a.txt').slice(2, -1)}, ${item('b.txt').slice(2)}`,
    );
    const { benchmark, files, problems } = parseBenchmark(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(files, ['b.txt', 'a.txt']);
    assert.deepEqual(benchmark?.files, files);
    const ofPhases = benchmark?.phases.map((phase) => phase.files);
    assert.deepEqual(ofPhases, [['b.txt'], undefined, ['a.txt', 'b.txt']]);
  });

  test('are found in a document that is refused for something else', () => {
    const { benchmark, files } = parseBenchmark(document(item('a.txt'), '[ nope ]'));
    assert.equal(benchmark, undefined);
    assert.deepEqual(files, ['a.txt']);
  });

  test('are missing at their line once they are given, all of them, and not before', () => {
    const text = document(item('a.txt'), item('b.txt'), item('c.txt'));
    assert.deepEqual(parseBenchmark(text).problems, []);
    const options = { files: filesOf({ 'b.txt': 'x' }), fileProblems: new Map([['c.txt', 'c is gone']]) };
    const { benchmark, problems } = parseBenchmark(text, options);
    assert.equal(benchmark, undefined);
    assert.deepEqual(
      problems.map(({ line, path, message }) => [line, path.at(-1), message]),
      [
        [4, 'file', "file 'a.txt' was not sent with the document; send both together"],
        [6, 'file', 'c is gone'],
      ],
    );
  });

  test('give the same benchmark with and without their contents', () => {
    const text = document(item('a.txt'));
    const judged = parseBenchmark(text, { files: filesOf({ 'a.txt': 'x\ny' }) });
    assert.deepEqual(judged.problems, []);
    assert.deepEqual(judged.benchmark, parseBenchmark(text).benchmark);
  });

  for (const [path, message] of [
    ['', /is empty/],
    ['/etc/passwd', /is an absolute path/],
    ['\\\\server\\x', /is an absolute path/],
    ['C:/x.csv', /is an absolute path/],
    ['file:///etc/passwd', /is an absolute path/],
    ['../x.csv', /leads out of the document's folder/],
    ['a/../../x.csv', /leads out of the document's folder/],
    ['a/../../a/x.csv', /leads out of the document's folder/],
    ['a/..', /names a folder/],
    ['a\\b.csv', /has a backslash/],
    ['a/', /names a folder/],
    ['.', /names a folder/],
    ['a\u0000b', /control character/],
    ['x'.repeat(attaching.pathCharsMax + 1), /may have at most 200 characters/],
  ] as const)
    test(`cannot be at ${JSON.stringify(path.slice(0, 20))}`, () => {
      assert.match(pathProblem(path)?.message ?? 'accepted', message);
    });

  for (const path of ['a.csv', './a.csv', 'data/a b.csv', '..a/b..', 'a.b/c', 'größe.csv'])
    test(`can be at ${path}`, () => assert.equal(pathProblem(path), undefined));

  test('that lead out are refused at their line and never asked for', () => {
    const { files, problems } = parseBenchmark(document(item('../x.csv')));
    assert.deepEqual(files, []);
    assert.deepEqual([problems.length, problems[0]?.line], [1, 4]);
  });
});

suite('randomItem', () => {
  /** The values that the step stores for each random number. */
  const stored = (text: string, draws: readonly number[]) => {
    const findings = new Findings();
    const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
    const raw = [{ main: [{ randomItem: { toVar: 'v', file: 'a.txt' } }] }];
    const files = filesOf({ 'a.txt': text });
    const scenario = parseScenario(raw, [], { targets: [], ergonomics, findings, files });
    assert.deepEqual(findings.list, []);
    assert.ok(scenario);
    const next = draws.values();
    const environment = {
      files,
      random: { next: () => next.next().value },
      builtIns: {},
    } as unknown as ScenarioEnvironment;
    const [step] = compileScenario(scenario, environment).sequences[0]?.steps ?? [];
    return draws.map(() => {
      const session = { slots: [] } as Pick<Session, 'slots'> as Session;
      assert.equal(step?.(session, undefined as never), true);
      return session.slots[0];
    });
  };

  test('takes one item of each line that is not empty', () => {
    assert.deepEqual(stored('a\r\n\nb b\n größe \n', [0, 0.34, 0.99]), ['a', 'b b', ' größe ']);
    assert.deepEqual(stored('\ufeffa', [0.5]), ['a']);
    assert.deepEqual(stored(`${'a\n'.repeat(1_000_000)}b`, [0.5, 1 - 1e-9]), ['a', 'b']);
  });

  for (const [what, body, message] of [
    ['an empty file', '{ toVar: v, file: e.txt }', /file 'e.txt' has no line with text/],
    ['bytes that are no text', '{ toVar: v, file: b.txt }', /file 'b.txt' is not UTF-8 text/],
    [
      'both a list and a file',
      '{ toVar: v, file: a.txt, list: [a] }',
      /toVar and exactly one of list, file and fromVar/,
    ],
    ['neither', '{ toVar: v }', /toVar and exactly one of list, file and fromVar/],
  ] as const)
    test(`refuses ${what}`, () => {
      const files = new Map([
        ...filesOf({ 'a.txt': 'a', 'e.txt': '\n\r\n' }),
        ['b.txt', Buffer.of(0xff, 0xfe)],
      ]);
      const { problems } = parseBenchmark(document(`[ randomItem: ${body}, noop ]`), { files });
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
    });
});
