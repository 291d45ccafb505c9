/**
 * `npm run test:peers`: tests that need more than Node and npm. It lists the peers, prepares those that are
 * there and runs their tests. A peer that is missing fails the run unless `--skip` names it. Exit code 0: all
 * passed, 1: a test failed or a peer is missing, 2: wrong usage, 130: interrupted.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { project } from '../../lib/project.ts';
import { prepare as prepareProduct } from '../runner/prepare.ts';
import { jobsHere, runAll } from '../runner/processes.ts';
import { Report } from '../runner/report.ts';
import { type Found, findPeers, peers } from './peers.ts';

const usage = `npm run test:peers -- [options]

  --only NAMES   runs the tests of these peers alone, such as go,java
  --skip NAMES   leaves these peers out
  --jobs N       processes at the same time (default: two more than this machine has processors)
  --list         lists the peers and runs nothing
  --prepare      prepares the peers that are there, from registries, and runs nothing`;

const options = parsed();
const found = findPeers().filter(({ name }) => options.only?.includes(name) ?? true);
const skipped = found.filter(({ name }) => options.skip.includes(name));
const wanted = found.filter((peer) => !skipped.includes(peer));
for (const peer of found) describe(peer);
const missing = wanted.filter((peer) => peer.missing.length > 0);
if (missing.length > 0) console.log(`\nInstall what is missing:\n${installs(missing).join('\n')}`);
if (options.list) process.exit(0);

const prepared = new Map<string, string | undefined>();
const [ready, failed] = split(
  wanted.filter((peer) => peer.missing.length === 0),
  (peer) => peer.prepare.every((command) => prepare(command)),
);
if (options.prepare) process.exit(failed.length > 0 ? 1 : 0);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
const files = ready.flatMap((peer) => peer.files.map((file) => [file]));
const report = new Report(process.stdout, files.length);
report.begin(`\n${files.length} test files in addition to ${ready.length} peers`, files.length);
const { signal } = interrupted;
await runAll(files, {
  jobs: options.jobs ?? jobsHere(),
  report,
  signal,
  prepared: files.length > 0 ? prepareProduct() : Promise.resolve(),
});
for (const peer of missing)
  report.fail(`${peer.name}: missing: ${peer.missing.join(', ')}; --skip ${peer.name} leaves it out`);
for (const peer of failed) report.fail(`${peer.name}: could not be prepared, see above`);
report.end(
  skipped.length === 0 ? undefined : `left out by --skip: ${skipped.map(({ name }) => name).join(', ')}`,
);
process.exitCode = interrupted.signal.aborted ? 130 : report.failed > 0 ? 1 : 0;

function describe({ name, holds, missing, files }: Found): void {
  const state = missing.length === 0 ? 'there  ' : options.skip.includes(name) ? 'skipped' : 'MISSING';
  const count = `${files.length} test file${files.length === 1 ? '' : 's'}`;
  console.log(`${state}  ${name.padEnd(10)}  ${count}: ${holds}`);
  if (missing.length > 0) console.log(`${''.padEnd(21)}needs ${missing.join(', ')}`);
}

/** A command for each system that installs all missing peers. */
function installs(missing: readonly Found[]): readonly string[] {
  const words = (system: keyof Found['install']): string =>
    [...new Set(missing.flatMap(({ install }) => install[system].split(' ')))].join(' ');
  return [
    `  Debian   apt-get install --no-install-recommends ${words('debian')}`,
    `  Fedora   dnf install ${words('fedora')}`,
    `  Mac      brew install ${words('mac')}`,
  ];
}

/** Runs a command once, whatever number of peers need it. */
function prepare(command: readonly string[]): boolean {
  const line = command.join(' ');
  if (!prepared.has(line)) {
    console.log(`$ ${line}`);
    const [program = '', ...args] = command;
    const { status, error } = spawnSync(program, args, {
      cwd: project,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const problem = error?.message ?? (status === 0 ? undefined : `exit code ${status}`);
    if (problem !== undefined) console.log(`failed: ${problem}`);
    prepared.set(line, problem);
  }
  return prepared.get(line) === undefined;
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  const first: T[] = [];
  const second: T[] = [];
  for (const one of all) (isFirst(one) ? first : second).push(one);
  return [first, second];
}

function parsed() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        skip: { type: 'string' },
        jobs: { type: 'string' },
        list: { type: 'boolean', default: false },
        prepare: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const names = (list: string): readonly string[] => list.split(',').map(known);
    return {
      list: values.list,
      prepare: values.prepare,
      jobs: values.jobs === undefined ? undefined : Number(values.jobs),
      only: values.only === undefined ? undefined : names(values.only),
      skip: values.skip === undefined ? [] : names(values.skip),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

function known(name: string): string {
  const names = peers.map((peer) => peer.name);
  if (names.includes(name)) return name;
  throw new Error(`there is no peer '${name}'; there are ${names.join(', ')}`);
}
