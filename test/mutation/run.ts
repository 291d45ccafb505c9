import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawRooms, type MutateOptions, mutate, type Verdict } from './mutate.ts';
import { change, rowsOf, survivor, table } from './report.ts';
import { roomOf, rooms } from './rooms.ts';

const root = join(import.meta.dirname, '..', '..');
const usage = `npm run mutate -- [options]

  --seed N        draws the same mutants as an earlier run with this seed
  --room NAME     judges this room only; may be given several times
  --per-room N    mutants a room, 15 when absent
  --jobs N        mutants at a time, 2 when absent
  --budget N      seconds of tests for one mutant at most, 90 when absent
  --json FILE     writes all verdicts
  --draw          only lists what it would change

Rooms: ${rooms.map(({ name }) => name).join(', ')}`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    room: { type: 'string', multiple: true },
    'per-room': { type: 'string', default: '15' },
    jobs: { type: 'string', default: '2' },
    budget: { type: 'string', default: '90' },
    json: { type: 'string' },
    draw: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const wanted = new Set(values.room ?? rooms.map(({ name }) => name));
const unknown = [...wanted].filter((name) => !rooms.some((room) => room.name === name));
if (unknown.length > 0) throw new Error(`no room is called ${unknown.join(', ')}\n\n${usage}`);

const seed = values.seed === undefined ? randomInt(1_000_000) : count('seed', values.seed);
console.log(`seed ${seed}`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const options: MutateOptions = {
  root,
  roomOf: (file) => {
    const room = roomOf(file);
    return room !== undefined && wanted.has(room) ? room : undefined;
  },
  seed,
  perRoom: count('per-room', values['per-room']),
  jobs: count('jobs', values.jobs),
  budgetMs: count('budget', values.budget) * 1000,
  cacheDir: join(root, 'node_modules', '.cache', 'mutate'),
  onDrawn: (mutants) => console.log(`${mutants.length} mutants drawn`),
  onMeasured: (test, done, all, problem) => {
    if (problem !== undefined)
      console.log(`  ${test} is left out, for it does not pass on the unchanged tree (${problem})`);
    else if (done === all) console.log(`${all} test files can reach them`);
  },
  onVerdict: ({ mutant, caught, ran, ms }, done, all) => {
    const end =
      caught === undefined
        ? `SURVIVED ${ran.length} test files`
        : `caught by ${caught.by}${caught.hung ? ' (time limit)' : ''}`;
    console.log(
      `${done}/${all} ${mutant.file}:${mutant.line} ${mutant.operator} ${change(mutant)}: ${end}, ${seconds(ms)}`,
    );
  },
};

if (values.draw) {
  for (const mutant of drawRooms(options)) {
    console.log(`${mutant.file}:${mutant.line} ${mutant.operator} ${change(mutant)}  |  ${mutant.text}`);
  }
  process.exit(0);
}

const startedMs = Date.now();
const verdicts = await mutate(options);
const survivors = verdicts.filter(({ caught }) => caught === undefined);
if (survivors.length > 0) {
  console.log(`\nSurvivors\n\n${survivors.map(survivor).join('\n\n')}`);
}
console.log(`\n${table(rowsOf(verdicts))}\n\nseed ${seed}, ${seconds(Date.now() - startedMs)}`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(summary(verdicts), undefined, 1));

function summary(all: readonly Verdict[]) {
  return { seed, node: process.version, rows: rowsOf(all), verdicts: all };
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number, not ${text}`);
  return value;
}
