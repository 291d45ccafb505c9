import type { RunDocument } from '../../driver/run/document.ts';
import { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../driver/statistics/histograms/percentiles.ts';
import { spectrumLines } from './spectrum.ts';
import { type Spread, spreadOfSamples, spreadOfTimes } from './spread.ts';
import { column, count, data, time } from './units.ts';

/** The selected parts of the output, and the wording of wrk or wrk2. */
export type WrkView = {
  readonly tool: 'wrk' | 'wrk2';
  readonly phase: string;
  readonly metric: string;
  /** The name of the group of statistics that counts bytes, headers included. */
  readonly transfer: string;
  /** The number of threads of all drives together. */
  readonly threads: number;
  /** True: the output has percentiles and the lines for the plotter. */
  readonly latency: boolean;
  /**
   * True: the output also has percentiles of times from the moment of sending (wrk2's uncorrected latency).
   */
  readonly uncorrected: boolean;
};

type Entry = RunDocument['stats'][number];

/**
 * The output of wrk or wrk2 at the end of a test. Undefined when the run has no statistics of the requests.
 */
export function wrkText(run: RunDocument, view: WrkView): readonly string[] | undefined {
  const entry = run.stats.find(({ name, metric }) => name === view.phase && metric === view.metric);
  if (entry === undefined) return undefined;
  // wrk counts only requests with a response, and so does this code. At the end of a test, a slow target has
  // not answered all requests.
  const { startTime, endTime, responseCount } = entry.total.summary;
  const seconds = (endTime - startTime) / 1000;
  const read = receivedOf(entry, view.transfer);
  return [
    '  Thread Stats   Avg      Stdev     Max   +/- Stdev',
    spreadLine('Latency', spreadOfTimes(decoded(entry.histograms.latency)), time),
    spreadLine('Req/Sec', spreadOfSamples(ratesOf(run, entry, view)), count),
    ...(view.latency ? distributionsOf(entry, view) : []),
    `  ${responseCount} requests in ${time(seconds * 1e9)}, ${data(read)} read`,
    `Requests/sec: ${perSecond(responseCount, seconds).toFixed(2).padStart(9)}`,
    `Transfer/sec: ${data(perSecond(read, seconds)).padStart(11)}`,
    ...troublesOf(entry),
  ];
}

function spreadLine(
  name: string,
  { mean, stdDev, max, within }: Spread,
  unit: (value: number) => string,
): string {
  const columns = [column(unit(mean), 8), column(unit(stdDev), 10), column(unit(max), 9)];
  return `    ${name.padEnd(10)}${columns.join('')}${(within * 100).toFixed(2).padStart(8)}%`;
}

/**
 * The responses per second of one thread. A sample is a whole second of the test, in which the threads share
 * the work evenly. A response counts in the second in which it came, so that a slow target shows its own
 * rate.
 */
function ratesOf({ phases }: RunDocument, entry: Entry, { threads }: WrkView): readonly number[] {
  const phase = phases.find(({ name }) => name === entry.name);
  const { startTime, endTime, responseCount } = entry.total.summary;
  const wholeSeconds = Math.floor((endTime - startTime) / 1000);
  // A test of less than a second gives one sample.
  if (wholeSeconds === 0) return [perSecond(responseCount, (endTime - startTime) / 1000) / threads];
  const answered = new Map(phase?.answered.map(({ timestamp, responses }) => [timestamp, responses]));
  return Array.from({ length: wholeSeconds }, (_, second) => {
    return (answered.get(startTime + second * 1000) ?? 0) / threads;
  });
}

const percentiles = [50, 75, 90, 99, 99.9, 99.99, 99.999, 100];

function distributionsOf({ histograms }: Entry, { tool, uncorrected }: WrkView): readonly string[] {
  const isWrk = tool === 'wrk';
  return [
    ...distributionLines(
      decoded(histograms.latency),
      isWrk ? '' : ' (HdrHistogram - Recorded Latency)',
      isWrk,
    ),
    ...(uncorrected
      ? ['', ...distributionLines(decoded(histograms.service), ` (HdrHistogram - ${sinceSent})`, false)]
      : []),
  ];
}

const sinceSent = 'Uncorrected Latency (measured without taking delayed starts into account)';

/**
 * The lines of percentiles. wrk writes 50 % as `50%` and wrk2 as `50.000%`, and scripts search for these
 * texts.
 */
function distributionLines(histogram: Histogram, about: string, short: boolean): readonly string[] {
  return [
    `  Latency Distribution${about}`,
    ...percentiles.map((percentile) => {
      const name = short ? String(percentile) : percentile.toFixed(3);
      return `${name.padStart(7)}%${column(time(valueAtPercentile(histogram, percentile)), 10)}`;
    }),
    '',
    '  Detailed Percentile spectrum:',
    ...spectrumLines(histogram),
    '----------------------------------------------------------',
  ];
}

/**
 * The lines about errors. Downpour does not know whether connecting, reading or writing failed, so all
 * failures count as wrk's first kind.
 */
function troublesOf({ total }: Entry): readonly string[] {
  const { connectionErrors, requestTimeouts, internalErrors, extensions } = total.summary;
  const { status_4xx, status_5xx, status_other } = extensions.http;
  const bad = status_4xx + status_5xx + status_other;
  return [
    ...(connectionErrors + requestTimeouts > 0
      ? [`  Socket errors: connect ${connectionErrors}, read 0, write 0, timeout ${requestTimeouts}`]
      : []),
    ...(internalErrors > 0 ? [`  Internal errors: ${internalErrors}`] : []),
    ...(bad > 0 ? [`  Non-2xx or 3xx responses: ${bad}`] : []),
  ];
}

/** The number of received bytes. wrk counts bytes that it reads, headers included, and no sent bytes. */
function receivedOf({ total }: Entry, transfer: string): number {
  const groups: Readonly<Record<string, unknown>> = total.summary.extensions;
  const group = groups[transfer];
  if (typeof group !== 'object' || group === null || !('received' in group)) return 0;
  return Number(group.received);
}

const perSecond = (amount: number, seconds: number): number => (seconds > 0 ? amount / seconds : 0);

const decoded = (text: string | null | undefined): Histogram =>
  text == null ? new Histogram() : Histogram.decode(text);
