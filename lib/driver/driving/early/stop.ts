import type { Clock } from '../../clock.ts';
import type { Assignment, Plan } from '../../model/plan.ts';
import type { EarlyReport } from '../../progress/early-report.ts';
import type { Live } from '../../progress/live.ts';
import type { DriveBackend, DriveEnvironment, Turn } from '../backend.ts';
import type { Meter } from '../meter.ts';
import type { DriveRun } from '../threads/drive-run.ts';
import { EarlyJudge } from './judge.ts';
import { type EarlyLimits, earlyLimits } from './judged-limits.ts';
import { liveEvaluation } from './limits.ts';
import { EarlyReporter } from './report.ts';

type Task = Pick<Assignment, 'phaseIndex' | 'shard' | 'segment'>;

/** The part of a drive that judges limits while the load goes on; undefined when nothing is to be judged. */
export function earlyStop(
  plan: Plan,
  { phaseIndex, shard, segment }: Task,
  meter: Meter,
  backend: DriveBackend,
  environment: DriveEnvironment,
): EarlyStop | undefined {
  const limits = earlyLimits(plan, phaseIndex);
  return limits && new EarlyStop(limits, shard, segment.startMs, meter, backend, environment);
}

/**
 * Every drive adds what it measured to its live reports. The first shard reads those of the others, judges
 * all of them together, and says when the phase has failed.
 */
export class EarlyStop {
  readonly #limits: EarlyLimits;
  readonly #shard: number;
  readonly #startMs: number;
  readonly #meter: Meter;
  readonly #backend: DriveBackend;
  readonly #environment: DriveEnvironment;
  readonly #judge: EarlyJudge | undefined;
  #reporter: EarlyReporter | undefined;
  #told = false;
  #looks = 0;

  constructor(
    limits: EarlyLimits,
    shard: number,
    startMs: number,
    meter: Meter,
    backend: DriveBackend,
    environment: DriveEnvironment,
  ) {
    this.#limits = limits;
    this.#shard = shard;
    this.#startMs = startMs;
    this.#meter = meter;
    this.#backend = backend;
    this.#environment = environment;
    this.#judge = shard === 0 ? new EarlyJudge(limits) : undefined;
  }

  /** `t0`: epoch milliseconds. */
  begin(run: DriveRun, t0: number): void {
    const first = Math.floor(this.#startMs / 1000);
    this.#reporter = new EarlyReporter(this.#limits, run, this.#meter, t0, first);
  }

  async report(second: number, ended: boolean): Promise<{ readonly early?: EarlyReport }> {
    const early = await this.#reporter?.report(second, ended);
    return early === undefined ? {} : { early };
  }

  /** After each report of this drive. */
  async look(own: Live): Promise<void> {
    const judge = this.#judge;
    if (judge === undefined || this.#told) return;
    const { warn, clock } = this.#environment;
    try {
      const alone = this.#limits.shards === 1;
      for (const { shard, live } of alone
        ? [{ shard: this.#shard, live: own }]
        : await this.#backend.lives(this.#turn())) {
        const { early, ended, second } = live;
        if (early !== undefined) judge.hear(shard, early, ended ? second : undefined);
        // A thousand of them take a while, and users are due meanwhile.
        if (!alone) await turn(clock);
      }
      const reason = judge.broken();
      if (reason === undefined) return;
      await this.#backend.failed(reason);
      this.#told = true;
    } catch (error) {
      warn('limits could not be judged this second', error);
    }
  }

  /** Of many drives a part each second; their reports hold the seconds in between. */
  #turn(): Turn {
    const of = earlyTurns(this.#limits.shards);
    this.#looks += 1;
    return { of, at: this.#looks % of };
  }
}

const turn = ({ soon }: Clock): Promise<void> => new Promise(soon);

/**
 * In how many turns, one a second, who judges a phase while its load goes on reads the reports of so many
 * shards.
 */
export const earlyTurns = (shards: number): number =>
  Math.min(liveEvaluation.earlyTurnsMax, Math.ceil(shards / liveEvaluation.earlyDrivesTurn));

/**
 * With more shards, more reports are read in a second than are meant to be: who judges sends load as well.
 */
export const earlyShardsMax = liveEvaluation.earlyTurnsMax * liveEvaluation.earlyDrivesTurn;
