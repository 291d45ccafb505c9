import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, connect } from '../../../bin/api/client.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { afterwards, listening, type Scope, scratchDir } from '../scratch.ts';

/** A target that counts its requests, so that a test need not trust the counts of the driver. */
export type Target = {
  readonly url: string;
  count(): number;
  /** The times of the first and the last request in epoch milliseconds. 0 before the first request. */
  firstAt(): number;
  lastAt(): number;
};

export async function startTarget(scope: Scope): Promise<Target> {
  let count = 0;
  let firstAt = 0;
  let lastAt = 0;
  const server = createServer((request, reply) => {
    // A check that the target is reachable sends no GET.
    if (request.method === 'GET') {
      count += 1;
      lastAt = Date.now();
      firstAt ||= lastAt;
    }
    reply.end('ok');
  });
  server.keepAliveTimeout = 60_000;
  return {
    url: await listening(scope, server),
    count: () => count,
    firstAt: () => firstAt,
    lastAt: () => lastAt,
  };
}

/** A local cloud in a separate process, which a test can kill and start again with the same data. */
export type DrilledCloud = {
  readonly api: Api;
  readonly url: string;
  readonly apiKey: string;
  readonly dataDir: string;
  /** Environment variables of the functions of this cloud: the URLs of its stores. */
  readonly environment: Readonly<Record<string, string>>;
  readonly process: ChildProcess;
  /** The ids of the processes that run the drives of this cloud. */
  drivers(): readonly number[];
  /** After `refuse`, every store answers every write with status 500. After `work`, the stores work again. */
  tell(what: 'refuse' | 'work'): Promise<void>;
  invoke(name: string, event: unknown): Promise<unknown>;
};

export async function startDrilledCloud(
  scope: Scope,
  { dataDir = scratchDir(scope), variables = [], node = [] as readonly string[], env = {} } = {} as {
    readonly dataDir?: string;
    readonly variables?: readonly string[];
    readonly node?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<DrilledCloud> {
  const file = join(import.meta.dirname, 'faulty-cloud.ts');
  const child = spawn(process.execPath, [...node, file, dataDir, ...variables], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  afterwards(scope, () => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  const ask = async (line: string): Promise<string> => {
    const received = nextLine(lines);
    child.stdin.write(`${line}\n`);
    return received;
  };
  const { url, adminKeyFile, environment } = JSON.parse(await nextLine(lines)) as Said;
  const apiKey = readFileSync(adminKeyFile, 'utf8').trim();
  return {
    url,
    apiKey,
    dataDir,
    environment,
    process: child,
    api: connect({ url, apiKey }),
    drivers: () => childrenOf(child.pid ?? 0),
    tell: async (what) => assert.equal(await ask(what), what),
    invoke: async (name, event) => JSON.parse(await ask(`invoke ${name} ${JSON.stringify(event)}`)),
  };
}

type Said = Pick<DrilledCloud, 'url' | 'environment'> & { readonly adminKeyFile: string };

async function nextLine(lines: Interface): Promise<string> {
  const [line] = (await once(lines, 'line')) as [string];
  return line;
}

/** The ids of the processes that a process has started, from the process table of the system. */
function childrenOf(parent: number): readonly number[] {
  const stats = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return stats.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of the process is in parentheses and may contain any character.
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
    return Number(after.split(' ')[1]);
  } catch {
    return undefined; // It has ended meanwhile.
  }
}

export async function killNow(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/**
 * A phase with even arrivals, so that the planned number of requests is exact: `usersPerSec` for `seconds`.
 */
export const evenLoad = (
  target: Target,
  { usersPerSec = 50, seconds = 4, name = 'drill', before = '' } = {},
): string => `
name: ${name}
http: { host: "${target.url}", sharedConnections: 40 }
phases:
${before}
  - measure:
      constantRate:
        usersPerSec: ${usersPerSec}
        variance: false
        duration: ${seconds}s
        scenario: [ { get: [ { httpRequest: { GET: / } } ] } ]
`;

/** Waits until a condition holds. It has no time limit, because the test has one. */
export async function until(holds: () => unknown, everyMs = 20): Promise<void> {
  while (!(await holds())) await sleep(everyMs);
}

export type Ending = {
  readonly state: string;
  readonly reason: string;
  readonly run: RunDocument | undefined;
};

/** Waits for the end of a burst. Returns its final status, and its run if it has one. */
export async function endOf(api: Api, burst: string): Promise<Ending> {
  for (;;) {
    const { state, runId, reason = '' } = await api.burst(burst);
    if (!['planning', 'running', 'merging'].includes(state)) {
      const run = runId === undefined ? undefined : (JSON.parse(await api.runText(runId)) as RunDocument);
      return { state, reason, run };
    }
    await sleep(100);
  }
}

/** The number of requests that a run reports. */
export const requestsOf = (run: RunDocument | undefined): number =>
  (run?.stats ?? []).reduce((sum, { total }) => sum + total.summary.requestCount, 0);

/** True when a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
