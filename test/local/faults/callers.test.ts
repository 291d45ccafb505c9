import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine } from '../../bin/downpour.ts';
import { scratchDir, suiteScope } from '../scratch.ts';
import {
  type DrilledCloud,
  endOf,
  evenLoad,
  isAlive,
  killNow,
  requestsOf,
  startDrilledCloud,
  startTarget,
  until,
} from './drill.ts';

/**
 * Faults that callers of the API cause during a burst. The run must report as many requests as the target has
 * counted.
 */

const scope = suiteScope();
let cloud: DrilledCloud;
before(async () => {
  cloud = await startDrilledCloud(scope);
});

test('the command line is killed: the burst is stopped, and all that was sent is in the run', async (t) => {
  const target = await startTarget(t);
  const document = join(scratchDir(t), 'drill.hf.yaml');
  writeFileSync(document, evenLoad(target));
  const command = join(import.meta.dirname, '../../..', commandLine);
  const child = spawn(process.execPath, [command, 'run', document, '--shards', '2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DOWNPOUR_URL: cloud.url, DOWNPOUR_API_KEY: cloud.apiKey },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until(() => target.count() > 20);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const [, burst = ''] = output.match(/burst (b-[\w-]+)/) ?? [];
  const { state, run } = await endOf(cloud.api, burst);
  assert.equal(state, 'stopped');
  assert.ok(target.count() < 200, `${target.count()} requests`);
  assert.equal(requestsOf(run), target.count());
});

test('two bursts of the same document at once do not mix', async (t) => {
  const [one, two] = [await startTarget(t), await startTarget(t)];
  const bursts = await Promise.all(
    [one, two].map((target, index) =>
      cloud.api.startBurst({ document: evenLoad(target, { usersPerSec: 40 + 20 * index }), shards: 2 }),
    ),
  );
  const ends = await Promise.all(bursts.map((burst) => endOf(cloud.api, burst)));
  assert.deepEqual(
    ends.map(({ run }) => requestsOf(run)),
    [160, 240],
  );
  assert.deepEqual([one.count(), two.count()], [160, 240]);
});

test('stopped while a phase waits: the phase never starts, and the load that was sent before is in the run', async (t) => {
  const target = await startTarget(t);
  const first =
    '  - first: { constantRate: { usersPerSec: 50, variance: false, duration: 1s, scenario: [ { get: [ { httpRequest: { GET: / } } ] } ] } }';
  const document = evenLoad(target, { before: first }).replace(
    'usersPerSec: 50\n        variance',
    'startTime: 20s\n        usersPerSec: 50\n        variance',
  );
  const burst = await cloud.api.startBurst({ document, shards: 2 });
  await until(async () =>
    (await cloud.api.burst(burst)).phases?.some(({ status }) => status === 'TERMINATED'),
  );
  await cloud.api.stopBurst(burst);
  const { state, run } = await endOf(cloud.api, burst);
  assert.equal(state, 'stopped');
  assert.equal(target.count(), 50);
  assert.equal(requestsOf(run), 50);
});

test('the machine is killed and started again: the burst is over, nothing continues, and it reports it', async (t) => {
  const target = await startTarget(t);
  const own = await startDrilledCloud(t);
  const burst = await own.api.startBurst({ document: evenLoad(target, { seconds: 20 }), shards: 2 });
  await until(() => target.count() > 50);
  const drivers = own.drivers();
  assert.ok(drivers.length > 0);
  await killNow(own.process);
  await until(() => drivers.every((pid) => !isAlive(pid)));
  const sent = target.count();
  const again = await startDrilledCloud(t, { dataDir: own.dataDir });
  const { state } = await endOf(again.api, burst);
  assert.equal(state, 'incomplete');
  assert.equal(target.count(), sent);
  const { phases = [] } = await again.api.burst(burst);
  assert.ok(
    phases.every(({ status }) => status !== 'RUNNING'),
    JSON.stringify(phases),
  );
});

after(() => killNow(cloud.process));
