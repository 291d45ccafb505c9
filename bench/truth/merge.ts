/** Merges the partials of many shards and makes one histogram. Prints the costs as JSON. */

import { Histogram } from '../../lib/driver/statistics/histograms/histogram.ts';
import { Merger, openPhase } from '../../lib/driver/statistics/merge.ts';
import { Recorder } from '../../lib/driver/statistics/recording/recorder.ts';
import { totalOf } from '../../lib/driver/statistics/statistics.ts';
import { packPartial, unpackPartial } from '../../lib/store/measurement-format.ts';
import { completed, cpuMsSince } from '../completed-drive.ts';

export type Merged = {
  readonly values: number;
  readonly isEqual: boolean;
  readonly partialBytes: number;
  readonly mergeCpuMs: number;
  readonly resultCpuMs: number;
  readonly peakMb: number;
};

const [shards, seconds, perSecond] = process.argv.slice(2).map(Number) as [number, number, number];
const all = new Histogram();
const merger = new Merger('main');
let state = 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}
let [mergeCpuMs, partialBytes] = [0, 0];
for (let shard = 0; shard < shards; shard += 1) {
  const recorder = new Recorder();
  const metric = recorder.metric('browse', 0);
  for (let second = 0; second < seconds; second += 1) {
    const tally = metric.at(second);
    for (let request = 0; request < perSecond; request += 1) {
      // A log-normal distribution around 5 ms, as response times have.
      const ns = 5e6 * Math.exp(Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()));
      tally.recordLatency(ns);
      tally.recordService(ns);
      tally.recordLateness(ns / 100);
      all.record(ns);
    }
    tally.counters.requests += perSecond;
    tally.counters.responses += perSecond;
    recorder.seal(second);
  }
  const partial = recorder.partial({
    phase: 'main',
    shard,
    segment: 0,
    lease: `${shard}`,
    outcome: completed,
  });
  const bytes = packPartial(partial);
  partialBytes += bytes.length;
  const before = process.cpuUsage();
  merger.accept(unpackPartial(bytes));
  mergeCpuMs += cpuMsSince(before);
}
const before = process.cpuUsage();
const result = merger.result();
const resultCpuMs = cpuMsSince(before);
const [metric] = openPhase(result).metrics;
const merged: Merged = {
  values: all.count,
  isEqual: metric !== undefined && totalOf(metric).latency.encode() === all.encode(),
  partialBytes,
  mergeCpuMs,
  resultCpuMs,
  peakMb: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(JSON.stringify(merged));
