import type { Clock } from '../../clock.ts';
import type { Assignment, Plan } from '../../model/plan.ts';
import type { Live } from '../../progress/live.ts';
import type { LiveEvidence } from '../../progress/live-evidence.ts';
import type { DriveBackend, DriveEnvironment, Turn } from '../backend.ts';
import type { Meter } from '../meter.ts';
import type { DriveRun } from '../threads/drive-run.ts';
import type { Turns } from '../work-in-pieces.ts';
import { EvidenceReporter } from './evidence-reporter.ts';
import { LiveJudge } from './judge.ts';
import { evaluating } from './limits.ts';
import { type LiveLimits, liveLimits } from './live-limits.ts';

type Task = Pick<Assignment, 'phaseIndex' | 'shard' | 'segment'>;

/**
 * The part of a drive that judges limits during the load. Undefined when no limit of the phase is judged
 * then.
 */
export function liveEvaluationOf(
  plan: Plan,
  { phaseIndex, shard, segment }: Task,
  meter: Meter,
  turns: Turns,
  backend: DriveBackend,
  environment: DriveEnvironment,
): LiveEvaluation | undefined {
  const limits = liveLimits(plan, phaseIndex);
  return limits && new LiveEvaluation(limits, shard, segment.startMs, meter, turns, backend, environment);
}

/**
 * Judges limits during the load. Every drive adds its measurements to its reports. The drive of the first
 * shard reads the reports of all shards, judges them together, and reports when the phase has failed.
 */
export class LiveEvaluation {
  readonly #limits: LiveLimits;
  readonly #shard: number;
  readonly #startMs: number;
  readonly #meter: Meter;
  readonly #turns: Turns;
  readonly #backend: DriveBackend;
  readonly #environment: DriveEnvironment;
  readonly #judge: LiveJudge | undefined;
  #reporter: EvidenceReporter | undefined;
  #hasReported = false;
  #looks = 0;

  constructor(
    limits: LiveLimits,
    shard: number,
    startMs: number,
    meter: Meter,
    turns: Turns,
    backend: DriveBackend,
    environment: DriveEnvironment,
  ) {
    this.#limits = limits;
    this.#shard = shard;
    this.#startMs = startMs;
    this.#meter = meter;
    this.#turns = turns;
    this.#backend = backend;
    this.#environment = environment;
    this.#judge = shard === 0 ? new LiveJudge(limits) : undefined;
  }

  /** Starts to judge limits, at the beginning of the load. `t0` is epoch milliseconds. */
  begin(run: DriveRun, t0: number): void {
    const first = Math.floor(this.#startMs / 1000);
    this.#reporter = new EvidenceReporter(this.#limits, run, this.#meter, this.#turns, t0, first);
  }

  async report(second: number, ended: boolean): Promise<{ readonly early?: LiveEvidence }> {
    const early = await this.#reporter?.report(second, ended);
    return early === undefined ? {} : { early };
  }

  /**
   * If this drive judges the phase, reads the reports of the drives whose turn it is, and judges all reports
   * so far. Called after each report of this drive.
   */
  async look(own: Live): Promise<void> {
    const judge = this.#judge;
    if (judge === undefined || this.#hasReported) return;
    const { warn, clock } = this.#environment;
    try {
      const alone = this.#limits.shards === 1;
      for (const { shard, live } of alone
        ? [{ shard: this.#shard, live: own }]
        : await this.#backend.lives(this.#turn())) {
        const { early, ended, second } = live;
        if (early !== undefined) judge.hear(shard, early, ended ? second : undefined);
        // Pauses after each report, because judging a thousand reports takes a while and users are due
        // meanwhile.
        if (!alone) await turn(clock);
      }
      const reason = judge.broken();
      if (reason === undefined) return;
      await this.#backend.failed(reason);
      this.#hasReported = true;
    } catch (error) {
      warn('the limits (SLAs) could not be judged in this second', error);
    }
  }

  /**
   * Selects the drives whose reports are read in this second. A report also contains the seconds since the
   * previous read.
   */
  #turn(): Turn {
    const of = evaluationTurns(this.#limits.shards);
    this.#looks += 1;
    return { of, at: this.#looks % of };
  }
}

const turn = ({ soon }: Clock): Promise<void> => new Promise(soon);

/** The number of seconds in which the judging drive reads the reports of all shards one time. */
export const evaluationTurns = (shards: number): number =>
  Math.min(evaluating.evaluationTurnsMax, Math.ceil(shards / evaluating.evaluatedDrivesTurn));

/**
 * The most shards of a phase whose limits can be judged during the load. With more shards, the judging drive
 * would have to read too many reports a second, although it sends load as well.
 */
export const evaluatedShardsMax = evaluating.evaluationTurnsMax * evaluating.evaluatedDrivesTurn;
