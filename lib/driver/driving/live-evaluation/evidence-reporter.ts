import type { EvidenceSecond, LiveEvidence } from '../../progress/live-evidence.ts';
import { impactSeconds } from '../../statistics/health/health.ts';
import {
  machineSeconds,
  mergeMachine,
  nothingSeen,
  type Readings,
} from '../../statistics/health/machine-seconds.ts';
import { unhealthySeconds, untrustedSeconds } from '../../statistics/health/unhealthy.ts';
import type { Row } from '../../statistics/partial.ts';
import type { Pieces } from '../../statistics/recording/recorder.ts';
import { mergeRows } from '../../statistics/statistics.ts';
import { Tally } from '../../statistics/tally.ts';
import { RowCursor } from '../../statistics/wire/row-cursor.ts';
import type { Meter } from '../meter.ts';
import type { DriveRun, RunRecent } from '../threads/drive-run.ts';
import type { Turns } from '../work-in-pieces.ts';
import { evaluating } from './limits.ts';
import type { LiveLimits } from './live-limits.ts';

/**
 * Makes the reports of one drive from which one drive of the phase (the judging drive) judges the limits
 * during the load.
 */
export class EvidenceReporter {
  readonly #limits: LiveLimits;
  readonly #run: Pick<DriveRun, 'recent'>;
  readonly #meter: Pick<Meter, 'read'>;
  readonly #turns: Turns;
  readonly #t0: number;
  #seconds: readonly EvidenceSecond[] = [];
  #next: number;

  /** `t0` is epoch milliseconds. `first` is the first second of this drive, counted from T0. */
  constructor(
    limits: LiveLimits,
    run: Pick<DriveRun, 'recent'>,
    meter: Pick<Meter, 'read'>,
    turns: Turns,
    t0: number,
    first: number,
  ) {
    this.#limits = limits;
    this.#run = run;
    this.#meter = meter;
    this.#turns = turns;
    this.#t0 = t0;
    this.#next = first;
  }

  /**
   * Makes a report with the seconds whose measurements are final. `second` is the latest second that is over.
   * `ended`: no second follows, and the measurements of all seconds are final.
   */
  async report(second: number, ended: boolean): Promise<LiveEvidence> {
    const { windowSeconds, settledSeconds } = this.#limits;
    const last = ended ? second : second - settledSeconds;
    // Skips seconds that are older than a report can have.
    const from =
      windowSeconds === 0 ? last + 1 : Math.max(this.#next, last - evaluating.evidenceSecondsMax + 1);
    const sinceMs = this.#t0 + from * 1000;
    const recent = await this.#run.recent({ from, last, sinceMs });
    // An item of the table has space for this number of metrics. With more, limits with a window are judged
    // only at the end of the phase.
    const metrics = new Set(recent.totals.map(({ metric, step }) => `${step} ${metric}`));
    if (last >= from && metrics.size <= evaluating.evaluatedMetricsMax) {
      const readings = [this.#meter.read(sinceMs), ...recent.loops];
      const settled = await this.#turns.do(() => this.#settling(recent, readings, from, last));
      this.#seconds = [...this.#seconds, ...settled].slice(-evaluating.evidenceSecondsMax);
      this.#next = last + 1;
    }
    return { totals: recent.totals, seconds: this.#seconds };
  }

  *#settling(
    { rows, sentUntil, users }: RunRecent,
    readings: readonly Pick<Readings, 'stalls' | 'loop'>[],
    from: number,
    last: number,
  ): Pieces<readonly EvidenceSecond[]> {
    const seen = readings.flatMap((each) => machineSeconds({ ...nothingSeen, ...each }, this.#t0));
    const machine = mergeMachine(seen.filter(({ second }) => second >= from));
    const waits = new Map(users.map(([second, , , , waitNs]) => [second, waitNs]));
    const impact = impactSeconds(rows, (second) => waits.get(second));
    const untrusted = untrustedSeconds(unhealthySeconds(impact, machine), sentUntil);
    yield;
    const judged: Row[] = [];
    // The rows of several event loops become one row in the report.
    for (const row = new RowCursor(readings.length > 1 ? mergeRows(rows) : rows); row.next(); ) {
      if (!this.#hasLimit(row)) continue;
      judged.push(judgedPart(row));
      yield;
    }
    return Array.from({ length: last + 1 - from }, (_, index) => {
      const second = from + index;
      const cause = untrusted.get(second)?.cause;
      const own = judged.filter((row) => row.second === second);
      return { second, ...(cause === undefined ? {} : { cause }), rows: own };
    });
  }

  #hasLimit({ metric, step }: Pick<Row, 'metric' | 'step'>): boolean {
    const { steps, custom } = this.#limits;
    const own = steps.find((each) => each.step === step);
    const slas = own?.slas ?? custom.find((each) => each.metric === metric)?.slas ?? [];
    return slas.length > 0;
  }
}

/** The parts of a row from which the judging drive judges the limits: the counts and the response times. */
function judgedPart(row: RowCursor): Row {
  const tally = new Tally();
  row.addTo(tally);
  const { counters, latency, uncompensated, unanswered } = tally.encode(neededTimes);
  return {
    metric: row.metric,
    step: row.step,
    second: row.second,
    counters,
    ...(latency === undefined ? {} : { latency }),
    ...(uncompensated === undefined ? {} : { uncompensated }),
    ...(unanswered === undefined ? {} : { unanswered }),
  };
}

const neededTimes = ['latency', 'uncompensated', 'unanswered'] as const;
