import type { ExtensionName } from '../../model/metric-extension.ts';
import type { Rows } from '../partial.ts';
import type { Answers } from '../responses-per-second.ts';
import { addCounts, noCounts, Tally } from '../tally.ts';
import { addRows } from '../wire/row-cursor.ts';
import { noRows, RowsWriter } from '../wire/rows.ts';
import type { CountedNames } from './bounded-names.ts';
import type { Recent } from './join-measured.ts';
import { recording } from './limits.ts';
import { LiveCounts } from './live-slice.ts';

/** Records the measurements of one metric of one request step, by second. */
export class MetricRecorder {
  readonly metric: string;
  readonly step: number;
  /** False for a metric of a stopwatch or a header, which measures no requests. */
  readonly ofRequests: boolean;
  /** True when each response also has an uncompensated time (without the generator's own delay). */
  readonly keepsUncompensated: boolean;
  readonly #free: Tally[];
  readonly #names: CountedNames;
  readonly #answers: Answers;
  readonly #sentUntil: Map<number, number>;
  readonly #open = new Map<number, Tally>();
  readonly #sealed = new Map<number, Tally>();
  /** Old seconds, each as one encoded row. Responses that arrive so late are rare. */
  readonly #packed = new Map<number, Rows>();
  readonly #sealedCounts = noCounts();
  /** Counts of seconds that were closed (sealed) since the last live slice. */
  readonly #news: LiveCounts;
  /** The counts of the current seconds that the last live slice already contained. */
  readonly #reported: LiveCounts;
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
    this.#news = new LiveCounts(keepsUncompensated);
    this.#reported = new LiveCounts(keepsUncompensated);
  }

  /** Counts a response to a request by the time of its arrival. `endedNs` is nanoseconds since T0. */
  answered(endedNs: number): void {
    this.#answers.add(endedNs);
  }

  /**
   * The counts for requests whose planned start is in this second since T0. The object is valid until the
   * next `seal`, so get it again when the response arrives.
   */
  at(second: number): Tally {
    return second === this.#lastSecond ? this.#last : this.#turnTo(second);
  }

  /** Records that a request which was planned for one second was sent in a later second. */
  sentLater(second: number, sentSecond: number): void {
    if (sentSecond > (this.#sentUntil.get(second) ?? second)) this.#sentUntil.set(second, sentSecond);
  }

  /**
   * Adds an amount to the count of a name. When there are too many names, all further names share one count.
   */
  count(second: number, extension: ExtensionName, name: string, amount: number): void {
    this.at(second).extensions.add(extension, this.#names.admit(extension.key, name), amount);
  }

  /**
   * Records one time as a response, and with `request` also as a request. `uncompensatedNs` is the time
   * without the generator's own delay.
   */
  time(second: number, ns: number, request: boolean, uncompensatedNs = ns): void {
    const tally = this.at(second);
    if (request) tally.counters.requests += 1;
    tally.counters.responses += 1;
    tally.recordLatency(ns);
    if (this.keepsUncompensated) tally.recordUncompensated(uncompensatedNs);
  }

  /**
   * Closes (seals) the counts of every second before `beforeSecond`, and packs old seconds into bytes. `news`
   * receives the rows of the closed seconds.
   */
  *sealing(beforeSecond: number, news?: RowsWriter): Generator<undefined, void> {
    for (const [second, tally] of this.#open) {
      if (second >= beforeSecond) continue;
      if (news !== undefined && !tally.empty) this.#write(second, tally, news);
      this.#close(second, tally);
      yield;
    }
    for (const [second, tally] of this.#sealed) {
      if (second >= beforeSecond - recording.unpackedSeconds) continue;
      this.#pack(second, tally);
      yield;
    }
  }

  /** Adds to a live slice the counts since the previous call. */
  addNewsTo(slice: LiveCounts): void {
    slice.add(this.#news);
    for (const tally of this.#open.values()) slice.addTally(tally);
    slice.subtract(this.#reported);
    this.#news.clear();
    this.#reported.clear();
    for (const tally of this.#open.values()) this.#reported.addTally(tally);
  }

  /** The counts of all requests of this metric so far. */
  total(): Recent['totals'][number] {
    const counters = { ...this.#sealedCounts };
    for (const tally of this.#open.values()) addCounts(counters, tally.counters);
    return { metric: this.metric, step: this.step, counters };
  }

  /** Writes the rows of all closed seconds. */
  *writing(writer: RowsWriter): Generator<undefined, void> {
    const seconds = new Set([...this.#packed.keys(), ...this.#sealed.keys()]);
    const tally = new Tally();
    for (const second of [...seconds].sort((one, other) => one - other)) {
      this.#addSealed(second, tally);
      this.#write(second, tally, writer);
      tally.clear();
      yield;
    }
  }

  /** Writes the row of one second, closed or not. Writes nothing if the second has no measurements. */
  writeSecond(second: number, writer: RowsWriter): void {
    const tally = new Tally();
    this.#addSealed(second, tally);
    const open = this.#open.get(second);
    if (open !== undefined) tally.add(open);
    if (!tally.empty) this.#write(second, tally, writer);
  }

  #write(second: number, tally: Tally, writer: RowsWriter): void {
    writer.add({ metric: this.metric, step: this.step, second }, tally);
  }

  #addSealed(second: number, tally: Tally): void {
    addRows(this.#packed.get(second) ?? noRows, tally);
    const sealed = this.#sealed.get(second);
    if (sealed !== undefined) tally.add(sealed);
  }

  #pack(second: number, tally: Tally): void {
    addRows(this.#packed.get(second) ?? noRows, tally);
    this.#write(second, tally, packer);
    this.#packed.set(second, packer.take());
    this.#sealed.delete(second);
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
      addCounts(this.#sealedCounts, tally.counters);
      if (this.ofRequests) this.#news.addTally(tally);
    }
    tally.clear();
    this.#open.delete(second);
    this.#free.push(tally);
    if (second === this.#lastSecond) this.#lastSecond = -1;
  }
}

/** A writer that encodes one row at a time. All recorders use it. */
const packer = new RowsWriter();
