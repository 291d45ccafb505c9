/**
 * Does one caller stop a local API for others? Two calm clients upload small runs, one after another, while
 * another caller attacks from another process. The program reports the uploads per second, their share of the
 * uploads just before the attack, p99, and answers that are not 202.
 *
 *     node bench/fairness.ts [seconds = 10] [words of the attacks to try = all]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attackNames } from './fairness/attacks.ts';
import { type Api, apiOf, prepare, text, upload } from './fairness/prepared.ts';
import type { Listening } from './repository/served.ts';
import { machine, table } from './table.ts';

const seconds = Number(process.argv[2] ?? 10);
const nameFilter = process.argv[3] ?? '';

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-bench-'));
  const tree = join(import.meta.dirname, '..');
  const server = fork(join(import.meta.dirname, 'repository/served.ts'), [tree, 'cloud', folder]);
  try {
    const [{ url, key }] = (await once(server, 'message')) as [Listening];
    const api = apiOf(url, key);
    const target = await prepare(url, api, { runs: 400, largeBytes: 10 * 1024 ** 2 });
    const lines: string[][] = [];
    for (const name of attackNames.filter((each) => each.includes(nameFilter))) {
      const before = await during(api);
      const attacker = fork(join(import.meta.dirname, 'fairness/attacks.ts'), [name, JSON.stringify(target)]);
      await once(attacker, 'message');
      const { count, p99, others } = await during(api);
      const gone = once(attacker, 'exit');
      attacker.kill();
      await gone;
      const share = `${((100 * count) / before.count).toFixed(0)} %`;
      lines.push([name, perSecond(before.count), perSecond(count), share, ms(p99), counts(others)]);
      await settled(api);
    }
    console.log(`${machine()}; ${seconds} s each\n`);
    console.log(
      table(['', 'uploads/s before', 'during the attack', 'share', 'p99', 'other than 202'], lines),
    );
  } finally {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

const perSecond = (count: number): string => (count / seconds).toFixed(1);
const ms = (value: number): string => `${value.toFixed(0)} ms`;

function counts(statuses: readonly number[]): string {
  const each = [...new Set(statuses)].map(
    (status) => `${statuses.filter((other) => other === status).length} x ${status}`,
  );
  return each.join(', ') || 'none';
}

type Calm = { readonly count: number; readonly p99: number; readonly others: readonly number[] };

/** Measures the uploads of two calm clients. */
async function during(api: Api): Promise<Calm> {
  const until = performance.now() + seconds * 1000;
  const took: number[] = [];
  const others: number[] = [];
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const at = performance.now();
      const answer = await upload(api, 'calm', { x: 1 });
      await answer.arrayBuffer();
      took.push(performance.now() - at);
      if (answer.status !== 202) others.push(answer.status);
    }
  };
  await Promise.all([client(), client()]);
  took.sort((one, other) => one - other);
  const p99 = took[Math.ceil(took.length * 0.99) - 1] ?? Number.NaN;
  return { count: took.length - others.length, p99, others };
}

/**
 * Waits until the work of the last attack is done, so that it does not affect the next one. A slow query
 * takes at most 29 s.
 */
async function settled(api: Api): Promise<void> {
  const until = performance.now() + 30_000;
  for (let calm = 0; calm < 20 && performance.now() < until; ) {
    const at = performance.now();
    await text(api('GET', '/api/run/list?limit=1'));
    calm = performance.now() - at < 100 ? calm + 1 : 0;
  }
}

await main();
