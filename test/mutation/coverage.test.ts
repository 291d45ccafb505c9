import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasRun, readCoverage } from './coverage.ts';
import { writeProject } from './fixture.ts';
import type { Mutant } from './operators.ts';
import { ImportGraph, testsFor } from './tests.ts';

const source = `type Word = 'ü—𝒳' | 'é';
const word = 'ü—𝒳' as Word;
export const ran = (n: number): string => (n > 0 ? 'plus' : 'minus');
export function idle(n: number): number {
  return n;
}
ran(word.length);
`;
const other = `import { spawnSync } from 'node:child_process';
spawnSync(process.execPath, ['--input-type=module', '-e', 'import("./src/a.ts").then((a) => a.idle(1))'], { stdio: 'inherit' });
`;

test('coverage lists the executed code of all processes together, by its place in the source', () => {
  const root = writeProject({ 'src/a.ts': source, 'src/b.ts': other });
  try {
    const ranPlaces = (file: string): readonly string[] => {
      const folder = join(root, `coverage of ${file.slice(4)}`);
      spawnSync(process.execPath, [file], { cwd: root, env: { ...process.env, NODE_V8_COVERAGE: folder } });
      writeFileSync(join(folder, 'half.json'), '{"result": [');
      const ran = readCoverage(folder, root, (name) => name === 'src/a.ts').get('src/a.ts');
      return ["'plus'", "'minus'", 'return n', 'ran(word'].filter((text) =>
        hasRun(ran, source.indexOf(text)),
      );
    };
    assert.deepEqual(ranPlaces('src/a.ts'), ["'plus'", 'ran(word']);
    assert.deepEqual(ranPlaces('src/b.ts'), ["'plus'", 'return n', 'ran(word']);
    assert.equal(hasRun(undefined, 0), false);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('the test that is named after the file of a mutant runs first, then the fastest tests', () => {
  const mutant = { file: 'lib/driver/random.ts', start: 5 } as Mutant;
  const runs = new Map([[mutant.file, [[0, 9] as const]]]);
  const tests = [
    { file: 'test/driver/slow.test.ts', ms: 90, runs, bundles: false },
    { file: 'test/driver/fast.test.ts', ms: 10, runs, bundles: false },
    { file: 'test/driver/random.test.ts', ms: 50, runs, bundles: false },
    { file: 'test/driver/elsewhere.test.ts', ms: 1, runs: new Map(), bundles: false },
  ];
  assert.deepEqual(
    testsFor(mutant, tests, new Set()).map(({ file }) => file),
    ['test/driver/random.test.ts', 'test/driver/fast.test.ts', 'test/driver/slow.test.ts'],
  );
});

test('stored coverage of a test is valid until a file that the test loads changes, or a contract in any folder', () => {
  const files = {
    'src/a.ts': 'export const a = 1;\n',
    'src/b.ts': 'export const b = 1;\n',
    'test/a.test.ts': "import '../src/a.ts';\n",
    'schema/run.json': '{}',
    'schema/api/tests.yaml': 'a: 1',
  };
  const root = writeProject(files);
  const print = (): string => new ImportGraph(root).fingerprint('test/a.test.ts');
  try {
    for (const [file, text] of Object.entries(files)) {
      const before = print();
      writeFileSync(join(root, file), `${text} `);
      assert.equal(print() !== before, file !== 'src/b.ts', file);
    }
  } finally {
    rmSync(root, { recursive: true });
  }
});
