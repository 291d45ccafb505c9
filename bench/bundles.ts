/**
 * What does a cold function cost before its first invocation? The program measures the CPU time of a process
 * that imports a bundle, and of a process that imports nothing, and the loaded bytes. It measures the bundles
 * of the parent commit in turn. A drive also warms its engine up. Run: `node bench/bundles.ts [rounds]
 * [commit]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { machine, median, table } from './table.ts';

const [rounds, commit = 'HEAD~1'] = [Number(process.argv[2] ?? 11), process.argv[3]];
const names = [
  'api/config',
  'api/queryrun',
  'api/burst-start',
  'driver/await-start',
  'driver/settle',
  'driver/drive',
];
const project = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
const before = join(folder, 'before');

try {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', before, commit], { cwd: project });
  symlinkSync(join(project, 'node_modules'), join(before, 'node_modules'));
  const trees = [project, before].map((tree, index) => {
    const out = join(folder, `bundles-${index}`);
    const build = `const { bundleFunctions } = await import(${JSON.stringify(pathToFileURL(join(tree, 'lib/bundle.ts')).href)});
await bundleFunctions(${JSON.stringify(out)}, ${JSON.stringify(names)});`;
    execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: tree });
    return out;
  });
  console.log(
    `${machine()}, medians of ${rounds}; CPU in addition to that of an empty Node process, in milliseconds\n`,
  );
  const cpu = measured(trees);
  const rows = names.map((name) => {
    const [now, then] = trees.map((out) => cpu(join(out, name, 'index.mjs')));
    const [kb, kbThen] = trees.map((out) => loadedKb(join(out, name, 'index.mjs')));
    return [
      name,
      `${kb}`,
      `${kbThen}`,
      milliseconds(now),
      milliseconds(then),
      ((now ?? 0) / (then ?? 1)).toFixed(2),
    ];
  });
  console.log(table(['function', 'kB', 'kB before', 'CPU', 'CPU before', 'ratio'], rows));
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', before], { cwd: project });
  rmSync(folder, { recursive: true, force: true });
}

/** Measures all bundles in turn, so that a busy moment of the machine affects all of them. */
function measured(trees: readonly string[]): (file: string) => number {
  const files = ['', ...trees.flatMap((out) => names.map((name) => join(out, name, 'index.mjs')))];
  const found = new Map<string, number[]>(files.map((file) => [file, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const file of files) found.get(file)?.push(importing(file));
  const bare = median(found.get('') ?? []);
  return (file) => median(found.get(file) ?? []) - bare;
}

function importing(file: string): number {
  const load = file === '' ? '' : `await import(${JSON.stringify(pathToFileURL(file).href)});`;
  const code = `${load} const { user, system } = process.cpuUsage(); console.log(user + system); process.exit(0);`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { ...process.env, AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
  });
  return Number(answer.trim().split('\n').at(-1)) / 1e3;
}

/** The size of the module and of its imports. */
function loadedKb(entry: string): number {
  const seen = new Set([entry]);
  for (const file of seen)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|\bimport)\s?"(\.[^"]+\.mjs)"/g))
      seen.add(join(dirname(file), path));
  return Math.round([...seen].reduce((sum, file) => sum + statSync(file).size, 0) / 1e3);
}

function milliseconds(ms: number | undefined): string {
  return (ms ?? 0).toFixed(0);
}
