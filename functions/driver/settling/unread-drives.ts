import type { DriveId } from '../../../lib/driver/planning/sharding/merge-groups.ts';
import type { BestEffortSink } from '../../../lib/driver/run/merge-drives.ts';
import { numbered } from '../../../lib/words.ts';
import { log, type Subject } from '../../log.ts';
import { reading } from './limits.ts';

/**
 * Records the drives that the state Settle could not read in its best-effort mode, and limits the time for
 * reading.
 */
export class BestEffort implements BestEffortSink {
  readonly #burst: string;
  readonly #now: () => number;
  readonly #until: number;
  readonly #unread = new Set<string>();

  /** `now` and `until` are in epoch milliseconds. Reading stops at `until`. */
  constructor(burst: string, now: () => number, until = now() + reading.bestEffortMsMax) {
    this.#burst = burst;
    this.#now = now;
    this.#until = until;
  }

  get isLate(): boolean {
    return this.#now() > this.#until;
  }

  unread(drives: readonly DriveId[], error: unknown): void {
    for (const { shard, segment } of drives) this.#unread.add(`${shard}/${segment}`);
    const [first] = drives;
    const subject: Subject = {
      burst: this.#burst,
      ...(first && { shard: first.shard, segment: first.segment }),
    };
    log.warn(
      `the measurements of ${numbered(drives.length, 'load generator')} could not be merged; the first of these load generators is in this line`,
      subject,
      error,
    );
  }

  /** The problems as sentences for the readers of the run. */
  get notices(): readonly string[] {
    const { size } = this.#unread;
    return [
      'the measurements of this phase could only be added up, so the run has totals but no numbers of each shard',
      ...(size === 0
        ? []
        : [
            `the measurements of ${numbered(size, 'load generator')} could not be read, so the run does not contain these measurements`,
          ]),
    ];
  }
}
