import { Extensions } from './extensions.ts';
import { Histogram } from './histograms/histogram.ts';
import type { Counters, Row } from './partial.ts';

/**
 * Everything that is counted together for a second of a metric, a phase or a shard: counters, named counts,
 * and histograms. The code that sends requests changes `counters` directly and calls the record functions,
 * which allocate nothing.
 */
export class Tally {
  readonly counters: Counters = noCounts();
  /** Times from the planned start to the end of the response. */
  readonly latency = new Histogram();
  /** Times from sending the request to the end of the response. */
  readonly service = new Histogram();
  /**
   * The delays of the generator: times from the instant at which the session should have continued to the
   * instant at which it did.
   */
  readonly lateness = new Histogram();
  /**
   * Times from the instant at which the generator was ready to send a request to the end of the response.
   * Empty unless the document asks for times without the generator's own delay.
   */
  readonly uncompensated = new Histogram();
  /**
   * How long requests without a response had waited when their users were stopped. The wait begins at the
   * same instant as a response time, which would have been at least as long.
   */
  readonly unanswered = new Histogram();
  /** Named counts that handlers made. */
  readonly extensions = new Extensions();

  /**
   * The response times that Downpour judges and reports: latencies, or times without the generator's own
   * delay.
   */
  get responseTimes(): Histogram {
    return this.uncompensated.count > 0 ? this.uncompensated : this.latency;
  }

  recordLatency(ns: number): void {
    this.latency.record(ns);
  }

  recordService(ns: number): void {
    this.service.record(ns);
  }

  recordLateness(ns: number): void {
    this.lateness.record(ns);
  }

  recordUncompensated(ns: number): void {
    this.uncompensated.record(ns);
  }

  recordUnanswered(ns: number): void {
    this.unanswered.record(ns);
  }

  add(other: Tally): void {
    addCounts(this.counters, other.counters);
    for (const name of histogramNames) this[name].add(other[name]);
    this.extensions.addAll(other.extensions);
  }

  subtract(other: Tally): void {
    addCounts(this.counters, other.counters, -1);
    for (const name of histogramNames) this[name].subtract(other[name]);
    this.extensions.addAll(other.extensions, -1);
  }

  clear(): void {
    for (const name of counterNames) this.counters[name] = 0;
    for (const name of histogramNames) this[name].clear();
    this.extensions.clear();
  }

  addEncoded(encoded: EncodedTally): void {
    addCounts(this.counters, encoded.counters);
    for (const name of histogramNames) {
      const text = encoded[name];
      if (text !== undefined) this[name].add(Histogram.decode(text));
    }
    if (encoded.extensions !== undefined) this.extensions.addEncoded(encoded.extensions);
  }

  /** The counters and the named histograms, encoded as in rows. Empty histograms are left out. */
  encode(names: readonly HistogramName[] = histogramNames): EncodedTally {
    const histograms = names.flatMap((name) => {
      const text = this[name].encode();
      return text === undefined ? [] : [[name, text]];
    });
    const counters = wholeCounts(this.counters);
    const extensions = this.extensions.encode();
    return {
      counters,
      ...Object.fromEntries(histograms),
      ...(extensions === undefined ? {} : { extensions }),
    };
  }

  /**
   * True when all requests that were sent in this second were planned for earlier seconds, and none for this
   * second.
   */
  get onlyLateness(): boolean {
    return this.counters.requests + this.counters.responses === 0 && this.extensions.empty;
  }

  get empty(): boolean {
    return (
      counterNames.every((name) => this.counters[name] === 0) &&
      histogramNames.every((name) => this[name].count === 0) &&
      this.extensions.empty
    );
  }
}

export type EncodedTally = Pick<Row, 'counters' | HistogramName | 'extensions'>;

export const histogramNames = ['latency', 'service', 'lateness', 'uncompensated', 'unanswered'] as const;
export type HistogramName = (typeof histogramNames)[number];

export function noCounts(): Counters {
  return {
    requests: 0,
    responses: 0,
    status2xx: 0,
    status3xx: 0,
    status4xx: 0,
    status5xx: 0,
    statusOther: 0,
    invalid: 0,
    timeouts: 0,
    connectionErrors: 0,
    internalErrors: 0,
    failed: 0,
    blockedNs: 0,
    cacheHits: 0,
    bytesReceived: 0,
    bytesSent: 0,
    resent: 0,
    staleConnections: 0,
  };
}

export const counterNames = Object.keys(noCounts()) as readonly (keyof Counters)[];

export function addCounts(to: Counters, from: Counters, times = 1): void {
  for (const name of counterNames) to[name] += from[name] * times;
}

/**
 * Rounds the counters to whole numbers. Whole numbers below 2^53 add exactly, but sums of fractions would
 * depend on their order.
 */
export const wholeCounts = (counters: Counters): Counters => ({
  ...counters,
  blockedNs: Math.round(counters.blockedNs),
});
