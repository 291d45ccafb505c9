import type { RunDocument } from '../../../driver/run/document.ts';
import { isMild, type UnhealthyCause } from '../../../driver/statistics/health/unhealthy.ts';
import { onlyInvalidIn } from '../../failed.ts';
import { columnOf, extremes, type Grid, startedPhases, sums } from './grid.ts';
import { isRequest } from './heat.ts';
import type { Track } from './page-data.ts';

type Summary = RunDocument['stats'][number]['total']['summary'];
type MachineSecond = RunDocument['phases'][number]['machine'][number] & {
  readonly cpu?: number;
  readonly gc?: number;
  readonly lateness?: number;
  readonly unhealthy?: string;
};

/** All counters by second, as lines of charts. A counter that the document lacks has no line. */
export function tracksOf(run: RunDocument, grid: Grid): readonly Track[] {
  return [
    ...loadOf(run, grid),
    ...errorsOf(run, grid),
    ...sessionsOf(run, grid),
    ...waitingOf(run, grid),
    ...connectionsOf(run, grid),
    ...healthOf(run, grid),
  ];
}

/**
 * The load over time: planned and started users, requests at their planned start, and responses at their
 * arrival.
 */
function loadOf(run: RunDocument, grid: Grid): readonly Track[] {
  const phases = startedPhases(run);
  // Documents of older releases have no users and no responses by second.
  const users = phases.flatMap((phase) => phase.users ?? []);
  const answers = phases.flatMap(({ answered }) => answered ?? []);
  const rows = secondsOf(run);
  const load = (name: string, unit: Track['unit'], values: Track['values']): Track => {
    return { panel: 'load', name, unit, values: ratesOf(values, grid) };
  };
  const plannedTracks = [
    load(
      'users due',
      'users/s',
      sums(grid, users, ({ due }) => due),
    ),
    load(
      'users started',
      'users/s',
      sums(grid, users, ({ started }) => started),
    ),
  ];
  const answered =
    answers.length === 0
      ? sums(grid, rows, ({ summary }) => summary.responseCount)
      : sums(grid, answers, ({ responses }) => responses);
  return [
    ...(users.length === 0 ? [] : plannedTracks),
    load(
      'requests sent',
      'requests/s',
      sums(grid, rows, ({ summary }) => summary.requestCount),
    ),
    load(answers.length === 0 ? 'requests answered' : 'answers, when they came', 'requests/s', answered),
  ];
}

/**
 * Converts sums to numbers per second. The last column may be shorter. It has no value if it is shorter than
 * half a column.
 */
function ratesOf(values: Track['values'], { lengthMs, stepMs }: Grid): Track['values'] {
  return values.map((value, at) => {
    const spanMs = Math.min(stepMs, lengthMs - at * stepMs);
    if (value === null || spanMs < stepMs / 2) return null;
    return Number(((value * 1000) / spanMs).toPrecision(4));
  });
}

const kinds: readonly (readonly [name: string, of: (summary: Summary) => number])[] = [
  ['connection errors', ({ connectionErrors }) => connectionErrors],
  ['timeouts', ({ requestTimeouts }) => requestTimeouts],
  ['internal errors', ({ internalErrors }) => internalErrors],
  ['invalid responses', onlyInvalidIn],
];

/**
 * The numbers of failed requests in a summary, by kind, in the order of the page.
 */
export const failuresIn = (summary: Summary): readonly (readonly [name: string, count: number])[] =>
  kinds.map(([name, of]): readonly [string, number] => [name, of(summary)]).filter(([, count]) => count > 0);

function errorsOf(run: RunDocument, grid: Grid): readonly Track[] {
  const rows = secondsOf(run);
  return kinds.flatMap(([name, of]): readonly Track[] => {
    const values = sums(grid, rows, ({ summary }) => of(summary));
    return values.some((value) => (value ?? 0) > 0)
      ? [{ panel: 'errors', name, unit: 'requests', values }]
      : [];
  });
}

function secondsOf({
  stats,
}: RunDocument): readonly { readonly timestamp: number; readonly summary: Summary }[] {
  return stats
    .filter(isRequest)
    .flatMap(({ series }) => series.map((summary) => ({ timestamp: summary.startTime, summary })));
}

/**
 * The sessions over time. The sessions of phases that run at the same time are added. A document may list the
 * shards of one phase separately.
 */
function sessionsOf({ sessions }: RunDocument, grid: Grid): readonly Track[] {
  if (sessions.length === 0) return [];
  const most = sessions.map(({ sessions: rows }) => bySecond(rows, ({ maxSessions }) => maxSessions, grid));
  return [{ panel: 'sessions', name: 'sessions', unit: 'sessions', values: added(most) }];
}

/** The users who found no free session, at the time at which they were due. */
function waitingOf(run: RunDocument, grid: Grid): readonly Track[] {
  const rows = startedPhases(run)
    .flatMap((phase) => phase.users ?? [])
    .filter(({ waited }) => waited > 0);
  if (rows.length === 0) return [];
  const values = sums(grid, rows, ({ waited }) => waited);
  return [{ panel: 'sessions', name: 'users who waited for a free session', unit: 'sessions', values }];
}

function connectionsOf({ connections }: RunDocument, grid: Grid): readonly Track[] {
  return Object.entries(connections ?? {}).flatMap(([target, types]) =>
    Object.entries(types).map(([type, rows]): Track => {
      const values = bySecond(rows, ({ max }) => max, grid);
      return { panel: 'sessions', name: `${type}, ${target}`, unit: 'connections', values };
    }),
  );
}

type Gauged = { readonly timestamp: number; readonly agent: string };

/** Adds the shards of each second. The largest second represents its column. */
function bySecond<T extends Gauged>(
  rows: readonly T[],
  value: (row: T) => number,
  grid: Grid,
): Track['values'] {
  const seconds = Map.groupBy(rows, ({ timestamp }) => timestamp);
  const whole = [...seconds].map(([timestamp, same]) => {
    const all = same.filter(({ agent }) => agent === 'all');
    const counted = all.length > 0 ? all : same;
    return { timestamp, value: counted.reduce((sum, row) => sum + value(row), 0) };
  });
  return extremes(grid, whole, (row) => row.value);
}

function added(lists: readonly Track['values'][]): Track['values'] {
  return (lists[0] ?? []).map((_, at) => {
    const known = lists.map((list) => list[at] ?? null).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

/**
 * The load and the delays of the generator's machines over time: the highest value of all machines in each
 * column.
 */
function healthOf(run: RunDocument, grid: Grid): readonly Track[] {
  const rows = machineSeconds(run);
  const track = (
    panel: 'busy' | 'delays',
    name: string,
    value: (row: MachineSecond) => number | undefined,
  ) => {
    const unit = panel === 'busy' ? ('share' as const) : ('ns' as const);
    const values = extremes(grid, rows, value).map((each) =>
      each === null ? null : Number(each.toPrecision(3)),
    );
    return values.every((each) => each === null) ? [] : [{ panel, name, unit, values }];
  };
  return [
    ...track('busy', 'processors of the machine', ({ idle }) => 1 - idle),
    ...track('busy', 'one core of the shard', ({ cpu }) => cpu),
    ...track('delays', 'longest stall', ({ stall }) => stall),
    ...track('delays', 'late starts, p99', ({ lateness }) => lateness),
    ...track('delays', 'garbage collection', ({ gc }) => gc),
  ];
}

/**
 * For each column, the reason why the generator was not healthy. Undefined when the document does not record
 * it by second. Reasons that only excuse a broken limit are left out here, and also in the share of unhealthy
 * requests.
 */
export function unhealthyOf(run: RunDocument, grid: Grid): readonly string[] | undefined {
  const rows = machineSeconds(run).filter(({ unhealthy }) => unhealthy !== undefined);
  if (rows.length === 0) return undefined;
  const causes = grid.covered.map(() => '');
  for (const { timestamp, unhealthy = '' } of rows) {
    if (!isMild(unhealthy as UnhealthyCause)) causes[columnOf(grid, timestamp)] = unhealthy;
  }
  return causes;
}

const machineSeconds = (run: RunDocument): readonly MachineSecond[] =>
  startedPhases(run).flatMap(({ machine }) => machine ?? []);
