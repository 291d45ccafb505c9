import { recording } from '../limits.ts';
import type { ExtensionName } from '../model/extensions.ts';
import { Answers } from './answers.ts';
import { CountedNames } from './counted-names.ts';
import { Gauge } from './gauge.ts';
import { Gauges } from './gauges.ts';
import { Histogram } from './histograms/histogram.ts';
import { type Measured, partialOf, type Recent } from './measured.ts';
import type { Partial, Row, Rows } from './partial.ts';
import { Tally } from './tally.ts';
import { Users, type UserTotal } from './users.ts';
import { RowsWriter } from './wire/rows.ts';

/**
 * Everything one drive measures. Dense tallies exist for the seconds in flight only; a second that is over is sealed
 * into a compact one and its dense tally is used again. Encoding waits for `rows()`, after the load, because it would
 * delay what is due.
 */
export class Recorder {
  readonly #metrics = new Map<string, MetricRecorder>();
  readonly #free: Tally[] = [];
  /** Of each target. */
  readonly connections = new Gauges();
  /** Who was due, who started and who waited; the model of arrivals counts them. */
  readonly users = new Users();
  readonly #answers = new Answers();
  readonly #sessions = new Gauge();
  readonly #sessionTimes = new Histogram();
  readonly #names: CountedNames;
  readonly #keepsUncompensated: boolean;
  /** By second: the last one in which a request of it was sent; seconds with none sent later are absent. */
  readonly #sentUntil = new Map<number, number>();
  /** What was sealed since the last flush. Absent: nobody has asked yet. */
  #news: RowsWriter | undefined;
  #reported = new Tally();
  #usersReported: UserTotal = { due: 0, started: 0 };

  /**
   * `notice` takes a message for readers of the results. `keepsUncompensated`: times without the generator's own delay are
   * kept beside latencies.
   */
  constructor(notice: (message: string) => void = () => {}, keepsUncompensated = false) {
    this.#names = new CountedNames(notice);
    this.#keepsUncompensated = keepsUncompensated;
  }

  /**
   * The place of a metric of a request step; the same for the same names. Look it up once, not per request.
   * Beyond the bound on metrics (limits.ts, `recording`) all further ones of a step share one place.
   */
  metric(name: string, step: number): MetricRecorder {
    return this.#metric(name, step, true);
  }

  /**
   * As `metric`, for times that are no requests of their own, such as those of a stopwatch: totals leave them out.
   * `step`: a number that no request step has.
   */
  measure(name: string, step: number): MetricRecorder {
    return this.#metric(name, step, false);
  }

  #metric(name: string, step: number, ofRequests: boolean): MetricRecorder {
    const wanted = `${step} ${name}`;
    const full = this.#metrics.size >= recording.metricsMax && !this.#metrics.has(wanted);
    const metric = full ? recording.otherMetric : name;
    const key = `${step} ${metric}`;
    const known = this.#metrics.get(key);
    if (known !== undefined) return known;
    const keepsUncompensated = this.#keepsUncompensated;
    const recorder = new MetricRecorder(
      { metric, step, ofRequests, keepsUncompensated },
      this.#free,
      this.#names,
      this.#answers,
      this.#sentUntil,
    );
    this.#metrics.set(key, recorder);
    return recorder;
  }

  /** Notes the number of sessions at work. Call it whenever that changes. Seconds never go back. */
  sessions(second: number, active: number): void {
    this.#sessions.seal(second);
    this.#sessions.set(active);
  }

  /** Records the time of a user from the intended start to the end. */
  sessionTime(ns: number): void {
    this.#sessionTimes.record(ns / nsPerUs);
  }

  /** Seals every second before this one. Call it once a second; late values open a sealed second again. */
  seal(beforeSecond: number): void {
    for (const metric of this.#metrics.values()) metric.seal(beforeSecond, this.#news);
    if (beforeSecond !== Infinity) this.connections.seal(beforeSecond);
  }

  /** The measurements since the previous call, all metrics of requests together, small enough to be sent each second. */
  live(): LiveSlice {
    const total = new Tally();
    for (const metric of this.#metrics.values()) if (metric.ofRequests) metric.addTo(total);
    const slice = new Tally();
    slice.add(total);
    slice.subtract(this.#reported);
    this.#reported = total;
    const { counters, latency, uncompensated = latency, lateness } = slice.encode();
    const [users, before] = [this.users.total, this.#usersReported];
    this.#usersReported = users;
    const news = { due: users.due - before.due, started: users.started - before.started };
    return { counters, latency: uncompensated, lateness, users: news };
  }

  /** Seals everything and encodes it: one row for each metric and second. */
  rows(): Rows {
    this.seal(Infinity);
    const writer = new RowsWriter();
    for (const metric of this.#metrics.values()) metric.write(writer);
    return writer.take();
  }

  /** These seconds as they are by now, encoded as in `rows`. */
  recent({ from, last }: { readonly from: number; readonly last: number }): Recent {
    const within = ([second]: readonly [second: number, ...others: number[]]): boolean =>
      second >= from && second <= last;
    const metrics = [...this.#metrics.values()];
    const writer = new RowsWriter();
    for (let second = from; second <= last; second += 1)
      for (const metric of metrics) metric.writeSecond(second, writer);
    return {
      rows: writer.take(),
      sentUntil: [...this.#sentUntil].filter(within),
      users: this.users.rows().filter(within),
      totals: metrics.filter(({ ofRequests }) => ofRequests).map((metric) => metric.total()),
    };
  }

  /** Seals and encodes everything. */
  measured(): Measured {
    return this.#measured(this.rows());
  }

  /** Everything, but of rows only what was sealed since the last time; from the first time on that is encoded as it is sealed. */
  flush(): Measured {
    if (this.#news === undefined) {
      this.#news = new RowsWriter();
      for (const metric of this.#metrics.values()) metric.write(this.#news);
    }
    return this.#measured(this.#news.take());
  }

  #measured(rows: Rows): Measured {
    const sessionTime = this.#sessionTimes.encode();
    const sessionWait = this.users.waits();
    return {
      rows,
      sentUntil: [...this.#sentUntil].sort(([one], [other]) => one - other),
      sessions: this.#sessions.rows(),
      users: this.users.rows(),
      answers: this.#answers.rows(),
      connections: this.connections.rows(),
      ...(sessionTime === undefined ? {} : { sessionTime }),
      ...(sessionWait === undefined ? {} : { sessionWait }),
    };
  }

  /** Everything that the merge needs of the drive. */
  partial(drive: Parameters<typeof partialOf>[0]): Partial {
    return partialOf(drive, this.measured());
  }
}

/** Users may take far longer than the 60 s that the layout holds in nanoseconds; in microseconds it holds 16 hours. */
export const nsPerUs = 1000;

/** Counters and histograms of all metrics; histograms in the form of `Row`. `latency`: the times that are reported. */
export type LiveSlice = Pick<Row, 'counters' | 'latency' | 'lateness'> & {
  /** Users that became due, and users that started. */
  readonly users: UserTotal;
};

export const noSlice = (): LiveSlice => joinSlices([]);

/** Live slices of several event loops as one. */
export function joinSlices(slices: readonly LiveSlice[]): LiveSlice {
  const sum = new Tally();
  for (const slice of slices) sum.addEncoded(slice);
  const { counters, latency, lateness } = sum.encode();
  return {
    counters,
    ...(latency === undefined ? {} : { latency }),
    ...(lateness === undefined ? {} : { lateness }),
    users: {
      due: slices.reduce((all, { users }) => all + users.due, 0),
      started: slices.reduce((all, { users }) => all + users.started, 0),
    },
  };
}

/** One metric of one request step. */
export class MetricRecorder {
  readonly metric: string;
  readonly step: number;
  /** False for what a stopwatch or a header measured. */
  readonly ofRequests: boolean;
  /** Every response has an uncompensated time as well. */
  readonly keepsUncompensated: boolean;
  readonly #free: Tally[];
  readonly #names: CountedNames;
  readonly #answers: Answers;
  readonly #sentUntil: Map<number, number>;
  readonly #open = new Map<number, Tally>();
  readonly #sealed = new Map<number, Tally>();
  readonly #sealedTotal = new Tally();
  #lastSecond = -1;
  #last = new Tally();

  constructor(
    {
      metric,
      step,
      ofRequests,
      keepsUncompensated,
    }: Pick<MetricRecorder, 'metric' | 'step' | 'ofRequests' | 'keepsUncompensated'>,
    free: Tally[],
    names: CountedNames,
    answers: Answers,
    sentUntil: Map<number, number>,
  ) {
    this.metric = metric;
    this.step = step;
    this.ofRequests = ofRequests;
    this.keepsUncompensated = keepsUncompensated;
    this.#free = free;
    this.#names = names;
    this.#answers = answers;
    this.#sentUntil = sentUntil;
  }

  /** A response to a request has come. Nanoseconds since T0. */
  answered(endedNs: number): void {
    this.#answers.add(endedNs);
  }

  /**
   * The tally of requests whose intended start lies in this second since T0. Valid until the next `seal`: ask again when
   * the response comes.
   */
  at(second: number): Tally {
    return second === this.#lastSecond ? this.#last : this.#turnTo(second);
  }

  /** Notes that a request of one second was sent in a later one. */
  sentLater(second: number, sentSecond: number): void {
    if (sentSecond > (this.#sentUntil.get(second) ?? second)) this.#sentUntil.set(second, sentSecond);
  }

  /** Adds to a count of its own name; names beyond the bound share one. */
  count(second: number, extension: ExtensionName, name: string, amount: number): void {
    this.at(second).extensions.add(extension, this.#names.admit(extension.key, name), amount);
  }

  /** Records one time as a response, and with `request` as a request as well. `uncompensatedNs`: without the generator's delay. */
  time(second: number, ns: number, request: boolean, uncompensatedNs = ns): void {
    const tally = this.at(second);
    if (request) tally.counters.requests += 1;
    tally.counters.responses += 1;
    tally.recordLatency(ns);
    if (this.keepsUncompensated) tally.recordUncompensated(uncompensatedNs);
  }

  /** `news` takes what is sealed now. */
  seal(beforeSecond: number, news?: RowsWriter): void {
    for (const [second, tally] of this.#open) {
      if (second >= beforeSecond) continue;
      if (news !== undefined && !tally.empty) this.#write(second, tally, news);
      this.#close(second, tally);
    }
  }

  addTo(total: Tally): void {
    total.add(this.#sealedTotal);
    for (const tally of this.#open.values()) total.add(tally);
  }

  /** Counts of all of its requests so far. */
  total(): Recent['totals'][number] {
    const total = new Tally();
    this.addTo(total);
    return { metric: this.metric, step: this.step, counters: total.counters };
  }

  /** The seconds that are sealed. */
  write(writer: RowsWriter): void {
    const seconds = [...this.#sealed].sort(([one], [other]) => one - other);
    for (const [second, tally] of seconds) this.#write(second, tally, writer);
  }

  /** One second, sealed or not; nothing when nothing happened in it. */
  writeSecond(second: number, writer: RowsWriter): void {
    const tally = new Tally();
    for (const part of [this.#sealed.get(second), this.#open.get(second)])
      if (part !== undefined) tally.add(part);
    if (!tally.empty) this.#write(second, tally, writer);
  }

  #write(second: number, tally: Tally, writer: RowsWriter): void {
    writer.add({ metric: this.metric, step: this.step, second }, tally);
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
