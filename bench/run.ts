/** Runs benchmarks in turn: `npm run bench` all, `npm run bench -- record` the named ones. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('.', import.meta.url));
const notBenchmarks = ['profile.ts', 'run.ts', 'table.ts'];
const all = readdirSync(home)
  .filter((file) => file.endsWith('.ts') && !notBenchmarks.includes(file))
  .map((file) => file.slice(0, -'.ts'.length));
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no benchmark has the name ${unknown.join(', ')}; the names are ${all.join(', ')}`);
  process.exit(2);
}
for (const name of named.length > 0 ? named : all) {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, [`${home}${name}.ts`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
