import type { Clock } from '../../../lib/driver/clock.ts';
import { calibrating } from '../../../lib/driver/limits.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../../lib/driver/statistics/histograms/percentiles.ts';
import type { Rows } from '../../../lib/driver/statistics/partial.ts';
import { addTimes, countIn } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';

/**
 * How many requests per second one event loop of this machine can be trusted with: it sends more and more of them to a
 * server of its own in the same thread, as long as they leave in time, and a part of the most counts. Undefined when even
 * the first rate was too much. Takes some seconds, and the whole core.
 */
export async function calibrate(
  clock: Clock,
  send: (clock: Clock, load: Rehearsal) => Promise<Rows> = rehearse,
): Promise<number | undefined> {
  let most: number | undefined;
  for (const requestsPerSec of calibrating.requestsPerSec) {
    const rows = await send(clock, {
      // Each user sends two.
      usersPerSec: requestsPerSec / 2,
      connections: calibrating.connections,
      startMs: 10_000,
      durationMs: calibrating.stepMs,
      lastUsersMs: calibrating.lastUsersMs,
    });
    if (!isInTime(rows, requestsPerSec)) break;
    most = requestsPerSec * calibrating.part;
  }
  return most;
}

function isInTime(rows: Rows, requestsPerSec: number): boolean {
  const lateness = new Histogram();
  addTimes(rows, 'lateness', lateness);
  const wanted = (requestsPerSec * calibrating.stepMs) / 1e3;
  return (
    countIn(rows, 'requests') >= wanted * calibrating.deliveredMin &&
    valueAtPercentile(lateness, 99) <= calibrating.latenessMsP99Max * 1e6
  );
}
