import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DrilledCloud,
  endOf,
  evenLoad,
  requestsOf,
  startDrilledCloud,
  startTarget,
  until,
} from './drill.ts';

/** What happens to drives. The target counts for itself; the run says the same, or says what is missing. */

test('drivers are killed before their start: nothing is sent, and the run says that it was lost', async (t) => {
  const target = await startTarget(t);
  const cloud = await startDrilledCloud(t);
  const late = evenLoad(target).replace('usersPerSec', 'startTime: 8s\n        usersPerSec');
  const burst = await cloud.api.startBurst({ document: late, shards: 2 });
  await until(async () => Date.now() > ((await startOf(cloud, burst)) ?? Infinity) - 2500);
  killDrivers(cloud);
  const { state, reason, run } = await endOf(cloud.api, burst);
  assert.deepEqual([state, requestsOf(run), target.count()], ['incomplete', 0, 0]);
  assert.match(reason, /measure: .*lost/);
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
  const said = requestsOf(run);
  assert.ok(said <= target.count(), `${said} of ${target.count()}`);
  // The last flush was at most so long before the kill; half of the load was that drive's.
  assert.ok(said >= target.count() - 25 * 7, `${said} of ${target.count()}`);
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

/** Drives of one machine share a process for each core; with one core there is only one to kill. */
function killDrivers(cloud: DrilledCloud, atMost = Infinity): void {
  const drivers = cloud.drivers();
  assert.ok(drivers.length > 0);
  for (const pid of drivers.slice(0, atMost)) process.kill(pid, 'SIGKILL');
}
