import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { realClock } from '../../../functions/driver/clock/real-clock.ts';
import { calibrate } from '../../../functions/driver/warmup/calibrate.ts';
import { ownCertificate } from '../../../functions/driver/warmup/certificate.ts';
import { calibrating } from '../../../functions/driver/warmup/limits.ts';
import type { LoopbackLoad } from '../../../functions/driver/warmup/loopback-load.ts';
import { runLoopbackLoad } from '../../../functions/driver/warmup/loopback-load.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import type { Rows } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { addTimes, countIn } from '../../../lib/driver/statistics/wire/row-cursor.ts';

/** Simulates a machine that sends in time up to a rate. Above the rate it sends late, or not at all. */
function machine(
  inTimeUpTo: number,
  above: { readonly lateMs: number; readonly part: number },
  tlsUpTo = inTimeUpTo,
) {
  const asked: number[] = [];
  const send = async (_: unknown, { usersPerSec, durationMs, tls }: LoopbackLoad): Promise<Rows> => {
    const perSec = usersPerSec * 2;
    if (!tls) asked.push(perSec);
    const { lateMs, part } = perSec <= (tls ? tlsUpTo : inTimeUpTo) ? { lateMs: 1, part: 1 } : above;
    const recorder = new Recorder();
    const sample = recorder.metric('first', 0).at(0);
    const requests = (perSec * durationMs * part) / 1e3;
    sample.counters.requests = requests;
    for (let request = 0; request < requests; request += 1) sample.recordLateness(lateMs * 1e6);
    return recorder.rows();
  };
  return { asked, send };
}

test('a part of the highest rate that leaves in time is trusted', async () => {
  const late = machine(4_000, { lateMs: calibrating.latenessMsP99Max + 1, part: 1 });
  const { requestsPerSecShard } = await calibrate(realClock, late.send);
  assert.equal(requestsPerSecShard, 4_000 * calibrating.part);
  assert.deepEqual(
    late.asked,
    [1_000, 2_000, 3_000, 4_000, 5_000],
    'nothing above the first that is too much',
  );
});

test('a rate that is not reached is too much as well', async () => {
  const slow = machine(2_000, { lateMs: 1, part: calibrating.deliveredMin - 0.05 });
  const { requestsPerSecShard } = await calibrate(realClock, slow.send);
  assert.equal(requestsPerSecShard, 2_000 * calibrating.part);
});

test('the rate with TLS is measured by itself', async () => {
  const { send } = machine(4_000, { lateMs: 50, part: 1 }, 3_000);
  assert.deepEqual(await calibrate(realClock, send), {
    requestsPerSecShard: 4_000 * calibrating.part,
    requestsPerSecTls: 3_000 * calibrating.part,
  });
  const weak = machine(1_000, { lateMs: 50, part: 1 }, 0);
  assert.equal((await calibrate(realClock, weak.send)).requestsPerSecTls, undefined);
});

test('a machine that is late at every rate gets no rate, and a machine that is never late gets the highest rate', async () => {
  const none = { requestsPerSecShard: undefined, requestsPerSecTls: undefined };
  assert.deepEqual(await calibrate(realClock, machine(0, { lateMs: 50, part: 1 }).send), none);
  const fast = machine(Number.POSITIVE_INFINITY, { lateMs: 0, part: 1 });
  assert.equal(
    (await calibrate(realClock, fast.send)).requestsPerSecTls,
    (calibrating.requestsPerSec.at(-1) ?? 0) * calibrating.part,
  );
});

test('calibration sends the load of the engine itself', async () => {
  const { cert } = ownCertificate();
  const { subject, publicKey } = new X509Certificate(cert);
  assert.equal(subject, 'CN=loopback');
  assert.ok(new X509Certificate(cert).verify(publicKey));
  for (const tls of [false, true]) await sends(tls);
});

async function sends(tls: boolean): Promise<void> {
  const load = {
    tls,
    usersPerSec: 50,
    connections: 10,
    startMs: 10_000,
    durationMs: 400,
    lastUsersMs: 2_000,
  };
  const rows = await runLoopbackLoad(realClock, load);
  const requests = countIn(rows, 'requests');
  assert.ok(requests >= 10 && requests <= 100, `${requests} requests of about 20 users, two each`);
  const lateness = new Histogram();
  addTimes(rows, 'lateness', lateness);
  assert.equal(lateness.count, requests);
}
