/**
 * Where does a program spend its time? Runs it with Node's profiler and prints the functions with the most
 * self time, which excludes the functions that they call. Run: `node bench/profile.ts PROGRAM [ARGUMENT...]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { machine, table } from './table.ts';

/** The part of a `.cpuprofile` that is read here. Times in microseconds. */
type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  /** The node that ran at each sample, and the time since the previous sample. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};
type Frame = { readonly functionName: string; readonly url: string; readonly lineNumber: number };

const rowsMax = 20;

const [program, ...parameters] = process.argv.slice(2);
if (program === undefined) {
  console.error('Name a program: node bench/profile.ts PROGRAM [ARGUMENT...]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'downpour-profile-'));
const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--enable-source-maps'];
const { status } = spawnSync(process.execPath, [...flags, program, ...parameters], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

for (const name of readdirSync(folder)) {
  const file = join(folder, name);
  const times = ownTimes(JSON.parse(readFileSync(file, 'utf8')) as Profile);
  const whole = times.reduce((sum, [, us]) => sum + us, 0);
  const rows = times
    .slice(0, rowsMax)
    .map(([place, us]) => [place, (us / 1000).toFixed(1), `${((100 * us) / whole).toFixed(1)} %`]);
  console.log(`\n${file}: ${machine()}\n\n${table(['function', 'own ms', 'share'], rows)}`);
}

/** Functions with their self time, the longest first. Idle time belongs to no function. */
function ownTimes({
  nodes,
  samples,
  timeDeltas,
}: Profile): readonly (readonly [place: string, us: number])[] {
  const placeOf = new Map(nodes.map(({ id, callFrame }) => [id, placeIn(callFrame)]));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const place = placeOf.get(id) ?? '';
    if (place !== '(idle)') times.set(place, (times.get(place) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return [...times].sort(([, one], [, other]) => other - one);
}

function placeIn({ functionName, url, lineNumber }: Frame): string {
  if (url === '') return functionName;
  const file = url.startsWith('file:') ? relative(process.cwd(), fileURLToPath(url)) : url;
  return `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`;
}
