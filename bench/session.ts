/**
 * What does a request cost in the engine without sockets? The scenario is randomItem, httpRequest with a JSON
 * extraction, and set. It is compared with a handwritten loop over the same transport. The figures are CPU
 * time, allocated bytes, and steps per CPU second.
 *
 * The responses are small or have a kilobyte. The cost of reading JSON grows with their size for both.
 *
 *     node bench/session.ts [rounds]
 */
import { execFileSync } from 'node:child_process';
import { openEngine } from './contenders/engine-run.ts';
import { answers, heads, InMemoryTransport } from './contenders/in-memory.ts';
import { machine, median, table } from './table.ts';

type Cost = { readonly cpuUs: number; readonly bytes: number };

const contenders = {
  engine: () => runEngine(heads.plain),
  'engine, cookies and cache off': () => runEngine(heads.plain, false),
  'engine, a cookie set and sent': () => runEngine(heads.cookie),
  'engine, an entity tag stored and sent': () => runEngine(heads.tag),
  'handwritten loop': runByHand,
};
const users = 64;
const steps = 3;
const list = ['/a', '/b', '/c', '/d'];
const visit = [
  { randomItem: { toVar: 'path', list } },
  { httpRequest: { GET: '${path}', handler: { body: { json: '.id -> id' } } } },
  { set: 'done <- yes' },
];
const [first = '5', size = 'small'] = process.argv.slice(2);

if (first in contenders) {
  InMemoryTransport.answer = answers[size as keyof typeof answers];
  console.log(JSON.stringify(await contenders[first as keyof typeof contenders]()));
} else {
  const rounds = Number(first);
  console.log(`${machine()}; median of ${rounds} rounds`);
  for (const [answer, { length }] of Object.entries(answers)) {
    const costs = Object.keys(contenders).map((name): [string, Cost[]] => [name, []]);
    for (let round = 0; round < rounds; round += 1)
      for (const [name, all] of costs) all.push(inAProcess(name, answer));
    const rows = costs.map(([name, all]) => {
      const cpu = median(all.map(({ cpuUs }) => cpuUs));
      const bytes = median(all.map(({ bytes }) => bytes));
      return [name, cpu.toFixed(2), bytes.toFixed(0), Math.round((steps * 1e6) / cpu).toLocaleString('en')];
    });
    console.log(`\nA response of ${length} bytes\n`);
    console.log(table(['', 'CPU us/request', 'bytes/request', 'steps/CPU s'], rows));
  }
}

function inAProcess(name: string, size: string): Cost {
  // A young generation that is so large that no collection occurs during the measurement.
  const flags = ['--expose-gc', '--max-semi-space-size=512', '--min-semi-space-size=512'];
  const task = [...flags, import.meta.filename, name, size];
  return JSON.parse(execFileSync(process.execPath, task, { encoding: 'utf8' }));
}

/** Warms the code up, then measures the CPU time of a second and the memory of a tenth of a second. */
async function measure(requests: () => number): Promise<Cost> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(1000);
  const cpuBefore = process.cpuUsage();
  const before = requests();
  await pause(1500);
  const cpu = process.cpuUsage(cpuBefore);
  const measured = requests() - before;
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const from = requests();
  await pause(100);
  const bytes = (process.memoryUsage().heapUsed - heapBefore) / (requests() - from);
  return { cpuUs: (cpu.user + cpu.system) / measured, bytes };
}

async function runEngine(head: typeof heads.plain, remembers = true): Promise<Cost> {
  InMemoryTransport.head = head;
  const run = await openEngine({
    users,
    durationMs: 10_000,
    remembers,
    connect: () => new InMemoryTransport(),
    scenario: [{ main: [{ loop: { counterVar: 'i', repeats: 10, steps: visit } }] }],
  });
  const done = run.run(performance.now() * 1e6);
  const cost = await measure(() => InMemoryTransport.answered);
  run.stop('measured');
  await done;
  await run.close();
  return cost;
}

/** The code that a careful author would write for this one scenario, without statistics. */
async function runByHand(): Promise<Cost> {
  let requests = 0;
  let over = false;
  for (let user = 0; user < users; user += 1) {
    const transport = new InMemoryTransport();
    const chunks: Buffer[] = [];
    const variables: { path?: string; id?: string; done?: string } = {};
    const send = (): void => {
      variables.path = list[(Math.random() * list.length) | 0] ?? '/';
      chunks.length = 0;
      transport.dispatch({ method: 'GET', path: variables.path, headers: [], body: null }, handler);
    };
    const handler = {
      onHead() {},
      onData(chunk: Buffer) {
        chunks.push(chunk);
      },
      onEnd() {
        const [body = InMemoryTransport.answer] = chunks;
        variables.id = String(JSON.parse(body.toString('utf8')).id);
        variables.done = 'yes';
        requests += 1;
        if (!over) send();
      },
      onError() {},
    };
    send();
  }
  const cost = await measure(() => requests);
  over = true;
  return cost;
}
