import type { Clock } from '../../../lib/driver/clock.ts';
import type { Rates } from '../../../lib/driver/planning/demand.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../../lib/driver/statistics/histograms/percentiles.ts';
import type { Rows } from '../../../lib/driver/statistics/partial.ts';
import { addTimes, countIn } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { calibrating } from './limits.ts';
import { type LoopbackLoad, runLoopbackLoad } from './loopback-load.ts';

type Send = (clock: Clock, load: LoopbackLoad) => Promise<Rows>;

/**
 * Measures how many requests per second one event loop of this machine can send in time, without and with
 * TLS. It raises the rate of requests to its own server in the same thread, until they leave too late. It
 * returns a share of the highest good rate. A rate is absent when even the first rate was too high. The
 * measurement takes some seconds, and the whole core.
 */
export async function calibrate(clock: Clock, send: Send = runLoopbackLoad): Promise<Rates> {
  const requestsPerSecShard = await highestRate(clock, send, false);
  const requestsPerSecTls = requestsPerSecShard && (await highestRate(clock, send, true));
  return { requestsPerSecShard, requestsPerSecTls };
}

async function highestRate(clock: Clock, send: Send, tls: boolean): Promise<number | undefined> {
  let most: number | undefined;
  for (const requestsPerSec of calibrating.requestsPerSec) {
    const rows = await send(clock, {
      // The arrivals of users for the request rate, because each user sends two requests.
      usersPerSec: requestsPerSec / 2,
      connections: calibrating.connections,
      startMs: 10_000,
      durationMs: calibrating.stepMs,
      lastUsersMs: calibrating.lastUsersMs,
      tls,
    });
    if (!isInTime(rows, requestsPerSec)) break;
    most = requestsPerSec * calibrating.part;
  }
  return most;
}

function isInTime(rows: Rows, requestsPerSec: number): boolean {
  const lateness = new Histogram();
  addTimes(rows, 'lateness', lateness);
  const expected = (requestsPerSec * calibrating.stepMs) / 1e3;
  return (
    countIn(rows, 'requests') >= expected * calibrating.deliveredMin &&
    valueAtPercentile(lateness, 99) <= calibrating.latenessMsP99Max * 1e6
  );
}
