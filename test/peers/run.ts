/**
 * `npm run test:peers`: tests that need more than Node and npm. It lists the peers, prepares those that are
 * there while tests run, and runs their tests. A peer that is missing fails the run unless `--skip` names it.
 * Exit code 0: all passed, 1: a test failed or a peer is missing, 2: wrong usage, 130: interrupted.
 */
import type { SpawnOptions } from 'node:child_process';
import { parseArgs } from 'node:util';
import { project } from '../../lib/project.ts';
import { prepare as prepareProduct } from '../runner/prepare.ts';
import { jobsHere, noneToSpare, runAll, spareHere, triesAgainHere } from '../runner/processes.ts';
import { Report } from '../runner/report.ts';
import { slowestFirst } from '../runner/slowest.ts';
import { startStoppable } from '../runner/stoppable.ts';
import { type Found, findPeers, peers } from './peers.ts';
import { compiledOnce } from './python/python.ts';

const usage = `npm run test:peers -- [options]

  --only NAMES   runs the tests of these peers alone, such as go,java
  --skip NAMES   leaves these peers out
  --jobs N       processes at the same time (default: two more than this machine has processors, and further
                 ones while the processors have nothing to do)
  --list         lists the peers and runs nothing`;

const options = parsed();
const found = findPeers().filter(({ name }) => options.only?.includes(name) ?? true);
const skipped = found.filter(({ name }) => options.skip.includes(name));
const expected = found.filter((peer) => !skipped.includes(peer));
for (const peer of found) describe(peer);
const missing = expected.filter((peer) => peer.missing.length > 0);
if (missing.length > 0) console.log(`\nInstall the missing programs:\n${installs(missing).join('\n')}`);
if (options.list) process.exit(0);

const interrupted = new AbortController();
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort());
const { signal } = interrupted;
Object.assign(process.env, compiledOnce);
const there = expected.filter((peer) => peer.missing.length === 0);
const prepared = prepareAll(there);
const files = slowestFirst(there.flatMap((peer) => peer.files)).map((file) => [file]);
const report = new Report(process.stdout, files.length);
report.begin(`\n${files.length} test files with ${there.length} peers`, files.length);
const product = files.length > 0 ? prepareProduct() : Promise.resolve();
await runAll(files, {
  jobs: options.jobs ?? jobsHere(),
  hasSpare: options.jobs === undefined ? spareHere() : noneToSpare,
  report,
  signal,
  triesAgain: triesAgainHere(),
  ready: async ([file = '']) => {
    await product;
    return (await prepared.get(peerOf(file))) === true;
  },
});
for (const peer of missing)
  report.fail(
    `${peer.name}: missing: ${peer.missing.join(', ')}; install the programs, or leave the peer out with --skip ${peer.name}`,
  );
for (const { name } of there)
  if (!(await prepared.get(name))) report.fail(`${name}: could not be prepared, see above`);
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

/**
 * Prepares peers with packages from registries, one after the other, while the tests of other peers run.
 * Peers with the most test files come first. The result has, for each peer, whether it is ready.
 */
function prepareAll(those: readonly Found[]): ReadonlyMap<string, Promise<boolean>> {
  const done = new Map<string, Promise<boolean>>();
  const once = (command: readonly string[]): Promise<boolean> => {
    const line = command.join(' ');
    const running = done.get(line) ?? prepare(command, line);
    done.set(line, running);
    return running;
  };
  let before: Promise<unknown> = Promise.resolve();
  const readiness = new Map<string, Promise<boolean>>();
  for (const { name, prepare: commands } of those.toSorted((a, b) => b.files.length - a.files.length)) {
    const own = async (after: Promise<unknown>): Promise<boolean> => {
      if (commands.length > 0) await after;
      for (const command of commands) if (!(await once(command))) return false;
      return true;
    };
    const ready = own(before);
    readiness.set(name, ready);
    before = Promise.all([before, ready]);
  }
  return readiness;
}

async function prepare([program = '', ...args]: readonly string[], line: string): Promise<boolean> {
  console.log(`$ ${line}`);
  const env = { ...process.env, ...asPip(process.env) };
  const options: SpawnOptions = { cwd: project, env, stdio: ['ignore', 'inherit', 'inherit'] };
  const child = startStoppable(program, args, options, { signal });
  const problem = await new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code) => resolve(code === 0 ? undefined : `exit code ${code}`));
  });
  if (problem !== undefined) console.log(`failed: ${problem}`);
  return problem === undefined;
}

/** The settings of pip under the names that uv has for them. */
function asPip(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PIP_INDEX_URL, PIP_EXTRA_INDEX_URL, PIP_FIND_LINKS, PIP_CERT } = env;
  return {
    ...(PIP_INDEX_URL && { UV_DEFAULT_INDEX: PIP_INDEX_URL }),
    ...(PIP_EXTRA_INDEX_URL && { UV_INDEX: PIP_EXTRA_INDEX_URL }),
    ...(PIP_FIND_LINKS && { UV_FIND_LINKS: PIP_FIND_LINKS }),
    ...(PIP_CERT && { SSL_CERT_FILE: PIP_CERT }),
  };
}

/**
 * The peer to which a test file belongs.
 * @param file such as `test/peers/go/client.test.ts`, which belongs to `go`.
 */
function peerOf(file: string): string {
  return file.split('/')[2] ?? '';
}

function parsed() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        skip: { type: 'string' },
        jobs: { type: 'string' },
        list: { type: 'boolean', default: false },
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
  throw new Error(`no peer has the name '${name}'; the names are ${names.join(', ')}`);
}
