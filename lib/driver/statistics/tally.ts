import { Extensions } from './extensions.ts';
import { Histogram } from './histograms/histogram.ts';
import type { Counters, Row } from './partial.ts';

/**
 * Counters, counts by name and the histograms of whatever is counted together: a metric's second, a phase, a
 * shard. The engine changes `counters` in place and calls the three record functions; nothing is allocated.
 */
export class Tally {
  readonly counters: Counters = noCounts();
  /** From the intended start to the end of the response. */
  readonly latency = new Histogram();
  /** From sending to the end of the response. */
  readonly service = new Histogram();
  /**
   * From the instant at which the session should have continued to the instant at which it did: the delay of
   * the generator.
   */
  readonly lateness = new Histogram();
  /**
   * From the instant a request was ready to the end of the response. Empty unless the document asks for times
   * without the generator's own delay.
   */
  readonly uncompensated = new Histogram();
  /**
   * The waiting times of requests without an answer when their users had to leave. They begin where response
   * times begin, and the response times would have been at least as long.
   */
  readonly unanswered = new Histogram();
  /** Counts of handlers by name. */
  readonly extensions = new Extensions();

  /** The times that a document is judged and reported by. */
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

  /** Adds what another tally encoded. */
  addEncoded(encoded: EncodedTally): void {
    addCounts(this.counters, encoded.counters);
    for (const name of histogramNames) {
      const text = encoded[name];
      if (text !== undefined) this[name].add(Histogram.decode(text));
    }
    if (encoded.extensions !== undefined) this.extensions.addEncoded(encoded.extensions);
  }

  /** A copy of the counters and the histograms that have values, in the form of rows. */
  encode(): EncodedTally {
    const histograms = histogramNames.flatMap((name) => {
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

  /** Requests were sent in this second, and all of them should have been before it. */
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

/** Fractions of a nanosecond would make sums depend on their order; whole numbers below 2^53 add exactly. */
export const wholeCounts = (counters: Counters): Counters => ({
  ...counters,
  blockedNs: Math.round(counters.blockedNs),
});
