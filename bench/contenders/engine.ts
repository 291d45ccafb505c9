/** A drive with a free backend: it plans, measures the load, and seals and reports each second. */
import { realClock } from '../../functions/driver/clock/real-clock.ts';
import { warmUp } from '../../functions/driver/warmup/warm-up.ts';
import { valueAtPercentile } from '../../lib/driver/statistics/histograms/percentiles.ts';
import { Tally } from '../../lib/driver/statistics/tally.ts';
import { RowCursor } from '../../lib/driver/statistics/wire/row-cursor.ts';
import { documentOf } from '../driver-loopback/document.ts';
import type { Task } from '../driver-loopback/load.ts';
import { measuredDrive } from './measured-drive.ts';

const task = JSON.parse(process.argv[2] ?? '') as Task;
await warmUp(realClock);
const { partial } = await measuredDrive(documentOf(task));
const { outcome } = partial;
const measured = new Tally();
for (const row = new RowCursor(partial.rows); row.next(); )
  if (row.second >= task.warmUpSeconds) row.addTo(measured);
if (outcome.result !== 'completed' || measured.counters.status2xx !== measured.counters.requests)
  console.error(`the drive ended as ${outcome.result}: ${outcome.reason}`, measured.counters);
const us = (name: 'latency' | 'service' | 'lateness', percent: number): number =>
  valueAtPercentile(measured[name], percent) / 1e3;
console.log(
  JSON.stringify({
    p50Us: us('latency', 50),
    p99Us: us('latency', 99),
    late50Us: us('lateness', 50),
    late99Us: us('lateness', 99),
    service50Us: us('service', 50),
    service99Us: us('service', 99),
    stallMs: outcome.stallNsMax / 1e6,
  }),
);
