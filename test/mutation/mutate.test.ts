import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, test } from 'node:test';
import { type Equivalent, equivalents, isEquivalent } from './equivalents.ts';
import { writeProject } from './fixture.ts';
import { mutate } from './mutate.ts';
import type { Mutant } from './operators.ts';
import { MutableProgram } from './program.ts';
import { rowsOf, survivor } from './report.ts';
import { groups, isUnjudged, roomOf, rooms } from './rooms.ts';
import { starter, starts } from './tests.ts';

const source = `export function clamp(value: number, max: number): number {
  if (value > max) return max;
  return value;
}
export const twice = (value: number): number => value * 2;
`;
const clampTest = `import assert from 'node:assert/strict';
import { after, describe, it, test } from 'node:test';
import { clamp } from '../src/clamp.ts';
test('clamps', () => {
  assert.equal(clamp(1, 2), 1);
  assert.equal(clamp(3, 2), 2);
});
`;

test('a mutant is caught when a test fails, else it survives, and the runner leaves no file or process', async () => {
  const root = writeProject({ 'src/clamp.ts': source, 'test/clamp.test.ts': clampTest });
  const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('downpour-mutate-'));
  const before = copies();
  try {
    const verdicts = await mutate({
      root,
      roomOf: (file) => (file.startsWith('src/') ? 'src' : undefined),
      seed: 1,
      perRoom: 10,
      jobs: 2,
      budgetMs: 60_000,
      cacheDir: join(root, 'cache'),
    });
    const ends = verdicts.map(({ mutant, caught, ran }) => [
      mutant.line,
      mutant.operator,
      caught?.by ?? 'survived',
      ran.length,
    ]);
    // The seed chooses one of the possible mutants of each line. Except for the operator `boundary`, the
    // result does not depend on this choice.
    assert.deepEqual(new Set(verdicts.map(({ mutant }) => mutant.line)), new Set([2, 5]));
    for (const [line, operator, end, ran] of ends) {
      const lives = line === 5 || operator === 'boundary';
      assert.deepEqual([end, ran], lives ? ['survived', line === 5 ? 0 : 1] : ['test/clamp.test.ts', 1]);
    }
    assert.deepEqual(rowsOf(verdicts)[0], { room: 'src', mutants: 2, caught: 1 });
    const [alive] = verdicts.filter(({ caught }) => caught === undefined);
    assert.match(alive ? survivor(alive) : '', /no test runs this line\)\n {2}- export const twice/);
    assert.equal(readFileSync(join(root, 'src/clamp.ts'), 'utf8'), source);
    assert.deepEqual(
      copies().filter((name) => !before.includes(name)),
      [],
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('the lists of rooms, starts and equivalents agree with the product', () => {
  const root = join(import.meta.dirname, '..', '..');
  const program = new MutableProgram(root);
  const mutants = program.mutants((file) => /^(lib|functions|bin)\//.test(file));
  const files = [...mutants.keys()];
  after(() => program.close());

  it('every file has a room, unless it is in the list of unjudged files', () => {
    assert.ok(files.length > 100);
    assert.deepEqual(
      files.filter((file) => (roomOf(file) === undefined) !== isUnjudged(file)),
      [],
    );
  });

  it('every room and every path of a group has files', () => {
    const used = new Set(files.map(roomOf));
    assert.deepEqual(
      rooms.filter(({ name }) => !used.has(name)),
      [],
    );
    assert.deepEqual(
      groups.flatMap(({ at }) => at).filter((path) => !files.some((file) => file.startsWith(path))),
      [],
    );
  });

  it('every file exists that is listed because it starts code that a test does not import', () => {
    assert.deepEqual(
      starts.filter(
        ({ by, entries }) => !existsSync(join(root, by)) || !files.some((file) => entries.test(file)),
      ),
      [],
    );
  });

  it('the listed file has the call that starts functions', () => {
    assert.equal([...program.text(starter.file).matchAll(starter.call)].length, 2);
  });

  it('the line of every equivalent occurs once, and has the listed change among its mutants', () => {
    for (const equivalent of equivalents) {
      const { file, text, mutation } = equivalent;
      const lines = program.text(file).split('\n');
      assert.equal(lines.filter((line) => line.trim() === text).length, 1, `${file}: ${text}`);
      const found = mutants.get(file)?.some((mutant) => isEquivalent(mutant, [equivalent]));
      assert.ok(found, `${file}: ${text}: ${mutation ?? 'any change'}`);
    }
  });
});

test('an equivalent covers one change of one line, or all changes of this line', () => {
  const mutant: Mutant = {
    file: 'lib/a.ts',
    line: 1,
    start: 4,
    end: 5,
    operator: 'boundary',
    before: '<',
    after: '<=',
    text: 'a < b',
  };
  const row = { file: 'lib/a.ts', text: 'a < b', reason: 'b is never reached' };
  const rows: readonly (readonly [Equivalent, boolean])[] = [
    [row, true],
    [{ ...row, mutation: '< -> <=' }, true],
    [{ ...row, mutation: '< -> >=' }, false],
    [{ ...row, file: 'lib/b.ts' }, false],
    [{ ...row, text: 'a < c' }, false],
  ];
  for (const [equivalent, expected] of rows) assert.equal(isEquivalent(mutant, [equivalent]), expected);
});
