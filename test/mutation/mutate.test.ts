import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { equivalents } from './equivalents.ts';
import { writeProject } from './fixture.ts';
import { mutate } from './mutate.ts';
import { MutableProgram } from './program.ts';
import { rowsOf, survivor } from './report.ts';
import { groups, roomOf, rooms } from './rooms.ts';

const source = `export function clamp(value: number, max: number): number {
  if (value > max) return max;
  return value;
}
export const twice = (value: number): number => value * 2;
`;
const clampTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from '../src/clamp.ts';
test('clamps', () => {
  assert.equal(clamp(1, 2), 1);
  assert.equal(clamp(3, 2), 2);
});
`;

test('the runner tells caught mutants from survivors, and leaves nothing behind', async () => {
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
    // One line a mutant: which of its mutants comes from the seed, whether it lives does not but for the boundary.
    assert.deepEqual(new Set(verdicts.map(({ mutant }) => mutant.line)), new Set([2, 5]));
    for (const [line, operator, end, ran] of ends) {
      const lives = line === 5 || operator === 'boundary';
      assert.deepEqual([end, ran], lives ? ['survived', line === 5 ? 0 : 1] : ['test/clamp.test.ts', 1]);
    }
    assert.deepEqual(rowsOf(verdicts)[0], { room: 'src', mutants: 2, caught: 1 });
    const [alive] = verdicts.filter(({ caught }) => caught === undefined);
    assert.match(
      alive ? survivor(alive, () => source) : '',
      /no test reaches it\)\n {2}- export const twice/,
    );
    assert.equal(readFileSync(join(root, 'src/clamp.ts'), 'utf8'), source);
    assert.deepEqual(
      copies().filter((name) => !before.includes(name)),
      [],
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('every file of the product lies in a room, every room has files, and every equivalent is still there', () => {
  const program = new MutableProgram(join(import.meta.dirname, '..', '..'));
  try {
    const mutants = program.mutants((file) => /^(lib|functions|bin)\//.test(file));
    const judged = [...mutants.keys()].filter((file) => roomOf(file) !== undefined);
    const used = new Set(judged.map(roomOf));
    assert.deepEqual(
      rooms.filter(({ name }) => !used.has(name)),
      [],
      'rooms without files',
    );
    const missing = groups
      .flatMap(({ at }) => at)
      .filter((path) => !judged.some((file) => file.startsWith(path)));
    assert.deepEqual(missing, [], 'groups without files');
    for (const { file, text, mutation } of equivalents) {
      const lines = program.text(file).split('\n');
      assert.equal(lines.filter((line) => line.trim() === text).length, 1, `${file}: ${text}`);
      const changes = (mutants.get(file) ?? []).filter((mutant) => mutant.text === text);
      const isOne = changes.some(
        ({ before, after }) => mutation === undefined || mutation === `${before} -> ${after}`,
      );
      assert.ok(isOne, `${file}: ${text}: ${mutation}`);
    }
  } finally {
    program.close();
  }
});
