/**
 * What does a request cost Downpour's engine and other load generators, and what latency do they report?
 *
 * All of them load the same nginx (one worker, pinned to the last core) from the first core, in turn for
 * several rounds, each in its own process. Each first runs until it is warm. The program then reads its CPU
 * time and its wake-ups from the kernel and its requests from nginx, at the beginning and at the end of some
 * seconds, so that the same method applies to all. Downpour's engine runs a whole drive.
 *
 * Latencies are those that each generator reports. Only Downpour counts from the planned arrival. Open loads
 * differ: Downpour sends each request at its own random instant, and each wakes the target. The reference
 * sends the requests of a millisecond together, and h2load a request of each connection together. Fewer
 * wake-ups cost less CPU.
 *
 *     node bench/driver-loopback.ts [--loads closed,open-1000,open-5000 | all] [--contenders downpour,wrk]
 * [--seconds 3] [--rounds 3]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Contender, contenders } from './driver-loopback/contenders.ts';
import { durationSeconds, type Latency, type Load, loads, type Task } from './driver-loopback/load.ts';
import { startNginx, type Target } from './driver-loopback/nginx.ts';
import { pinned } from './driver-loopback/pinned.ts';
import { usageOf } from './driver-loopback/usage.ts';
import { machine, median, table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    loads: { type: 'string', default: 'closed,open-1000,open-5000' },
    contenders: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
});

type Measured = {
  readonly ratePerSec: number;
  readonly cpuUs: number;
  readonly wakeUps: number;
  readonly latency: Latency | undefined;
};

async function main(): Promise<void> {
  const [seconds, rounds] = [Number(options.seconds), Number(options.rounds)];
  const chosen = loads.filter(
    ({ name }) => options.loads === 'all' || options.loads.split(',').includes(name),
  );
  const present = contenders.filter(({ name }) =>
    options.contenders.split(',').some((start) => name.startsWith(start)),
  );
  if (!(seconds > 0 && rounds >= 1) || chosen.length === 0 || present.length === 0)
    throw new Error(
      `loads: ${loads.map(({ name }) => name)}; contenders: ${contenders.map(({ name }) => name)}`,
    );
  const able = present.filter(({ name, missing }) => {
    const hint = missing();
    if (hint !== undefined) console.log(`without ${name}: ${hint}`);
    return hint === undefined;
  });
  const home = await mkdtemp(join(tmpdir(), 'downpour-bench-'));
  const target = await startNginx(home);
  console.log(`${machine()}; ${seconds} s each, median of ${rounds} rounds, nginx on loopback`);
  try {
    for (const load of chosen) await compare(load, able, target, { seconds, rounds, home });
  } finally {
    await target.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function compare(
  load: Load,
  all: readonly Contender[],
  target: Target,
  { seconds, rounds, home }: { readonly seconds: number; readonly rounds: number; readonly home: string },
): Promise<void> {
  const results = all
    .filter(({ able }) => able(load))
    .map((contender) => ({ contender, runs: [] as Measured[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { contender, runs } of results) {
      const task = { load, url: target.urlOf(load), warmUpSeconds: contender.warmUpSeconds, seconds, home };
      runs.push(await measure(contender, task, target));
    }
  }
  const ours = results[0]?.runs ?? [];
  const rows = results.map(({ contender, runs }) => {
    const of = (figure: (run: Measured) => number): number => median(runs.map(figure));
    const cpu = of(({ cpuUs }) => cpuUs);
    return [
      contender.name,
      Math.round(of(({ ratePerSec }) => ratePerSec)).toLocaleString('en'),
      cpu.toFixed(1),
      // The ratio is computed for each round, because other work of the machine slows both contenders of a
      // round.
      median(ours.map(({ cpuUs }, round) => cpuUs / (runs[round]?.cpuUs ?? Number.NaN))).toFixed(2),
      of(({ wakeUps }) => wakeUps).toFixed(2),
      micro(of(({ latency }) => latency?.p50Us ?? Number.NaN)),
      micro(of(({ latency }) => latency?.p99Us ?? Number.NaN)),
    ];
  });
  const head = ['', 'requests/s', 'CPU µs/request', `${results[0]?.contender.name} ÷ it`, 'wake-ups/request'];
  console.log(`\n${load.name}: ${described(load)}\n${table([...head, 'p50 µs', 'p99 µs'], rows)}`);
}

const described = ({ protocol, connections, ratePerSec, bodyBytes, responseBytes }: Load): string =>
  [
    `${bodyBytes === undefined ? 'GET' : `POST of ${bodyBytes} bytes`} over ${protocol}`,
    `${responseBytes} bytes back`,
    `${connections} connections`,
    ratePerSec === undefined ? 'closed model' : `${ratePerSec} arrivals a second`,
  ].join(', ');

const micro = (us: number): string => (Number.isNaN(us) ? '-' : us.toFixed(0));

async function measure(contender: Contender, task: Task, target: Target): Promise<Measured> {
  const [name = '', ...parameters] = contender.command(task);
  const [command, args] = pinned(0, name, parameters);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  const pid = child.pid ?? 0;
  const look = async () => ({ ...usageOf(pid), requests: await target.requests(), ms: performance.now() });
  try {
    await pause(task.warmUpSeconds * 1000);
    const before = await look();
    await pause(task.seconds * 1000);
    const after = await look();
    await Promise.race([ended, pause(durationSeconds(task) * 1000 + 20_000)]);
    const requests = after.requests - before.requests;
    return {
      ratePerSec: (requests * 1000) / (after.ms - before.ms),
      cpuUs: (after.cpuUs - before.cpuUs) / requests,
      wakeUps: (after.waits - before.waits) / requests,
      latency: contender.latency(output),
    };
  } finally {
    child.kill('SIGKILL');
  }
}

await main();
