import type { BurstStatus, PhaseStatus } from '../../lib/api.generated.ts';
import { dollars, latency, rate, roughly, span } from '../../lib/report/units.ts';
import type { Paint } from '../terminal/paint.ts';
import { type Column, table } from '../terminal/table.ts';
import { wrap } from '../terminal/wrap.ts';
import { stageOf } from './idle-stage.ts';
import { isAtWork, type Live, noticesOf, totalOf, visiblePhases } from './visible-phases.ts';

const columns: readonly Column[] = [
  { title: 'phase', align: 'left', widthMax: 28 },
  { title: 'progress', align: 'left', widthMin: 18, leaves: 0 },
  { title: 'users', align: 'right', widthMin: 12, leaves: 1 },
  { title: 'rate', align: 'right', widthMin: 7 },
  { title: 'in flight', align: 'right', leaves: 3 },
  { title: 'sessions', align: 'right', leaves: 5 },
  { title: 'p50', align: 'right', widthMin: 6, leaves: 2 },
  { title: 'p99', align: 'right', widthMin: 6 },
  { title: 'late p99', align: 'right', leaves: 6 },
  { title: 'requests', align: 'right', leaves: 4 },
  { title: 'failed', align: 'right' },
];

export type Look = {
  /** The present time in epoch milliseconds. */
  readonly now: number;
  /**
   * The time at which the command began to watch the burst. It is used as the start time while the burst has
   * not started.
   */
  readonly since: number;
  /** The characters of a line and the lines of the terminal. Absent: no limit. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};

/** The table of a burst: a headline, a row for each phase, and a sum when several phases are active. */
export function progressTable(status: BurstStatus, look: Look, paint: Paint): string[] {
  const { now, width, height = Number.POSITIVE_INFINITY } = look;
  const head = headline(status, look, paint);
  if (status.phases.length === 0) return [head];
  const notices = noticesOf(status.phases).flatMap((notice) =>
    wrap(`${paint.yellow('! warning')} ${notice}`, width, 2),
  );
  // Six lines are not for phases: the headline, an empty line, the titles, the sum, the line about hidden
  // phases, and the line of the cursor.
  const { visible, rest } = visiblePhases(status.phases, height - 6 - notices.length);
  const rows = visible.map((phase) => phaseRow(phase, now, paint));
  const total = totalOf(status.phases);
  if (total !== undefined) rows.push(totalRow(total, status.phases, paint));
  return [
    head,
    '',
    ...table(columns, rows, { width, heading: paint.dim, indent: 2 }),
    ...(rest === undefined ? [] : [paint.dim(`  ${rest}`)]),
    ...notices,
  ];
}

function headline(status: BurstStatus, { now, since }: Look, paint: Paint): string {
  const stage = stageOf(status, now);
  const elapsed = wholeSeconds((status.endedAt ?? now) - (status.startedAt ?? since));
  const words = stage === undefined ? '' : `: ${stage.words}`;
  return `${paint.bold(status.benchmark)}  ${status.state} ${elapsed}${words}${costOf(status)}  ${paint.dim(`burst ${status.id}`)}`;
}

/** The cost of the burst so far, if AWS charges for the deployment. */
function costOf({ cost }: BurstStatus): string {
  if (cost?.charged !== true) return '';
  return `, ${dollars(cost.dollars)}${cost.estimate === undefined ? '' : ` of about ${dollars(cost.estimate)}`}`;
}

function phaseRow(phase: PhaseStatus, now: number, paint: Paint): string[] {
  const live = isAtWork(phase) ? phase.live : undefined;
  return [phase.name, progressOf(phase, now, paint), ...numbers(live, phase.totals, paint)];
}

function totalRow(total: Live, phases: readonly PhaseStatus[], paint: Paint): string[] {
  const sum = (name: 'requests' | 'failed'): number =>
    phases.reduce((all, { totals }) => all + totals[name], 0);
  const totals = { requests: sum('requests'), failed: sum('failed') };
  return [paint.bold('total'), '', ...numbers(total, totals, paint)];
}

/** The columns to the right of the progress. */
function numbers(
  live: Live | undefined,
  { requests, failed }: Pick<PhaseStatus['totals'], 'requests' | 'failed'>,
  paint: Paint,
): string[] {
  const of = (text: (live: Live) => string): string => (live === undefined ? '' : text(live));
  const none = requests === 0;
  return [
    of((now) => users(now, paint)),
    of(({ requestsPerSec }) => rate(requestsPerSec)),
    of(({ inFlight }) => roughly(inFlight)),
    of(({ sessions }) => roughly(sessions)),
    of(({ latencyP50Ns }) => (latencyP50Ns === undefined ? '' : latency(latencyP50Ns))),
    of(({ latencyP99Ns }) => (latencyP99Ns === undefined ? '' : latency(latencyP99Ns))),
    of(({ latenessP99Ns }) => (latenessP99Ns === undefined ? '' : latency(latenessP99Ns))),
    none ? '' : roughly(requests),
    none ? '' : failed === 0 ? paint.dim('0') : paint.red(roughly(failed)),
  ];
}

/** The rates of the users who started and of the users who were due. */
function users({ usersStartedPerSec, usersDuePerSec }: Live, paint: Paint): string {
  const text = `${roughly(usersStartedPerSec)} of ${rate(usersDuePerSec)}`;
  return usersStartedPerSec < usersDuePerSec * keepingUp ? paint.yellow(text) : text;
}

/**
 * The smallest share of due users that must have started so that the load counts as on time. Less than 1
 * suffices, because a report and the starts may belong to slightly different seconds.
 */
const keepingUp = 0.9;

/**
 * A bar that fills while users start, with the time left. Other phases have their state instead of the bar.
 */
function progressOf(phase: PhaseStatus, now: number, paint: Paint): string {
  const { durationMs, startsAt = now } = phase;
  const lasting = durationMs === undefined ? '' : ` ${span(durationMs)}`;
  if (phase.failed) return paint.red('✗ failed');
  switch (phase.status) {
    case 'NOT_STARTED':
      return paint.dim(`· waiting${lasting}`);
    case 'SCHEDULED':
      return paint.cyan('· starting') + lasting;
    case 'RUNNING': {
      const sinceMs = Math.max(0, now - startsAt);
      if (durationMs === undefined) return `${paint.cyan('▶ running')} ${wholeSeconds(sinceMs)}`;
      const leftMs = Math.max(0, durationMs - sinceMs);
      return `${bar(durationMs === 0 ? 1 : 1 - leftMs / durationMs, paint)} ${span(Math.ceil(leftMs / 1000) * 1000)} left`;
    }
    case 'FINISHED':
      return `${bar(1, paint)} ${paint.cyan('last users')}`;
    case 'TERMINATED':
      return paint.green('✓ done') + lasting;
    case 'CANCELLED':
      return paint.yellow('– cancelled');
  }
}

function bar(filled: number, paint: Paint): string {
  const cells = Math.floor(filled * barWidth);
  return paint.cyan('━'.repeat(cells)) + paint.dim('─'.repeat(barWidth - cells));
}

const barWidth = 8;

/** Rounds to whole seconds, so that the clock changes once a second. */
function wholeSeconds(ms: number): string {
  return ms < 1000 ? '0s' : span(Math.floor(ms / 1000) * 1000);
}
