import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driving } from '../../../lib/driver/driving/limits.ts';
import { ntpServer } from '../../functions/driver/clock/ntp-server.ts';
import { afterwards, scratchDir } from '../scratch.ts';
import {
  type DrilledCloud,
  endOf,
  evenLoad,
  requestsOf,
  startDrilledCloud,
  startTarget,
  until,
} from './drill.ts';

/**
 * Faults of drives. The run reports as many requests as the target has counted, or it reports that a part is
 * missing.
 */

test('drivers are killed before their start: nothing is sent, and the run states that it was lost', async (t) => {
  const target = await startTarget(t);
  const cloud = await startDrilledCloud(t);
  const late = evenLoad(target).replace('usersPerSec', 'startTime: 8s\n        usersPerSec');
  const burst = await cloud.api.startBurst({ document: late, shards: 2 });
  let startsAt: number | undefined;
  await until(async () => {
    startsAt = await startOf(cloud, burst);
    return startsAt !== undefined;
  });
  // From here on the test only compares clocks, because a busy cloud may answer after the start of the phase.
  await until(() => Date.now() > (startsAt ?? Infinity) - 2500);
  killDrivers(cloud);
  const { state, reason, run } = await endOf(cloud.api, burst);
  assert.deepEqual([state, requestsOf(run), target.count()], ['incomplete', 0, 0]);
  assert.match(reason, /measure: .*(lost|ready in time, so nothing was sent)/);
});

test('a driver is killed in mid phase: what it had flushed is in the run, which names what is missing', async (t) => {
  const target = await startTarget(t);
  const cloud = await startDrilledCloud(t);
  const burst = await cloud.api.startBurst({ document: evenLoad(target, { seconds: 12 }), shards: 2 });
  await until(() => target.count() > 50 * 8);
  killDrivers(cloud, 1);
  const { state, reason, run } = await endOf(cloud.api, burst);
  assert.equal(state, 'incomplete');
  assert.match(reason, /lost/);
  const output = requestsOf(run);
  assert.ok(output <= target.count(), `${output} of ${target.count()}`);
  // The drive with half of the load (25 requests a second) stored its last part at most 7 seconds before the
  // kill.
  assert.ok(output >= target.count() - 25 * 7, `${output} of ${target.count()}`);
});

test('a driver is killed in mid phase: the drives of all others stop long before their end', async (t) => {
  const target = await startTarget(t);
  const cloud = await startDrilledCloud(t);
  const minutes = evenLoad(target, { seconds: 600 });
  const [, phase = ''] = minutes.split('phases:\n');
  const document = `${minutes}${phase.replace('measure', 'beside')}`;
  const burst = await cloud.api.startBurst({ document, shards: 2 });
  await until(() => target.count() > 50 * 4);
  killDrivers(cloud, 1);
  const { state, reason } = await endOf(cloud.api, burst);
  const sent = target.count();
  assert.equal(state, 'incomplete', reason);
  assert.match(reason, /lost/);
  assert.ok(sent < 100 * 300, `${sent} requests of 60,000`);
});

test('drivers are killed after their last flush: all that they sent is in the run', async (t) => {
  const target = await startTarget(t);
  const cloud = await startDrilledCloud(t);
  // New users arrive for three seconds. Without a stop, users who have arrived would send requests for much
  // longer.
  const lingering = evenLoad(target, { seconds: 3 })
    .replace('duration: 3s', 'duration: 3s\n        maxDuration: 60s\n        maxSessions: 200')
    .replace('GET: / } }', 'GET: / } }, { thinkTime: 50s }');
  const burst = await cloud.api.startBurst({ document: lingering, shards: 2 });
  await until(() => target.count() === 150);
  await until(() => Date.now() > target.lastAt() + 2e3 * driving.flushSeconds);
  killDrivers(cloud);
  const { state, reason, run } = await endOf(cloud.api, burst);
  assert.equal(state, 'incomplete');
  assert.match(reason, /lost/);
  assert.deepEqual([requestsOf(run), target.count()], [150, 150]);
});

test('signals that stop a command end no driver: its host decides, and every request is in the run', async (t) => {
  const target = await startTarget(t);
  const cloud = await startDrilledCloud(t);
  const burst = await cloud.api.startBurst({ document: evenLoad(target), shards: 2 });
  await until(() => target.count() > 20);
  for (const pid of cloud.drivers())
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
  const { run } = await endOf(cloud.api, burst);
  assert.deepEqual([requestsOf(run), target.count()], [200, 200]);
});

test('a drive that is invoked twice sends once', async (t) => {
  const target = await startTarget(t);
  const cloud = await startDrilledCloud(t);
  const burst = await cloud.api.startBurst({ document: evenLoad(target), shards: 1 });
  await until(() => target.count() > 20);
  const again = await cloud.invoke('driver/drive', { burst, phase: 0, shard: 0, segment: 0 });
  assert.deepEqual(again, { result: 'duplicate' });
  const { run } = await endOf(cloud.api, burst);
  assert.deepEqual([requestsOf(run), target.count()], [200, 200]);
});

test('the stores refuse every write for ten seconds in mid phase: nothing is lost and nothing is sent twice', async (t) => {
  const target = await startTarget(t);
  const cloud = await startDrilledCloud(t);
  const burst = await cloud.api.startBurst({ document: evenLoad(target, { seconds: 18 }), shards: 2 });
  await until(() => target.count() > 50);
  await cloud.tell('refuse');
  await until(() => target.count() > 50 * 11);
  await cloud.tell('work');
  const { state, run } = await endOf(cloud.api, burst);
  assert.match(state, /^(passed|inconclusive)$/);
  assert.deepEqual([requestsOf(run), target.count()], [900, 900]);
});

const startOf = async ({ api }: DrilledCloud, burst: string): Promise<number | undefined> =>
  (await api.burst(burst)).phases[0]?.startsAt;

/**
 * Kills processes that run drives. The drives of one machine share a process for each core. With one core
 * there is only one process.
 */
function killDrivers(cloud: DrilledCloud, atMost = Infinity): void {
  const drivers = cloud.drivers();
  assert.ok(drivers.length > 0);
  for (const pid of drivers.slice(0, atMost)) process.kill(pid, 'SIGKILL');
}

test('the clock of a driver is wrong by 300 ms: a time server tells, and all of the load starts at its T0', async (t) => {
  const target = await startTarget(t);
  // The time server has the same clock as all processes, except the process with the shifted clock.
  const { port } = await ntpServer({ after: (end) => afterwards(t, end) });
  const shifted = new URL('./one-shifted-driver.ts', import.meta.url);
  shifted.search = String(new URLSearchParams({ ms: '300', dir: scratchDir(t) }));
  const cloud = await startDrilledCloud(t, {
    node: ['--import', shifted.href],
    env: { DOWNPOUR_TIME_SERVER: `127.0.0.1:${port}` },
  });
  const burst = await cloud.api.startBurst({ document: evenLoad(target), shards: 2 });
  const { run } = await endOf(cloud.api, burst);
  assert.deepEqual([requestsOf(run), target.count()], [200, 200]);
  const offsets = run?.agents.map(({ clock }) => clock) ?? [];
  // The system may correct its own clock while the test runs, by some milliseconds.
  const correctedMs = 50;
  // With one core, both drives are in the process with the shifted clock.
  assert.ok(
    offsets.some((clock) => clock !== null && Math.abs(clock.offsetMs + 300) <= clock.boundMs + correctedMs),
    JSON.stringify(offsets),
  );
  for (const clock of offsets)
    assert.ok(
      clock !== null &&
        Math.min(Math.abs(clock.offsetMs), Math.abs(clock.offsetMs + 300)) <= clock.boundMs + correctedMs,
      JSON.stringify(offsets),
    );
  // Without the correction of the clock, half of the users would have started 300 ms before the start of the
  // phase (T0).
  const start = (await cloud.api.burst(burst)).phases[0]?.startsAt ?? 0;
  assert.ok(target.firstAt() >= start, `${target.firstAt() - start} ms`);
  for (const { skewMsMax } of run?.phases ?? []) assert.ok(skewMsMax < 300, `${skewMsMax} ms`);
});
