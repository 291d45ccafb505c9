import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawRooms, type MutateOptions, mutate, type Verdict } from './mutate.ts';
import { change, rowsOf, survivor, table } from './report.ts';
import { roomOf, rooms } from './rooms.ts';

const root = join(import.meta.dirname, '..', '..');
const usage = `npm run mutate -- [options]

  --seed N        draws the same mutants as an earlier run with this seed (default: a random seed)
  --room NAME     draws mutants of this room only; repeat it for several rooms (default: all rooms)
  --per-room N    number of mutants in each room (default: 15)
  --jobs N        number of mutants that are tested at the same time (default: 2)
  --budget N      most seconds of tests for one mutant (default: 90)
  --json FILE     writes all results into this file
  --draw          lists the mutants, and runs no test

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
if (unknown.length > 0) throw new Error(`no room has the name ${unknown.join(', ')}\n\n${usage}`);

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
      console.log(`  ${test} is left out, because it does not pass without a mutant (${problem})`);
    else if (done === all) console.log(`${all} test files can reach the mutants`);
  },
  onVerdict: ({ mutant, caught, ran, ms }, done, all) => {
    const end =
      caught === undefined
        ? `SURVIVED, ${ran.length} test files passed`
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
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`--${name} must be a whole number from 0 on, found ${text}`);
  return value;
}
