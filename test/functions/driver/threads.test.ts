import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { realClock } from '../../../functions/driver/clock/real-clock.ts';
import { startMeter } from '../../../functions/driver/process/meter.ts';
import { startThread } from '../../../functions/driver/threads/start-thread.ts';
import type { DriveBackend, DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { drive } from '../../../lib/driver/driving/drive.ts';
import type { Thread } from '../../../lib/driver/driving/threads/messages.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { planned } from '../../driver/planning/planned.ts';
import { listen, ok, type Seen, totals } from '../../driver/session/shards.ts';

/** Drives whose event loops are threads of this process, with a server on loopback. */

type Driven = {
  readonly result: string;
  readonly partial: Partial;
  readonly seen: readonly Seen[];
  readonly reports: readonly string[];
  readonly warnings: readonly string[];
  readonly log: readonly string[];
};

async function driveOver(
  document: string,
  { start = startThread, during = () => {} }: { start?: () => Thread; during?: () => void } = {},
): Promise<Driven> {
  const { port, seen, close } = await listen((request, response, entry) => {
    during();
    ok(request, response, entry);
  });
  const plan = planned(document.replaceAll('HOST', `http://127.0.0.1:${port}`), { shards: 1 });
  const partials: Partial[] = [];
  const reports: string[] = [];
  const warnings: string[] = [];
  const log: string[] = [];
  const backend: DriveBackend = {
    lease: async () => true,
    lives: async () => [],
    plan: async () => plan,
    files: async () => new Map(),
    shared: async () => undefined,
    share: async () => {},
    stopReason: async () => undefined,
    ready: async () => void reports.push('ready'),
    start: async () => ({ kind: 'start', t0: Date.now() + 50, lookAt: Date.now() }),
    failed: async (reason) => void reports.push(`failed: ${reason}`),
    gone: async (reason) => void reports.push(`gone: ${reason}`),
    live: async () => {},
    recent: async () => {},
    finished: async () => void reports.push('finished'),
    flush: async () => {},
    deliver: async (partial) => void partials.push(partial),
    terminated: async (_, finished) => void reports.push(...(finished ? ['finished'] : []), 'terminated'),
  };
  const environment: DriveEnvironment = {
    clock: realClock,
    lease: 'l',
    remainingMs: () => 900_000,
    meter: startMeter,
    startThread: start,
    log: (line) => log.push(line),
    clockOffset: async () => undefined,
    warn: (message, error) => warnings.push(`${message}: ${error}`),
  };
  try {
    const result = await drive({ phase: 0, shard: 0, segment: 0 }, backend, environment);
    const [partial] = partials;
    assert.ok(partial);
    return { result, partial, seen, reports, warnings, log };
  } finally {
    close();
  }
}

const at = (threads: number, phase: string, steps: string): string => `
name: threads
threads: ${threads}
http: { host: HOST, sharedConnections: 6 }
phases:
- only:
    ${phase}
      scenario:
      - fetch:
${steps}
`;

const reported = `        - httpRequest: { GET: '/\${hyperfoil.agent.thread.id}/\${hyperfoil.agent.threads}/\${hyperfoil.session.id}' }`;

function once(call: () => void): () => void {
  let called = false;
  return () => {
    if (!called) call();
    called = true;
  };
}

suite('threads of a drive', () => {
  test('row 51: 10 parallel users on 3 threads use exactly 3 threads', async () => {
    const { result, partial, seen, reports, warnings } = await driveOver(
      at(3, 'atOnce:\n      users: 10', reported),
    );
    assert.deepEqual([result, warnings, reports], ['completed', [], ['ready', 'finished', 'terminated']]);
    const parts = seen.map(({ url }) => url.split('/').slice(1).map(Number));
    assert.deepEqual(
      [0, 1, 2].map((id) => parts.filter(([thread]) => thread === id).length),
      [4, 3, 3],
    );
    assert.ok(parts.every(([, threads]) => threads === 3));
    const sessions = parts.map(([, , session = -1]) => session).sort((one, other) => one - other);
    assert.deepEqual(sessions, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 'session s is on thread s mod threads');
    assert.equal(partial.outcome.started, 10);
    assert.equal(partial.outcome.planned, 10);
    assert.equal(totals(listRows(partial.rows)).responses, 10);
  });

  test('serve one drive after the other, and their logs and metrics arrive', async () => {
    let started = 0;
    const count = (): void => {
      started += 1;
    };
    process.on('worker', count);
    const steps = `${reported}\n        - log: 'thread \${hyperfoil.agent.thread.id}'`;
    const text = at(
      2,
      'constantRate:\n      usersPerSec: 40\n      variance: false\n      duration: 500ms',
      steps,
    );
    for (let repeated = 0; repeated < 2; repeated += 1) {
      const { result, partial, seen, log } = await driveOver(text);
      assert.equal(result, 'completed');
      assert.deepEqual([partial.outcome.planned, partial.outcome.started, seen.length], [20, 20, 20]);
      assert.equal(log.filter((line) => line === 'thread 1').length, 10);
      assert.equal(totals(listRows(partial.rows)).requests, 20);
      assert.equal(partial.sessionTime !== undefined, true);
    }
    process.off('worker', count);
    assert.ok(started <= 1, `${started} threads were started; one was at rest since the test before`);
  });

  test('that are lost fail the drive with a reason, and the drive does not wait for them', async () => {
    const threads: Thread[] = [];
    const start = (): Thread => {
      const thread = startThread();
      threads.push(thread);
      return thread;
    };
    const text = at(2, 'always:\n      users: 4\n      duration: 60s', reported);
    const { result, partial, reports } = await driveOver(text, {
      start,
      during: once(() => threads[0]?.end()),
    });
    assert.equal(result, 'failed');
    assert.equal(
      partial.outcome.reason,
      'event loop 2 of 2 was lost: the thread of this event loop ended with exit code 1',
    );
    assert.equal(partial.outcome.planned, 4);
    assert.deepEqual(reports, ['ready', 'finished', 'terminated']);
  });

  test('count from one instant, however late they began', async () => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       parentPort.on('message', () => parentPort.postMessage(performance.now()));`,
      { eval: true },
    );
    try {
      await new Promise((resolve) => worker.once('online', resolve));
      const before = performance.now();
      const answer = new Promise<number>((resolve) => worker.once('message', resolve));
      worker.postMessage('now');
      const between = await answer;
      assert.ok(before <= between && between <= performance.now(), `${before} <= ${between}`);
    } finally {
      await worker.terminate();
    }
  });
});
