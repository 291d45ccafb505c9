import type { Plan } from '../model/plan.ts';
import { phasePlanAt } from '../planning/find-phase-plan.ts';
import { assignmentOf } from '../planning/sharding/assignment.ts';
import { usersDue, usersPlanned } from '../planning/sharding/users-planned.ts';
import type { Flush } from '../progress/flush.ts';
import type { LiveTotals } from '../progress/live.ts';
import { mergeMachine, socketSeconds } from '../statistics/health/machine-seconds.ts';
import type { Partial, Rows } from '../statistics/partial.ts';
import { partialOf } from '../statistics/recording/join-measured.ts';
import type { UserSecond } from '../statistics/users.ts';
import { RowCursor } from '../statistics/wire/row-cursor.ts';
import { joinRows, noRows } from '../statistics/wire/rows.ts';

/**
 * The known measurements of a drive that took its lease and never stored a partial. They are its flushes
 * (regular reports), and the later requests in its last live report. Users that it should have started after
 * its flushes count as planned.
 *
 * @param flushes in their order. Flushes with another lease do not count.
 * @returns undefined when nothing is known.
 */
export function lostPartial(
  plan: Plan,
  place: { readonly phase: number; readonly shard: number; readonly segment: number },
  lease: string,
  flushes: readonly Flush[],
  reported: LiveTotals | undefined,
): Partial | undefined {
  const own = flushes.filter((flush) => flush.lease === lease);
  const last = own.at(-1);
  if (last === undefined && (reported === undefined || reported.requests === 0)) return undefined;
  const assignment = assignmentOf(plan, place.phase, place.shard, place.segment);
  const planned = usersPlanned(assignment);
  const beginS = Math.floor(assignment.segment.startMs / 1000);
  const untilS = last?.untilS ?? beginS;
  const rows = joinRows(own.map((flush) => flush.rows));
  const before = (users: Flush['users'] = []) => users.filter(([second]) => second < untilS);
  const users = [...before(last?.users), ...planned.filter(([second]) => second >= untilS)];
  const throttled = before(last?.users).reduce((sum, [, , , each]) => sum + each, 0);
  const machine = mergeMachine([
    ...own.flatMap((flush) => flush.machine ?? []),
    ...socketSeconds(last?.connections ?? {}),
  ]);
  const startedAt = last?.startedAt ?? 0;
  const endedAt = startedAt + (untilS - beginS) * 1000;
  const unreported = Math.max(0, (reported?.requests ?? 0) - sentIn(rows, plan, place.phase));
  const known = last ?? nothing(assignment, lease);
  const { untilS: _, startedAt: __, machine: ___, skewMs = 0, notices = [], ...rest } = known;
  return partialOf(
    {
      ...rest,
      machine,
      outcome: {
        result: 'lost',
        planned: usersDue(planned),
        started: startedBefore(untilS, last?.users),
        throttled,
        sessionLimitExceeded: throttled > 0,
        errors: [],
        notices,
        skewMs,
        startedAt,
        finishedAt: endedAt,
        terminatedAt: endedAt,
        stallNsMax: machine.reduce((most, { stallNs = 0 }) => Math.max(most, stallNs), 0),
        // The CPU time is the sum over the seconds, because a lost drive has reported no total.
        cpuUs: machine.reduce((sum, { cpuPermille = 0 }) => sum + cpuPermille * 1000, 0),
        lost: { measuredS: untilS - beginS, unreported },
      },
    },
    { ...rest, rows, users },
  );
}

/**
 * The number of due users that had started when the flush was made. Users start in the order in which they
 * are due. So this is the number of starts, but at most the number of users who were due before `untilS`. In
 * a closed phase, a user is due at the instant at which it starts.
 */
function startedBefore(untilS: number, users: Flush['users'] = []): number {
  const [early, all] = [users.filter(([second]) => second < untilS), users];
  const sum = (rows: readonly UserSecond[], of: 1 | 2): number =>
    rows.reduce((total, row) => total + row[of], 0);
  return Math.max(sum(early, 2), Math.min(sum(early, 1), sum(all, 2)));
}

/**
 * The number of requests that were sent. Metrics of stopwatches and headers are left out, as in live reports.
 */
function sentIn(rows: Rows, plan: Plan, phase: number): number {
  const steps = new Set(phasePlanAt(plan, phase).requests.map(({ step }) => step));
  let sent = 0;
  for (const row = new RowCursor(rows); row.next(); )
    if (steps.has(row.step)) sent += row.counter('requests');
  return sent;
}

const nothing = (
  { phase, shard, segment }: ReturnType<typeof assignmentOf>,
  lease: string,
): Omit<Flush, 'skewMs' | 'notices'> & Pick<globalThis.Partial<Flush>, 'skewMs' | 'notices'> => ({
  version: 1,
  phase: phase.name,
  shard,
  segment: segment.index,
  lease,
  rows: noRows,
  sessions: [],
  untilS: 0,
  startedAt: 0,
});
