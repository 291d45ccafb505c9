import type { BurstStatus, PhaseStatus } from '../../lib/api.generated.ts';
import { type Column, table } from '../terminal/table.ts';
import type { Paint } from '../terminal/terminal.ts';
import { exactly, latency, rate, roughly, span } from '../terminal/units.ts';
import { wrap } from '../terminal/wrap.ts';

const columns: readonly Column[] = [
  { title: 'phase', align: 'left', widthMax: 28 },
  { title: 'state', align: 'left', widthMin: 11 },
  { title: 'time', align: 'left', widthMin: 18 },
  { title: 'requests', align: 'right' },
  { title: 'rate', align: 'right', widthMin: 7 },
  { title: 'in flight', align: 'right', leaves: 2 },
  { title: 'sessions', align: 'right', leaves: 3 },
  { title: 'p99', align: 'right', widthMin: 6 },
  { title: 'late p99', align: 'right', leaves: 4 },
  { title: 'failed', align: 'right' },
];

/** A burst at one glance: a headline, then one row a phase. `now` in epoch milliseconds. */
export function progressTable(status: BurstStatus, now: number, paint: Paint, width?: number): string[] {
  if (status.phases.length === 0) return [headline(status, now, paint)];
  const rows = status.phases.map((phase) => progressRow(phase, now, paint));
  return [
    headline(status, now, paint),
    '',
    ...table(columns, rows, { width, heading: paint.dim, indent: 2 }),
    ...noticesOf(status.phases).flatMap((notice) => wrap(`${paint.yellow('! warning')} ${notice}`, width, 2)),
  ];
}

/** The notices of all phases, each sentence once. */
export function noticesOf(phases: readonly PhaseStatus[]): readonly string[] {
  return [...new Set(phases.flatMap(({ notices }) => notices ?? []))];
}

/** One phase and second on a line of its own, for logs; undefined when this phase has nothing new to say. */
export function progressLine(phase: PhaseStatus, nameWidth: number): string | undefined {
  const live = phase.live;
  if (live === undefined) return undefined;
  return [
    phase.name.padEnd(nameWidth),
    `${live.second + 1}s`.padStart(5),
    rate(live.requestsPerSec).padStart(9),
    `in flight ${roughly(live.inFlight)}`.padEnd(15),
    `sessions ${roughly(live.sessions)}`.padEnd(14),
    `p99 ${latency(live.latencyP99Ns)}`.padEnd(11),
    `late p99 ${latency(live.latenessP99Ns)}`.padEnd(16),
    `failed ${rate(live.failedPerSec)}`,
  ].join('  ');
}

/** Words for what happened to a phase between two looks, for logs. */
export function phaseNews(before: PhaseStatus | undefined, phase: PhaseStatus): string | undefined {
  if (before?.status === phase.status && before.failed === phase.failed) return undefined;
  if (phase.failed && before?.failed !== true) return `failed: ${phase.failure ?? 'no reason given'}`;
  if (phase.status === 'RUNNING')
    return `started${phase.durationMs === undefined ? '' : ` for ${span(phase.durationMs)}`}`;
  if (phase.status === 'TERMINATED') return `ended: ${exactly(phase.totals.requests)} requests`;
  if (phase.status === 'CANCELLED') return 'cancelled';
  return undefined;
}

function headline(status: BurstStatus, now: number, paint: Paint): string {
  const elapsed =
    status.startedAt === undefined ? '' : ` ${wholeSeconds((status.endedAt ?? now) - status.startedAt)}`;
  return `${paint.bold(status.benchmark)}  ${status.state}${elapsed}  ${paint.dim(`burst ${status.id}`)}`;
}

function progressRow(phase: PhaseStatus, now: number, paint: Paint): string[] {
  const live = phase.status === 'RUNNING' || phase.status === 'FINISHED' ? phase.live : undefined;
  return [
    phase.name,
    stateOf(phase, paint),
    clockOf(phase, now, paint),
    phase.totals.requests > 0 ? roughly(phase.totals.requests) : '',
    live ? rate(live.requestsPerSec) : '',
    live ? roughly(live.inFlight) : '',
    live ? roughly(live.sessions) : '',
    live ? latency(live.latencyP99Ns) : '',
    live ? latency(live.latenessP99Ns) : '',
    failedOf(phase, paint),
  ];
}

function stateOf(phase: PhaseStatus, paint: Paint): string {
  if (phase.failed) return paint.red('✗ failed');
  switch (phase.status) {
    case 'NOT_STARTED':
      return paint.dim('· waiting');
    case 'SCHEDULED':
      return paint.cyan('· starting');
    case 'RUNNING':
      return paint.cyan('▶ running');
    case 'FINISHED':
      return paint.cyan('▶ last users');
    case 'TERMINATED':
      return paint.green('✓ done');
    case 'CANCELLED':
      return paint.yellow('– cancelled');
  }
}

/** A bar that fills while users start, and the clock beside it. */
function clockOf(phase: PhaseStatus, now: number, paint: Paint): string {
  const { durationMs, startsAt } = phase;
  if (phase.status === 'CANCELLED' || durationMs === undefined) return '';
  const ended = phase.status === 'TERMINATED' || phase.status === 'FINISHED';
  const begun = startsAt !== undefined && now > startsAt;
  const sinceMs = ended ? durationMs : begun ? Math.min(durationMs, now - startsAt) : 0;
  const filled = durationMs === 0 ? barWidth : Math.floor((sinceMs / durationMs) * barWidth);
  const bar = '━'.repeat(filled) + paint.dim('─'.repeat(barWidth - filled));
  return `${bar} ${ended || !begun ? span(durationMs) : `${wholeSeconds(sinceMs)}/${span(durationMs)}`}`;
}

/** A clock that ticks by the second. */
function wholeSeconds(ms: number): string {
  return ms < 1000 ? '0s' : span(Math.floor(ms / 1000) * 1000);
}

const barWidth = 10;

function failedOf({ totals }: PhaseStatus, paint: Paint): string {
  if (totals.requests === 0) return '';
  return totals.failed === 0 ? paint.dim('0') : paint.red(roughly(totals.failed));
}
