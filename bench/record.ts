/**
 * What does one recorded value cost, in comparison with a plain hdr-histogram-js histogram of the same layout
 * in the same run? The program also measures the cost of a second that is sealed, encoded, and merged.
 *
 *     node bench/record.ts
 */
import { decodeFromCompressedBase64, encodeIntoCompressedBase64, Float64Histogram } from 'hdr-histogram-js';
import { randomFor } from '../lib/driver/random.ts';
import { Histogram } from '../lib/driver/statistics/histograms/histogram.ts';
import { layout } from '../lib/driver/statistics/histograms/layout.ts';
import { Recorder } from '../lib/driver/statistics/recording/recorder.ts';
import { Tally } from '../lib/driver/statistics/tally.ts';
import { machine, table } from './table.ts';

const values = 4096;
const rounds = 5;

const samples = {
  'around 5 ms': lognormal(5e6),
  'around 50 us': lognormal(5e4),
  'around 5 s (above 32 bits)': lognormal(5e9),
};

console.log(`${machine()}; best of ${rounds} rounds\n`);
console.log(table(['', 'ours, ns', 'library, ns', 'ratio'], [...recording(), ...handling()]));

type Line = readonly [task: string, ours: string, library: string, ratio: string];

function recording(): Line[] {
  return Object.entries(samples).map(([name, sample]) => {
    const plain = library();
    const metric = new Recorder().metric('bench', 0);
    const ours = nsPer(1e6, (at) => metric.at(0).recordLatency(sample[at & (values - 1)]!));
    const theirs = nsPer(1e6, (at) => plain.recordValue(sample[at & (values - 1)]!));
    return line(`record a value ${name}`, ours, theirs);
  });
}

/** A second of a metric at 5,000 requests/s. */
function handling(): Line[] {
  const [ours, plain] = [new Histogram(), library()];
  for (const value of [...samples['around 5 ms'], ...samples['around 5 ms'].slice(0, 904)]) {
    ours.record(value);
    plain.recordValue(value);
  }
  const text = encodeIntoCompressedBase64(plain);
  const sum = new Histogram();
  const sumPlain = library();
  const tally = new Tally();
  tally.latency.add(ours);
  const sealed = new Tally();
  const addOurs = () => sum.add(Histogram.decode(text));
  const addTheirs = () => sumPlain.add(decodeFromCompressedBase64(text, 64) as Float64Histogram);
  return [
    line(
      'seal a second',
      nsPer(1e4, () => sealed.add(tally)),
      Number.NaN,
    ),
    line(
      'encode a second',
      nsPer(2000, () => ours.encode()),
      nsPer(2000, () => encodeIntoCompressedBase64(plain)),
    ),
    line('decode and add a second', nsPer(2000, addOurs), nsPer(2000, addTheirs)),
  ];
}

function nsPer(calls: number, call: (at: number) => unknown): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let at = 0; at < calls; at += 1) call(at);
    best = Math.min(best, (performance.now() - start) * (1e6 / calls));
  }
  return best;
}

function line(task: string, ours: number, theirs: number): Line {
  const show = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(value < 100 ? 1 : 0));
  return [task, show(ours), show(theirs), show(theirs / ours)];
}

function library(): Float64Histogram {
  return new Float64Histogram(layout.lowestNs, layout.highestNs, layout.significantDigits);
}

function lognormal(medianNs: number): Float64Array {
  const random = randomFor(1, 'bench', medianNs);
  return Float64Array.from({ length: values }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.min(layout.highestNs, Math.floor(medianNs * Math.exp(normal / 2)));
  });
}
