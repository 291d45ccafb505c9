import { Answers } from '../answers.ts';
import { Gauge } from '../gauge.ts';
import { Gauges } from '../gauges.ts';
import { Histogram } from '../histograms/histogram.ts';
import type { Partial, Rows } from '../partial.ts';
import { type Tally, wholeCounts } from '../tally.ts';
import { Users, type UserTotal } from '../users.ts';
import { RowsWriter } from '../wire/rows.ts';
import { CountedNames } from './counted-names.ts';
import { recording } from './limits.ts';
import { LiveCounts, type LiveSlice } from './live-slice.ts';
import { type Measured, partialOf, type Recent } from './measured.ts';
import { MetricRecorder } from './metric-recorder.ts';

/**
 * All measurements of one drive. Dense tallies exist only for the seconds in flight. A past second is sealed
 * into a compact tally, and its dense tally is reused. Encoding waits for `rows()`, after the load, because
 * it would delay due users. Work during the load can be done in pieces, each a fraction of a millisecond of
 * one metric. Users start between two pieces, and their measurements count in this report or in the next.
 */
export class Recorder {
  readonly #metrics = new Map<string, MetricRecorder>();
  readonly #free: Tally[] = [];
  /** Connections of each target. */
  readonly connections = new Gauges();
  /** Users that were due, that started and that waited; the model of arrivals counts them. */
  readonly users = new Users();
  readonly #answers = new Answers();
  readonly #sessions = new Gauge();
  readonly #sessionTimes = new Histogram();
  readonly #names: CountedNames;
  readonly #keepsUncompensated: boolean;
  /**
   * The last second in which a request of a planned second was sent, by that second. Absent when it was not
   * sent later.
   */
  readonly #sentUntil = new Map<number, number>();
  /** Rows that were sealed since the last flush. Absent: there was no flush. */
  #news: RowsWriter | undefined;
  #usersReported: UserTotal = { due: 0, started: 0 };

  /**
   * `notice` takes a message for readers of the results. `keepsUncompensated`: times without the generator's
   * own delay are kept in addition to latencies.
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
   * Like `metric`, for times that are no requests, such as those of a stopwatch: totals leave them out.
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
    atOnce(this.sealing(beforeSecond));
  }

  /** The same in pieces. */
  *sealing(beforeSecond: number): Pieces<void> {
    for (const metric of this.#metrics.values()) yield* metric.sealing(beforeSecond, this.#news);
    if (beforeSecond !== Infinity) this.connections.seal(beforeSecond);
  }

  /**
   * The measurements since the previous call, all metrics of requests together, small enough to be sent each
   * second.
   */
  live(): LiveSlice {
    return atOnce(this.reporting());
  }

  /** The same in pieces. */
  *reporting(): Pieces<LiveSlice> {
    const slice = new LiveCounts(this.#keepsUncompensated);
    for (const metric of this.#metrics.values()) {
      if (!metric.ofRequests) continue;
      metric.addNewsTo(slice);
      yield;
    }
    const latency = slice.times.encode();
    yield;
    const lateness = slice.lateness.encode();
    const [users, before] = [this.users.total, this.#usersReported];
    this.#usersReported = users;
    return {
      counters: wholeCounts(slice.counters),
      ...(latency === undefined ? {} : { latency }),
      ...(lateness === undefined ? {} : { lateness }),
      users: { due: users.due - before.due, started: users.started - before.started },
    };
  }

  /** Seals everything and encodes it: one row for each metric and second. */
  rows(): Rows {
    return atOnce(this.#encoding());
  }

  *#encoding(): Pieces<Rows> {
    yield* this.sealing(Infinity);
    const writer = new RowsWriter();
    for (const metric of this.#metrics.values()) yield* metric.writing(writer);
    return writer.take();
  }

  /** These seconds as they are by now, encoded as in `rows`. */
  recent(seconds: Seconds): Recent {
    return atOnce(this.looking(seconds));
  }

  /** The same in pieces. */
  *looking({ from, last }: Seconds): Pieces<Recent> {
    const within = ([second]: readonly [second: number, ...others: number[]]): boolean =>
      second >= from && second <= last;
    const metrics = [...this.#metrics.values()];
    const writer = new RowsWriter();
    for (let second = from; second <= last; second += 1)
      for (const metric of metrics) {
        metric.writeSecond(second, writer);
        yield;
      }
    return {
      rows: writer.take(),
      sentUntil: [...this.#sentUntil].filter(within),
      users: this.users.rows().filter(within),
      totals: metrics.filter(({ ofRequests }) => ofRequests).map((metric) => metric.total()),
    };
  }

  /** Seals and encodes everything. */
  measured(): Measured {
    return atOnce(this.measuring());
  }

  /** The same in pieces: also when no user is left, others may be at work on this event loop. */
  *measuring(): Pieces<Measured> {
    return this.#measured(yield* this.#encoding());
  }

  /**
   * All measurements, but only the rows that were sealed since the last call. From the first call on, rows
   * are encoded when they are sealed.
   */
  flush(): Measured {
    return atOnce(this.flushing());
  }

  /** The same in pieces. Nothing may be sealed between two of them. */
  *flushing(): Pieces<Measured> {
    if (this.#news === undefined) {
      const news = new RowsWriter();
      for (const metric of this.#metrics.values()) yield* metric.writing(news);
      this.#news = news;
    }
    const rows = this.#news.take();
    yield;
    return this.#measured(rows);
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

  /** The measurements of the drive that the merge needs. */
  partial(drive: Parameters<typeof partialOf>[0]): Partial {
    return partialOf(drive, this.measured());
  }
}

/**
 * Users may take far longer than the 60 s that the layout holds in nanoseconds; in microseconds it holds 16
 * hours.
 */
export const nsPerUs = 1000;

type Seconds = { readonly from: number; readonly last: number };

/** Work that does a piece at each `next`. */
export type Pieces<Answer> = Generator<undefined, Answer>;

function atOnce<Answer>(pieces: Pieces<Answer>): Answer {
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
  }
}
