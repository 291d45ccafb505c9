import { type Column, table } from './table.ts';
import type { Paint } from './terminal.ts';
import { exactly, latency, percent, rate, span } from './units.ts';

/** What people want to know of a run when it ends. Times in nanoseconds unless the name says otherwise. */
export type Report = {
  readonly benchmark: string;
  readonly state: 'passed' | 'failed' | 'stopped' | 'incomplete';
  readonly reason?: string;
  /** Absent when the run could not be stored. */
  readonly runId?: number;
  readonly lastedMs: number;
  readonly shards?: number;
  readonly rows: readonly ReportRow[];
  readonly failures: readonly ReportFailure[];
  readonly deliveries: readonly Delivery[];
  /** What went wrong while driving, each message once. */
  readonly errors: readonly string[];
  /** Why the numbers say less about the target than they seem to; one sentence each. */
  readonly warnings: readonly string[];
};

export type ReportRow = {
  readonly phase: string;
  readonly metric: string;
  readonly isWarmup: boolean;
  readonly requests: number;
  readonly perSec: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** Failed requests and invalid responses. */
  readonly errors: number;
  /** What the errors are made of; absent when there are none. */
  readonly troubles?: string;
  readonly latenessP99?: number;
};

export type ReportFailure = { readonly phase: string; readonly metric?: string; readonly message: string };

/** Users that a phase was to start, and those that it did. */
export type Delivery = {
  readonly phase: string;
  readonly planned: number;
  readonly started: number;
  /** Part of the planned load that was sent, 0 to 1. Says more than the numbers where users start again and again. */
  readonly fraction: number;
};

export const columns: readonly Column[] = [
  { title: 'phase', align: 'left', widthMax: 24 },
  { title: 'metric', align: 'left', widthMax: 24 },
  { title: 'requests', align: 'right' },
  { title: 'rate', align: 'right' },
  { title: 'mean', align: 'right', leaves: 3 },
  { title: 'p50', align: 'right' },
  { title: 'p90', align: 'right', leaves: 2 },
  { title: 'p99', align: 'right' },
  { title: 'p99.9', align: 'right', leaves: 1 },
  { title: 'max', align: 'right' },
  { title: 'errors', align: 'right' },
  { title: 'late p99', align: 'right', leaves: 4 },
];

/** The whole report, ready to print. */
export function reportLines(report: Report, paint: Paint, width?: number): string[] {
  return [
    headline(report, paint),
    ...reasonOf(report),
    '',
    ...requestTable(report, paint, width),
    '',
    ...verdicts(report, paint),
    ...delivered(report.deliveries, paint),
    ...troubles(report.rows, paint),
    ...few(report.errors).map((error) => `${paint.red('✗ error')} ${error}`),
    ...few(report.warnings).map((warning) => `${paint.yellow('! warning')} ${warning}`),
  ];
}

function headline(report: Report, paint: Paint): string {
  const paintState = { passed: paint.green, failed: paint.red, stopped: paint.yellow, incomplete: paint.red }[
    report.state
  ];
  const facts = [
    report.runId === undefined ? undefined : `run ${report.runId}`,
    span(report.lastedMs),
    report.shards === undefined ? undefined : `${report.shards} shard${report.shards === 1 ? '' : 's'}`,
  ].filter((fact) => fact !== undefined);
  return `${paint.bold(report.benchmark)}  ${paintState(report.state)}  ${paint.dim(facts.join(', '))}`;
}

/** The failures below say it again, and where. */
function reasonOf({ reason, failures }: Report): string[] {
  const repeated = failures.some(({ message }) => reason?.includes(message));
  return reason === undefined || repeated ? [] : [`  ${reason}`];
}

function requestTable(report: Report, paint: Paint, width?: number): string[] {
  if (report.rows.length === 0) return ['  No requests were measured.'];
  const failed = new Set(report.failures.map((failure) => failure.phase));
  const rows = report.rows.map((row, at) =>
    requestRow(row, report.rows[at - 1]?.phase === row.phase, failed, paint),
  );
  return table(columns, rows, { width, heading: paint.dim, indent: 2 });
}

function requestRow(row: ReportRow, repeated: boolean, failed: ReadonlySet<string>, paint: Paint): string[] {
  const painted = failed.has(row.phase) ? paint.red : row.isWarmup ? paint.dim : String;
  return [
    repeated ? '' : painted(row.phase),
    painted(row.metric),
    exactly(row.requests),
    rate(row.perSec),
    ...[row.mean, row.p50, row.p90, row.p99, row.p999, row.max].map((ns) =>
      row.requests > 0 ? latency(ns) : '-',
    ),
    row.errors === 0 ? '0' : paint.red(exactly(row.errors)),
    latency(row.latenessP99),
  ];
}

function verdicts(report: Report, paint: Paint): string[] {
  return report.failures.map(({ phase, metric, message }) => {
    const where = metric === undefined ? phase : `${phase} / ${metric}`;
    return `${paint.red('✗ failed')} ${where}: ${message}`;
  });
}

/** One line when everybody came, else a line for each phase that somebody missed. */
function delivered(deliveries: readonly Delivery[], paint: Paint): string[] {
  if (deliveries.length === 0) return [];
  const planned = deliveries.reduce((sum, delivery) => sum + delivery.planned, 0);
  const short = deliveries.filter(({ fraction }) => fraction < 1);
  if (short.length === 0) return [`${paint.green('✓ delivered')} all ${exactly(planned)} planned users`];
  return short.map((at) => {
    const users = `${exactly(Math.min(at.started, at.planned))} of ${exactly(at.planned)} planned users`;
    return `${paint.yellow('! delivered')} ${at.phase}: ${users} (${percent(at.fraction)})`;
  });
}

function troubles(rows: readonly ReportRow[], paint: Paint): string[] {
  return rows
    .filter((row) => row.troubles !== undefined)
    .map((row) => `${paint.yellow('! errors')} ${row.phase} / ${row.metric}: ${row.troubles}`);
}

const shownMax = 10;

/** The first ones, and how many there are besides. */
function few(lines: readonly string[]): string[] {
  if (lines.length <= shownMax) return [...lines];
  return [...lines.slice(0, shownMax), `${exactly(lines.length - shownMax)} more are in the run document`];
}
