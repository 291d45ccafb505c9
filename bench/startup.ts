/**
 * How long does it take from the command to the first request, how long does a benchmark of one second take
 * in total, and what does the tool cost in addition to the load? The program compares Downpour with k6 and
 * autocannon, in turn for several rounds.
 *
 * Each tool sends 50 requests/s for a second to a server in this process, which notes the time of the first
 * request. CPU is the user and system time of the command with all its processes. Run: `node bench/startup.ts
 * [rounds]`. When k6 is not on PATH, the program builds it once from the Go registry into
 * node_modules/.cache, which takes some minutes.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { machine, median, table } from './table.ts';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../', import.meta.url));
const rounds = Number(process.argv[2] ?? 5);
const k6Version = 'v1.8.1';

type Contender = {
  readonly name: string;
  readonly command: readonly string[];
};
type Measured = { readonly firstMs: number; readonly wallMs: number; readonly cpuMs: number };

let firstAt = Number.NaN;
/** Ends the process of `downpour serve`, which is one of the contenders. */
let endServe = async (): Promise<void> => {};
const server = createServer((_request, response) => {
  if (Number.isNaN(firstAt)) firstAt = performance.now();
  response.end('ok');
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const folder = await mkdtemp(join(tmpdir(), 'startup-'));

try {
  const contenders = await prepare();
  console.log(`${machine()}, ${rounds} rounds after a warm-up round; medians in milliseconds\n`);
  const results = new Map<Contender, Measured[]>(contenders.map((each) => [each, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const contender of contenders) {
      const measured = await measure(contender);
      if (round > 0) results.get(contender)?.push(measured);
    }
  }
  const rows = [...results].map(([{ name }, all]) => [
    name,
    medianText(all.map(({ firstMs }) => firstMs)),
    medianText(all.map(({ wallMs }) => wallMs)),
    medianText(all.map(({ cpuMs }) => cpuMs)),
  ]);
  console.log(table(['', 'first request', 'whole', 'CPU'], rows));
  const cpuOf = (name: string): number =>
    median([...results].find(([each]) => each.name === name)?.[1].map(({ cpuMs }) => cpuMs) ?? []);
  const further = (cpuOf('downpour run, 9 shards') - cpuOf('downpour run')) / 8;
  console.log(`\nCPU of each further drive: ${Math.round(further)} ms`);
} finally {
  await endServe();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
}

function medianText(values: readonly number[]): string {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? '-' : String(Math.round(median(known)));
}

async function prepare(): Promise<readonly Contender[]> {
  const [document, script] = [join(folder, 'one.hf.yaml'), join(folder, 'one.js')];
  await writeFile(
    document,
    `name: one
http: { host: "http://${host}", sharedConnections: 20 }
phases:
  - load:
      constantRate: { usersPerSec: 50, duration: 1s, scenario: [ get: [ httpRequest: { GET: / } ] ] }
`,
  );
  await writeFile(
    script,
    `import http from 'k6/http';
export const options = { scenarios: { load: { executor: 'constant-arrival-rate', rate: 50, timeUnit: '1s',
  duration: '1s', preAllocatedVUs: 10 } } };
export default () => { http.get('http://${host}/'); };
`,
  );
  const downpour = [process.execPath, join(project, 'bin', 'downpour')];
  const served = join(folder, 'served');
  endServe = await serve(downpour, served);
  const own = (...more: string[]) => [...downpour, 'run', document, '--data', join(folder, 'own'), ...more];
  const k6 = await findK6();
  return [
    { name: 'downpour run', command: own() },
    { name: 'downpour run, 9 shards', command: own('--shards', '9') },
    {
      name: 'downpour run, serve is up',
      command: [...downpour, 'run', document, '--data', served],
    },
    { name: 'downpour validate', command: [...downpour, 'validate', document] },
    { name: 'downpour --version', command: [...downpour, '--version'] },
    {
      name: 'autocannon',
      command: [
        ...[process.execPath, join(project, 'node_modules', 'autocannon', 'autocannon.js')],
        ...['-R', '50', '-c', '10', '-d', '1', `http://${host}/`],
      ],
    },
    ...(k6 === undefined
      ? []
      : [{ name: 'k6', command: [k6, 'run', '--quiet', '--no-usage-report', script] }]),
  ];
}

async function measure({ command }: Contender): Promise<Measured> {
  firstAt = Number.NaN;
  const startedAt = performance.now();
  // The shell's own `time` reads the CPU time of a finished program and of its child processes.
  const line = 'TIMEFORMAT="%U %S"; time "$0" "$@" > /dev/null 2>&1 || true';
  const { stderr } = await run('bash', ['-c', line, ...command], { env: { ...process.env, LC_ALL: 'C' } });
  const wallMs = performance.now() - startedAt;
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { firstMs: firstAt - startedAt, wallMs, cpuMs: (user + system) * 1000 };
}

async function serve(
  [node = '', ...downpour]: readonly string[],
  data: string,
): Promise<() => Promise<void>> {
  const child = spawn(node, [...downpour, 'serve', '--port', '0', '--json', '--data', data], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGINT');
    await once(child, 'exit');
  };
}

async function findK6(): Promise<string | undefined> {
  const bin = join(project, 'node_modules', '.cache', 'bin');
  const built = join(bin, 'k6');
  try {
    const { stdout } = await run('bash', ['-c', 'command -v k6']);
    return stdout.trim();
  } catch {
    // When k6 is not on PATH, it is built below.
  }
  if (existsSync(built)) return built;
  try {
    await run('go', ['install', `go.k6.io/k6@${k6Version}`], { env: { ...process.env, GOBIN: bin } });
    return built;
  } catch (error) {
    console.log(
      `k6 is left out, because it could not be built: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}
