import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { writeProject } from './fixture.ts';
import { applied, type Mutant } from './operators.ts';
import { MutableProgram } from './program.ts';

/** Lines of code, each with all mutants of it. A line without mutants has nothing that a test must detect. */
const cases: readonly (readonly [source: string, ...mutants: string[]])[] = [
  ['a < b', 'boundary a <= b', 'negation a >= b'],
  ['a >= b', 'boundary a > b', 'negation a < b'],
  ['a === b', 'negation a !== b'],
  ['a + b', 'arithmetic a - b'],
  ["a + 'x'", "string a + ''"],
  ['a * -b', 'arithmetic a / -b', 'arithmetic a * b'],
  ['a += b', 'arithmetic a -= b', 'statement {}'],
  ['a && b', 'logic a || b'],
  ['a ?? b', 'logic a && b'],
  ['a = !b', 'logic a = b', 'statement {}'],
  ['a++', 'arithmetic a--', 'statement {}'],
  ['f(true)', 'boolean f(false)', 'statement {}'],
  ['f(0)', 'number f(1)', 'statement {}'],
  ['f(1_000)', 'number f(1001)', 'number f(10000)', 'statement {}'],
  ['f(2n)', 'number f(3n)', 'number f(20n)', 'statement {}'],
  ['const idle = 500', 'number const idle = 5000'],
  ['const some = 99', 'number const some = 100', 'number const some = 990'],
  [
    'const bytes = 8 * 1024',
    'arithmetic const bytes = 8 / 1024',
    'number const bytes = 8 * 10240',
    'number const bytes = 80 * 1024',
  ],
  [
    'const half = 500 / 2',
    'arithmetic const half = 500 * 2',
    'number const half = 501 / 2',
    'number const half = 5000 / 2',
    'number const half = 500 / 3',
    'number const half = 500 / 20',
  ],
  ['let x = { idleMs: 500 }', 'number let x = { idleMs: 5000 }', 'element let x = {  }'],
  ['let x = { sizeMax: 1n }', 'number let x = { sizeMax: 0n }', 'element let x = {  }'],
  [
    'let x = { status: 404 }',
    'number let x = { status: 405 }',
    'number let x = { status: 4040 }',
    'element let x = {  }',
  ],
  [
    'function g() { const ns = 1000 }',
    'number function g() { const ns = 1001 }',
    'number function g() { const ns = 10000 }',
  ],
  ['await f()', 'statement {}'],
  ["let x = 'name'", "string let x = ''"],
  ["let x = 'a sentence'"],
  ["let x = ''"],
  ['let x = `${a}:${b}`', "string let x = ''"],
  ['let x = `${a + b} of ${b}`'],
  ['if (a) b', 'condition if (true) b', 'condition if (false) b'],
  ['let x = a ? b : c', 'condition let x = true ? b : c', 'condition let x = false ? b : c'],
  ['while (a) {}', 'condition while (false) {}'],
  ['while (true) {}', 'boolean while (false) {}'],
  ['function g() { return a }', 'return function g() { return undefined }'],
  ['function g() { return undefined }'],
  ['let g = () => a', 'return let g = () => undefined'],
  ["throw new Error('a sentence')", 'statement {}'],
  ['let x = [a, b]', 'element let x = [b]', 'element let x = [a]'],
  ['let x = { a, b: c }', 'element let x = { b: c }', 'element let x = { a }'],
  ['let x = { a: () => {}, b() {}, c }', 'element let x = { a: () => {}, b() {} }'],
  ['[a, b] = c', 'statement {}'],
  ["let x = { title: 'name', b }", "element let x = { title: 'name' }"],
  ['let x = a?.b', 'chaining let x = a.b'],
  ['let x = a?.[b]', 'chaining let x = a[b]'],
  ['let x = f?.(b)', 'chaining let x = f(b)'],
  ['console.log(a + b)'],
  ['let g = () => console.log(a)'],
  ["import { x } from 'node:fs'"],
  ["let m = import('node:fs')"],
  ["export { x } from './other.ts'"],
  ["type X = 'a' | 1 | true"],
  ['interface X { a: 1 }'],
  ["let x = a as 'b'"],
  ["function g(x: 'a' | 1 = b): x is 1 {}"],
  ["let é = 'ü—𝒳' as 'x'; f(1)", "string let é = '' as 'x'; f(1)", "number let é = 'ü—𝒳' as 'x'; f(0)"],
];

test('each operator makes exactly the listed changes', () => {
  const files = cases.map(([source], i) => [`src/${i}.ts`, source] as const);
  withProgram(Object.fromEntries(files), (mutantsOf) => {
    for (const [i, [source, ...expected]] of cases.entries()) {
      const found = mutantsOf(`src/${i}.ts`).map((mutant) => `${mutant.operator} ${applied(source, mutant)}`);
      const whole = found.filter((change) => !/^statement .*; \{\}$/.test(change));
      assert.deepEqual(whole.sort(), expected.toSorted(), source);
    }
  });
});

test('a limit does not change by one', () => {
  const text = 'export const limits = { wait: 2_500, few: 9, share: [0.02, 600] };\n';
  withProgram({ 'src/limits.ts': text, 'src/other-limits.ts': text }, (mutantsOf) => {
    const numbersOf = (file: string) =>
      mutantsOf(file).flatMap(({ operator, before, after }) =>
        operator === 'number' ? [`${before} -> ${after}`] : [],
      );
    const always = ['2_500 -> 25000', '9 -> 10', '9 -> 90', '0.02 -> 1.02', '0.02 -> 0.2', '600 -> 6000'];
    assert.deepEqual(numbersOf('src/limits.ts'), always);
    assert.deepEqual(
      numbersOf('src/other-limits.ts').toSorted(),
      [...always, '2_500 -> 2501', '600 -> 601'].toSorted(),
    );
  });
});

test('a mutant has the number of its line, counted from 1, and its text without the indentation', () => {
  withProgram({ 'src/a.ts': 'let a = 2;\nfunction f() {\n  return a;\n}\n' }, (mutantsOf) => {
    const returned = mutantsOf('src/a.ts').find(({ operator }) => operator === 'return');
    assert.deepEqual([returned?.line, returned?.text], [3, 'return a;']);
  });
});

test('a mutant that does not compile is recognised, and unused names are allowed', () => {
  const text =
    'export const f = (a: number, b: number): number => {\n  g(b);\n  return a;\n};\nconst g = (_: number): void => {};\n';
  withProgram({ 'src/a.ts': text }, (mutantsOf, program) => {
    const compiling = mutantsOf('src/a.ts').filter((mutant) => program.compiles(mutant));
    assert.deepEqual(
      compiling.map(({ operator, line }) => [operator, line]),
      [['statement', 2]],
    );
  });
});

function withProgram(
  files: Readonly<Record<string, string>>,
  check: (mutantsOf: (file: string) => readonly Mutant[], program: MutableProgram) => void,
): void {
  const root = writeProject(files);
  const program = new MutableProgram(root);
  try {
    const mutants = program.mutants(() => true);
    check((file) => mutants.get(file) ?? assert.fail(file), program);
  } finally {
    program.close();
    rmSync(root, { recursive: true });
  }
}
