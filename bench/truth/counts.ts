import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Driven } from './drive.ts';

/** One run against a target that resets connections and is killed. All but `kills` count requests. */
export type Counted = Pick<Driven, 'requests' | 'resent' | 'responses' | 'failed'> & {
  /** Requests that the target read, and those of them that it answered. */
  readonly read: number;
  readonly answered: number;
  readonly kills: number;
};

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The byte that the target writes for each request that it has read. */
const readMark = 'r'.charCodeAt(0);

/**
 * Runs a drive of some seconds, and kills its target each second on average. A new target listens on the
 * same port 100 ms later.
 */
export async function countedRun(seconds: number): Promise<Counted> {
  let [read, answered] = [0, 0];
  async function start(port: number): Promise<{ readonly child: ChildProcess; readonly port: number }> {
    const child = fork(fileOf('mortal-target.ts'), [`${port}`], {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'ipc'],
    });
    (child.stdio[3] as Readable).on('data', (bytes: Buffer) => {
      for (const byte of bytes)
        if (byte === readMark) read += 1;
        else answered += 1;
    });
    const [listening] = (await once(child, 'message')) as [number];
    return { child, port: listening };
  }
  /** Kills the target and reads its pipe to the end, so that all its requests are counted. */
  const kill = async ({ child }: { readonly child: ChildProcess }): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };

  let target = await start(0);
  const { port } = target;
  const drive = promisify(execFile)(process.execPath, [fileOf('drive.ts'), documentOf(port, seconds)]);
  const over = new AbortController();
  const ended = drive.finally(() => over.abort());
  let kills = 0;
  try {
    for (;;) {
      await pause(500 + 1000 * Math.random(), undefined, over);
      await kill(target);
      kills += 1;
      await pause(100);
      target = await start(port);
    }
  } catch (error) {
    if (!over.signal.aborted) throw error;
  }
  const { requests, resent, responses, failed } = JSON.parse((await ended).stdout) as Driven;
  await kill(target);
  return { requests, resent, responses, failed, read, answered, kills };
}

function documentOf(port: number, seconds: number): string {
  const scenario = [{ get: [{ httpRequest: { GET: '/', sla: { errorRatio: 1, blockedRatio: 100 } } }] }];
  const constantRate = {
    usersPerSec: 1000,
    duration: `${seconds}s`,
    maxSessions: 200,
    sessionLimitPolicy: 'CONTINUE',
    scenario,
  };
  return JSON.stringify({
    name: 'counts',
    http: { host: `http://127.0.0.1:${port}`, sharedConnections: 20 },
    phases: [{ counts: { constantRate } }],
  });
}
