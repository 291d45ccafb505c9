import type { Assignment } from '../model/plan.ts';
import type { Flush } from '../progress/flush.ts';
import { machineSeconds, mergeMachine, nothingSeen } from '../statistics/health/machine-seconds.ts';
import type { Rows } from '../statistics/partial.ts';
import { joinRows } from '../statistics/wire/rows.ts';
import { driving } from './limits.ts';
import type { Meter } from './meter.ts';
import type { DriveRun } from './threads/drive-run.ts';

type Backend = { flush(number: number, flush: Flush): Promise<void> };
type Environment = { readonly lease: string; warn(message: string, error: unknown): void };

/**
 * Stores the measurements of a drive every few seconds (flushes), so that a lost drive loses little. The
 * drive does not wait for the store.
 */
export class Flushing {
  readonly #task: Pick<Assignment, 'phase' | 'shard' | 'segment'>;
  readonly #meter: Pick<Meter, 'read'>;
  readonly #backend: Backend;
  readonly #environment: Environment;
  readonly #seen: (rows: Rows) => Promise<void>;
  #load:
    | { readonly run: DriveRun; readonly t0: number; readonly announcedT0: number; readonly skewMs: number }
    | undefined;
  /** Rows that no flush has stored yet, for example after a failed flush. */
  #rows: Rows[] = [];
  #number = 0;
  #untilS: number;
  #sending: Promise<void> | undefined;

  /** `seen` is called with the rows of each flush. */
  constructor(
    assignment: Assignment,
    meter: Pick<Meter, 'read'>,
    backend: Backend,
    environment: Environment,
    seen: (rows: Rows) => Promise<void>,
  ) {
    this.#task = assignment;
    this.#meter = meter;
    this.#backend = backend;
    this.#environment = environment;
    this.#seen = seen;
    this.#untilS = Math.floor(assignment.segment.startMs / 1000);
  }

  /**
   * Starts the regular flushes. `t0` is epoch milliseconds by the clock of this machine, `announcedT0` the
   * same instant in true time.
   */
  begin(run: DriveRun, t0: number, announcedT0: number, skewMs: number): void {
    this.#load = { run, t0, announcedT0, skewMs };
  }

  /**
   * Called each second, when the counts of all seconds before `second` are final. Starts a flush when one is
   * due.
   */
  beat(second: number): void {
    if (this.#sending !== undefined || second - this.#untilS < driving.flushSeconds) return;
    this.#sending = this.#flush(second)
      .catch((error: unknown) =>
        this.#environment.warn('the measurements of this load generator could not be stored', error),
      )
      .finally(() => {
        this.#sending = undefined;
      });
  }

  /** Resolves when the running flush, if any, has ended. */
  async over(): Promise<void> {
    await this.#sending;
  }

  async #flush(untilS: number): Promise<void> {
    const load = this.#load;
    if (load === undefined) return;
    const { run, t0, announcedT0, skewMs } = load;
    const { phase, shard, segment } = this.#task;
    const sinceMs = t0 + this.#untilS * 1000;
    const { rows, loops, lost: _, ...measured } = await run.flush(sinceMs);
    this.#rows.push(rows);
    await this.#seen(rows);
    const readings = [this.#meter.read(sinceMs), ...loops.map((loop) => ({ ...nothingSeen, ...loop }))];
    await this.#backend.flush(this.#number, {
      version: 1,
      phase: phase.name,
      shard,
      segment: segment.index,
      lease: this.#environment.lease,
      ...measured,
      rows: joinRows(this.#rows),
      machine: mergeMachine(readings.flatMap((each) => machineSeconds(each, t0))),
      untilS,
      startedAt: announcedT0 + segment.startMs,
      skewMs,
      notices: run.notices,
    });
    this.#rows = [];
    this.#number += 1;
    this.#untilS = untilS;
  }
}
