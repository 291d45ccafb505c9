import { realClock } from '../../../functions/driver/clock/real-clock.ts';
import type { Assignment } from '../../../lib/driver/model/plan.ts';
import { assignmentOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { openShardRun, type ShardOutcome, type ShardRun } from '../../../lib/driver/session/shard-run.ts';
import type { Counters } from '../../../lib/driver/statistics/partial.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { RowCursor } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { planned } from '../planning/planned.ts';

/** The assignment of the only drive of a document with one phase. */
export function assignmentFrom(document: unknown): Assignment {
  return assignmentOf(planned(JSON.stringify(document), { seed: 7, segmentMsMax: 600_000 }), 0, 0, 0);
}

export type Drive = {
  readonly outcome: ShardOutcome;
  readonly counters: Counters;
  /** All values that were recorded. */
  readonly all: Tally;
  readonly shardRun: ShardRun;
};

/** Runs the load of a document over real sockets. */
export async function drive(document: unknown): Promise<Drive> {
  const shardRun = await openShardRun(assignmentFrom(document), { clock: realClock });
  try {
    return summary(await shardRun.run(realClock.nowNs()), shardRun);
  } finally {
    await shardRun.close();
  }
}

export function summary(outcome: ShardOutcome, shardRun: ShardRun): Drive {
  const all = new Tally();
  for (const row = new RowCursor(shardRun.recorder.rows()); row.next(); ) row.addTo(all);
  return { outcome, all, counters: all.counters, shardRun };
}
