import { recording } from '../limits.ts';
import { Histogram } from './histogram.ts';
import { layout } from './layout.ts';
import type { Partial, Row } from './partial.ts';
import { SessionLog } from './session-log.ts';
import { Tally } from './tally.ts';

/**
 * Everything one drive measures. Dense tallies exist for the seconds in flight only; a second that is over is sealed
 * into a compact one and its dense tally is used again. Encoding waits for `rows()`, after the load, because it would
 * delay what is due.
 */
export class Recorder {
  readonly #metrics = new Map<string, MetricRecorder>();
  readonly #free: Tally[] = [];
  readonly #log = new SessionLog();
  readonly #sessionTimes = new Histogram();
  #reported = new Tally();

  /**
   * The place of a metric of a request step; the same for the same names. Look it up once, not per request.
   * Beyond the bound on metrics (limits.ts, `recording`) all further ones of a step share one place.
   */
  metric(name: string, step: number): MetricRecorder {
    const wanted = `${step} ${name}`;
    const full = this.#metrics.size >= recording.metricsMax && !this.#metrics.has(wanted);
    const metric = full ? recording.otherMetric : name;
    const key = `${step} ${metric}`;
    const known = this.#metrics.get(key);
    if (known !== undefined) return known;
    const recorder = new MetricRecorder(metric, step, this.#free);
    this.#metrics.set(key, recorder);
    return recorder;
  }

  /** Notes the number of sessions at work. Call it whenever that changes, and at least once a second. */
  sessions(second: number, active: number): void {
    this.#log.note(second, active);
  }

  /** Records the time of a user from the intended start to the end. */
  sessionTime(ns: number): void {
    this.#sessionTimes.record(ns / nsPerUs);
  }

  /** Seals every second before this one. Call it once a second; late values open a sealed second again. */
  seal(beforeSecond: number): void {
    for (const metric of this.#metrics.values()) metric.seal(beforeSecond);
  }

  /** The measurements since the previous call, all metrics together, small enough to be sent each second. */
  live(): LiveSlice {
    const total = new Tally();
    for (const metric of this.#metrics.values()) metric.addTo(total);
    const slice = new Tally();
    slice.add(total);
    slice.subtract(this.#reported);
    this.#reported = total;
    const { counters, latency, lateness } = slice.encode();
    return { counters, latency, lateness };
  }

  /** Seals everything and encodes it: one row for each metric and second. */
  rows(): readonly Row[] {
    this.seal(Infinity);
    return [...this.#metrics.values()].flatMap((metric) => metric.rows());
  }

  /** Everything that the merge needs of the drive. */
  partial(drive: Omit<Partial, 'version' | 'layout' | 'rows' | 'sessions' | 'sessionTime'>): Partial {
    const sessionTime = this.#sessionTimes.encode();
    return {
      version: 1,
      layout: layout.name,
      ...drive,
      rows: this.rows(),
      sessions: this.#log.rows(),
      ...(sessionTime === undefined ? {} : { sessionTime }),
    };
  }
}

/** Users may take far longer than the 60 s that the layout holds in nanoseconds; in microseconds it holds 16 hours. */
export const nsPerUs = 1000;

/** Counters and histograms of all metrics; histograms in the form of `Row`. */
export type LiveSlice = Pick<Row, 'counters' | 'latency' | 'lateness'>;

/** One metric of one request step. */
export class MetricRecorder {
  readonly metric: string;
  readonly step: number;
  readonly #free: Tally[];
  readonly #open = new Map<number, Tally>();
  readonly #sealed = new Map<number, Tally>();
  readonly #sealedTotal = new Tally();
  #lastSecond = -1;
  #last = new Tally();

  constructor(metric: string, step: number, free: Tally[]) {
    this.metric = metric;
    this.step = step;
    this.#free = free;
  }

  /**
   * The tally of requests that were sent in this second since T0. Valid until the next `seal`: ask again when the
   * response comes, with the second in which the request was sent.
   */
  at(second: number): Tally {
    return second === this.#lastSecond ? this.#last : this.#turnTo(second);
  }

  seal(beforeSecond: number): void {
    for (const [second, tally] of this.#open) {
      if (second < beforeSecond) this.#close(second, tally);
    }
  }

  addTo(total: Tally): void {
    total.add(this.#sealedTotal);
    for (const tally of this.#open.values()) total.add(tally);
  }

  rows(): Row[] {
    const seconds = [...this.#sealed].sort(([one], [other]) => one - other);
    return seconds.map(([second, tally]) => ({
      metric: this.metric,
      step: this.step,
      second,
      ...tally.encode(),
    }));
  }

  #turnTo(second: number): Tally {
    const tally = this.#open.get(second) ?? this.#free.pop() ?? new Tally();
    this.#open.set(second, tally);
    this.#lastSecond = second;
    this.#last = tally;
    return tally;
  }

  #close(second: number, tally: Tally): void {
    if (!tally.empty) {
      const sealed = this.#sealed.get(second) ?? new Tally();
      sealed.add(tally);
      this.#sealed.set(second, sealed);
      this.#sealedTotal.add(tally);
    }
    tally.clear();
    this.#open.delete(second);
    this.#free.push(tally);
    if (second === this.#lastSecond) this.#lastSecond = -1;
  }
}
