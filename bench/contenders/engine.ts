/** A whole drive: its document planned, its load measured, sealed and reported each second, with a backend that costs nothing. */
import { realClock } from '../../functions/driver/clock.ts';
import { startMeter } from '../../functions/driver/meter.ts';
import { startThread } from '../../functions/driver/threads/start-thread.ts';
import { warmUp } from '../../functions/driver/warm-up.ts';
import type { DriveBackend } from '../../lib/driver/driving/backend.ts';
import { drive } from '../../lib/driver/driving/drive.ts';
import { defaultCeilings, planning } from '../../lib/driver/limits.ts';
import { preparePlan } from '../../lib/driver/planning/prepare.ts';
import { valueAtPercentile } from '../../lib/driver/statistics/histograms/percentiles.ts';
import type { Partial } from '../../lib/driver/statistics/partial.ts';
import { Tally } from '../../lib/driver/statistics/tally.ts';
import { documentOf } from '../driver-loopback/document.ts';
import type { Task } from '../driver-loopback/load.ts';

const task = JSON.parse(process.argv[2] ?? '') as Task;
await warmUp(realClock);
const { plan, problems } = preparePlan({
  burst: 'loopback',
  text: documentOf(task),
  file: 'loopback.json',
  parameters: {},
  shards: 1,
  seed: 1,
  segmentMsMax: planning.segmentMsMax,
  plannedAt: Date.now(),
  limits: defaultCeilings,
  allowList: { allowed: ['*'], onLambda: false },
});
if (plan === undefined) throw new Error(JSON.stringify(problems));

async function nothing(): Promise<void> {}
let partial: Partial | undefined;
const backend: DriveBackend = {
  lease: async () => true,
  plan: async () => plan,
  shared: async () => undefined,
  share: nothing,
  files: async () => new Map(),
  stopReason: async () => undefined,
  ready: nothing,
  start: async () => ({ kind: 'start', t0: Date.now(), lookAt: 0 }),
  failed: async (reason) => console.error(reason),
  live: nothing,
  finished: nothing,
  deliver: async (delivered) => {
    partial = delivered;
  },
  terminated: nothing,
};
const result = await drive({ phase: 0, shard: 0, segment: 0 }, backend, {
  clock: realClock,
  lease: 'loopback',
  remainingMs: () => 900_000,
  startThread,
  meter: startMeter,
  warn: (message, error) => console.error(message, error),
});
const measured = new Tally();
for (const row of partial?.rows ?? []) if (row.second >= task.warmUpSeconds) measured.addEncoded(row);
if (result !== 'completed' || measured.counters.status2xx !== measured.counters.requests)
  console.error(`the drive has ${result}: ${partial?.outcome.reason}`, measured.counters);
const us = (name: 'latency' | 'service' | 'lateness', percent: number): number =>
  valueAtPercentile(measured[name], percent) / 1e3;
console.log(
  JSON.stringify({
    ...{ p50Us: us('latency', 50), p99Us: us('latency', 99) },
    ...{ late50Us: us('lateness', 50), late99Us: us('lateness', 99) },
    ...{ service50Us: us('service', 50), service99Us: us('service', 99) },
    stallMs: (partial?.outcome.stallNsMax ?? 0) / 1e6,
  }),
);
