import type { Plan } from '../../../lib/driver/model/plan.ts';
import { type Random, randomFor } from '../../../lib/driver/random.ts';
import { type RunDocument, type RunRecord, runDocument } from '../../../lib/driver/run/document.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { stepFor, timelineOf } from '../../../lib/driver/statistics/latency-timeline.ts';
import { Merger } from '../../../lib/driver/statistics/merge.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import type { ComparedRun } from '../../../lib/report/comparison/comparison.ts';
import { normal } from '../../../lib/report/comparison/statistics/power.ts';
import { planned as plannedFrom } from '../../driver/planning/planned.ts';
import { t0 } from '../../driver/run/records.ts';
import { completed } from '../../driver/statistics/partials.ts';

/**
 * A run to make. The test gives its response times, and product code merges them and writes the run document.
 */

export type Made = {
  readonly name: string;
  /** The response times of a metric in one second, in milliseconds. */
  readonly second: (second: number, metric: string) => readonly number[];
  readonly seconds?: number;
  readonly metrics?: readonly string[];
  /** The number of failed requests of each metric. */
  readonly failed?: number;
  /** True: the failed requests had no connection. */
  readonly refused?: boolean;
  /** The share of the planned users who started, from 0 to 1. */
  readonly sent?: number;
  readonly arrivals?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The start of the run, in minutes after the first run. */
  readonly at?: number;
  readonly stopped?: string;
  readonly shards?: number;
  readonly id?: number;
};

export function comparedRun(made: Made): ComparedRun<RunDocument> {
  return { name: made.name, ...(made.id === undefined ? {} : { id: made.id }), document: documentOf(made) };
}

export function documentOf(made: Made): RunDocument {
  const { name, seconds = 10, at = 0, stopped } = made;
  const start = t0 + at * 60_000;
  const plan = planned(made);
  const merger = new Merger('main');
  const recorder = new Recorder();
  record(recorder, made);
  const users = 10 * seconds;
  const outcome = completed({
    planned: users,
    started: Math.round(users * (made.sent ?? 1)),
    startedAt: start,
    finishedAt: start + seconds * 1000,
    terminatedAt: start + seconds * 1000,
  });
  for (let shard = 1; shard < (made.shards ?? 1); shard += 1) {
    const idle = { ...outcome, planned: 0, started: 0 };
    merger.accept(
      new Recorder().partial({ phase: 'main', shard, segment: 0, lease: `l${shard}`, outcome: idle }),
    );
  }
  merger.accept(recorder.partial({ phase: 'main', shard: 0, segment: 0, lease: 'l', outcome }));
  const ended: RunRecord = {
    plan: { ...plan, burst: name },
    phases: [
      {
        status: 'TERMINATED',
        t0: start,
        endedAt: start + seconds * 1000,
        merged: merger.result(),
        verdicts: [],
      },
    ],
    startedAt: start,
    endedAt: start + seconds * 1000,
    version: '0.1.0',
    place: 'one machine',
    ...(made.parameters === undefined ? {} : { params: made.parameters }),
    ...(stopped === undefined ? {} : { stopped }),
  };
  // Converted to JSON and back, as a program reads a run document from a file.
  return JSON.parse(JSON.stringify(runDocument(ended)));
}

function record(recorder: Recorder, made: Made): void {
  const { second, seconds = 10, metrics = ['browse'], failed = 0, refused = false } = made;
  for (const [step, metric] of metrics.entries()) {
    for (let at = 0; at < seconds; at += 1) {
      const tally = recorder.metric(metric, step).at(at);
      const times = second(at, metric);
      const fails = at === 0 ? failed : 0;
      const [requests, invalid] = [times.length + fails, fails];
      const failures = refused
        ? { responses: times.length, connectionErrors: fails }
        : { responses: requests, status5xx: fails, invalid };
      Object.assign(tally.counters, { requests, status2xx: times.length, failed: fails, ...failures });
      for (const ms of times) {
        tally.recordLateness(1e3);
        tally.recordLatency(ms * 1e6);
        tally.recordService(ms * 1e6);
      }
    }
  }
}

const evenly =
  'constantRate: { usersPerSec: !param RATE 10, duration: 10s, variance: false, scenario: [{ visit: STEPS }] }';
export const closed = 'always: { users: !param USERS 10, duration: 10s, scenario: [{ visit: STEPS }] }';

function planned({ arrivals = evenly, metrics = ['browse'], parameters = {}, shards = 1 }: Made): Plan {
  const steps = metrics
    .map((metric) => `{ httpRequest: { GET: !param PATH /, metric: ${metric} } }`)
    .join(', ');
  const text = `
name: shop
http: { host: !param HOST 'http://localhost:8080', sharedConnections: 20 }
phases:
- main: { ${arrivals.replace('STEPS', `[${steps}]`)} }
`;
  return plannedFrom(text, { burst: 'b', file: 'shop.yaml', parameters, shards, plannedAt: t0 });
}

/** Response times near `ms` that a seed repeats: 20 in each second, each different by a few percent. */
export function around(ms: number, seed: number, noise = 0.05): Made['second'] {
  return (second, metric) => {
    const random = randomFor(seed, 'times', second, metric);
    return Array.from({ length: 20 }, () => ms * Math.exp(noise * normal(random)));
  };
}

/**
 * Values of seconds, plus an offset of their run. Each value depends on the second before (an autoregressive
 * AR(1) series, standard deviation 1).
 */
export function correlated(length: number, correlation: number, offset: number, random: Random): number[] {
  let last = normal(random);
  return Array.from({ length }, () => {
    last = correlation * last + Math.sqrt(1 - correlation ** 2) * normal(random);
    return offset + last;
  });
}

/**
 * Makes runs for the baseline and the candidate, in turn. A run's response times are multiplied by its
 * factor.
 */
export function sides(baseline: readonly number[], candidate: readonly number[], made: Partial<Made> = {}) {
  const side = (letter: string, factors: readonly number[], odd: number): ComparedRun<RunDocument>[] =>
    factors.map((factor, at) =>
      comparedRun({
        name: `${letter}${at + 1}`,
        at: 2 * at + odd,
        second: around(20 * factor, 10 * at + odd),
        ...made,
      }),
    );
  return { baseline: side('a', baseline, 0), candidate: side('b', candidate, 1) };
}

/**
 * A copy of a run with other response times in its only metric. A simulation needs many runs, and settling
 * each
 * run would take long.
 */
export function withTimes(
  run: ComparedRun,
  name: string,
  seconds: readonly (readonly number[])[],
): ComparedRun {
  const total = new Histogram();
  const tallies = seconds.map((times) => {
    const tally = new Tally();
    for (const ms of times) tally.recordLatency(ms * 1e6);
    total.add(tally.latency);
    return tally;
  });
  const metric = { metric: 'browse', step: 0, bucketS: 1, seconds: new Map(tallies.entries()) };
  const stepMs = stepFor(seconds.length * 1000);
  const { document } = run;
  const stats = document.stats.map((entry) => ({
    ...entry,
    histograms: { ...entry.histograms, latency: total.encode() ?? null },
    timeline: timelineOf(metric, stepMs),
  }));
  const changed = { ...document, info: { ...document.info, id: name }, stats };
  return { name, document: JSON.parse(JSON.stringify(changed)) };
}
