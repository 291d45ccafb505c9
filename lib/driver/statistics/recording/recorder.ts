import { Gauges } from '../connection-gauges.ts';
import { Gauge } from '../gauge.ts';
import { Histogram } from '../histograms/histogram.ts';
import type { Partial, Rows } from '../partial.ts';
import { Answers } from '../responses-per-second.ts';
import { type Tally, wholeCounts } from '../tally.ts';
import { Users, type UserTotal } from '../users.ts';
import { RowsWriter } from '../wire/rows.ts';
import { CountedNames } from './bounded-names.ts';
import { type Measured, partialOf, type Recent } from './join-measured.ts';
import { recording } from './limits.ts';
import { LiveCounts, type LiveSlice } from './live-slice.ts';
import { MetricRecorder } from './metric-recorder.ts';

/**
 * Records all measurements of one event loop of a drive. Fast, large tallies exist only for seconds with
 * requests in flight. A past second is sealed: its counts move to a compact tally, and its large tally is
 * used again. A minute later the second is packed into the bytes of its row, which take a tenth of the
 * memory. Work during the load can be done in pieces, each a fraction of a millisecond for one metric. Users
 * start between two pieces, and their measurements count in this report or in the next.
 */
export class Recorder {
  readonly #metrics = new Map<string, MetricRecorder>();
  readonly #free: Tally[] = [];
  /** The numbers of open connections to each target. */
  readonly connections = new Gauges();
  /** The users that were due, that started and that waited. `session/arrivals.ts` counts them. */
  readonly users = new Users();
  readonly #answers = new Answers();
  readonly #sessions = new Gauge();
  readonly #sessionTimes = new Histogram();
  readonly #names: CountedNames;
  readonly #keepsUncompensated: boolean;
  readonly #notice: (message: string) => void;
  /**
   * For each second of planned starts, the last second in which one of its requests was sent. Absent for a
   * second whose requests were all sent in time.
   */
  readonly #sentUntil = new Map<number, number>();
  /** Rows of seconds that were closed since the last flush. Absent before the first flush. */
  #news: RowsWriter | undefined;
  #usersReported: UserTotal = { due: 0, started: 0 };

  /**
   * `notice` receives messages for people who read the results. `keepsUncompensated`: in addition to
   * latencies, times without the generator's own delay are kept.
   */
  constructor(notice: (message: string) => void = () => {}, keepsUncompensated = false) {
    this.#names = new CountedNames(notice);
    this.#notice = notice;
    this.#keepsUncompensated = keepsUncompensated;
  }

  /**
   * The recorder of a metric of a request step. It is the same object for the same names, so look it up once,
   * and not for each request. When there are too many metrics (limits.ts, `recording`), all further ones
   * share one recorder for each step.
   */
  metric(name: string, step: number): MetricRecorder {
    return this.#metric(name, step, true);
  }

  /**
   * The recorder of a metric for times that do not belong to requests, such as those of a stopwatch. Totals
   * leave them out. `step` is a number that no request step has.
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
    if (full)
      this.#notice(
        `a drive measures ${recording.metricsMax} metrics; requests of further metrics are counted together under '${recording.otherMetric}'; ` +
          'give several paths one name, such as `/item/.* -> item` in the metric of the request',
      );
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

  /**
   * Records the number of sessions at work in a second. Call it whenever the number changes. `second` must
   * not become smaller from call to call.
   */
  sessions(second: number, active: number): void {
    this.#sessions.seal(second);
    this.#sessions.set(active);
  }

  /** Records the time of a user from the planned start to the end of the scenario, in nanoseconds. */
  sessionTime(ns: number): void {
    this.#sessionTimes.record(ns / nsPerUs);
  }

  /**
   * Closes the counts of every second before this one. Call it once a second. A response that arrives later
   * opens its second again.
   */
  seal(beforeSecond: number): void {
    atOnce(this.sealing(beforeSecond));
  }

  /** Does the work of `seal` in pieces, so that users start between two pieces. */
  *sealing(beforeSecond: number): Pieces<void> {
    for (const metric of this.#metrics.values()) yield* metric.sealing(beforeSecond, this.#news);
    if (beforeSecond !== Infinity) this.connections.seal(beforeSecond);
  }

  /**
   * The measurements of all request metrics together since the previous call. They are small enough to be
   * sent each second.
   */
  live(): LiveSlice {
    return atOnce(this.reporting());
  }

  /** Does the work of `live` in pieces, so that users start between two pieces. */
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

  /** Closes all seconds and encodes them: one row for each metric and second. */
  rows(): Rows {
    return atOnce(this.#encoding());
  }

  *#encoding(): Pieces<Rows> {
    yield* this.sealing(Infinity);
    const writer = new RowsWriter();
    for (const metric of this.#metrics.values()) yield* metric.writing(writer);
    return writer.take();
  }

  /** The measurements of some seconds so far, encoded as in `rows`. */
  recent(seconds: Seconds): Recent {
    return atOnce(this.looking(seconds));
  }

  /** Does the work of `recent` in pieces, so that users start between two pieces. */
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

  /** Closes all seconds and encodes all measurements. */
  measured(): Measured {
    return atOnce(this.measuring());
  }

  /**
   * Does the work of `measured` in pieces. Users of another drive may still be at work on this event loop.
   */
  *measuring(): Pieces<Measured> {
    return this.#measured(yield* this.#encoding());
  }

  /**
   * Encodes all measurements, but only the rows of seconds that were closed since the last call. From the
   * first call on, rows are encoded when their second is closed.
   */
  flush(): Measured {
    return atOnce(this.flushing());
  }

  /** Does the work of `flush` in pieces. Between two pieces, no second may be closed. */
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

  /** The measurements in the form of a partial, which the merge needs. */
  partial(drive: Parameters<typeof partialOf>[0]): Partial {
    return partialOf(drive, this.measured());
  }
}

/**
 * The number of nanoseconds in a microsecond. Users may stay for longer than 60 s, the most that the
 * histogram layout holds in nanoseconds. In microseconds it holds 16 hours.
 */
export const nsPerUs = 1000;

type Seconds = { readonly from: number; readonly last: number };

/** Work that is done in pieces, so that users start between them. Each call of `next` does one piece. */
export type Pieces<Answer> = Generator<undefined, Answer>;

function atOnce<Answer>(pieces: Pieces<Answer>): Answer {
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
  }
}
