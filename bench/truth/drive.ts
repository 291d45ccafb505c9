/** Runs one drive of a document. It prints its report and the planned times of its users as JSON. */
import { realClock } from '../../functions/driver/clock/real-clock.ts';
import { warmUp } from '../../functions/driver/warmup/warm-up.ts';
import { modelOf } from '../../lib/driver/arrivals/registry.ts';
import { assignmentOf } from '../../lib/driver/planning/sharding/assignment.ts';
import { randomFor } from '../../lib/driver/random.ts';
import type { Histogram } from '../../lib/driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../lib/driver/statistics/histograms/percentiles.ts';
import { Tally } from '../../lib/driver/statistics/tally.ts';
import { RowCursor } from '../../lib/driver/statistics/wire/row-cursor.ts';
import { measuredDrive } from '../contenders/measured-drive.ts';

export type Driven = {
  /** The times by the clock of the machine, less the base. */
  readonly plannedNs: readonly number[];
  readonly started: number;
  readonly waited: number;
  readonly requests: number;
  readonly resent: number;
  readonly responses: number;
  readonly failed: number;
  readonly cpuShare: number;
  readonly latencyNs: Percentiles;
  readonly latenessNs: Percentiles;
};

export const percents = [50, 90, 99, 99.9, 100] as const;
export type Percentiles = readonly number[];

const [text = '', base = '0'] = process.argv.slice(2);
await warmUp(realClock);
const { plan, partial, t0Ns } = await measuredDrive(text);
// The offset from the clock of this process to the clock of the machine.
const offsetNs = Number(process.hrtime.bigint() - BigInt(base)) - realClock.nowNs();

const assignment = assignmentOf(plan, 0, 0, 0);
const { phase, seed } = assignment;
const random = randomFor(seed, phase.name, 0, 'arrivals');
const schedule = modelOf(phase.arrivals).schedule(phase.durationMs ?? 0, { ...assignment }, random);
const plannedNs: number[] = [];
for (let ns = schedule?.next() ?? Infinity; ns !== Infinity; ns = schedule?.next() ?? Infinity)
  plannedNs.push(ns + t0Ns + offsetNs);

const all = new Tally();
for (const row = new RowCursor(partial.rows); row.next(); ) row.addTo(all);
const of = (histogram: Histogram): Percentiles => percents.map((each) => valueAtPercentile(histogram, each));
const { outcome } = partial;
const { requests, resent, responses, failed } = all.counters;
const driven: Driven = {
  plannedNs,
  started: outcome.started,
  waited: outcome.throttled,
  requests,
  resent,
  responses,
  failed,
  cpuShare: outcome.cpuUs / 1e3 / (outcome.terminatedAt - outcome.startedAt),
  latencyNs: of(all.latency),
  latenessNs: of(all.lateness),
};
process.stdout.write(JSON.stringify(driven));
