import type { RunState } from '../../lib/driver/model/final-state.ts';
import {
  type Delivery,
  type ReportFailure,
  type ReportFinding,
  whyCancelled,
} from '../../lib/report/findings.ts';
import { placeOf } from '../../lib/report/limit-words.ts';
import { counted, exactly, percent, span } from '../../lib/report/units.ts';
import { allOf, plural } from '../../lib/words.ts';
import type { Paint } from '../terminal/paint.ts';
import { table } from '../terminal/table.ts';
import { wrap } from '../terminal/wrap.ts';
import { columns, type ReportRow } from './columns.ts';

/** The result of a run for people. Times are in nanoseconds unless the name has another unit. */
export type Report = {
  readonly benchmark: string;
  readonly state: RunState;
  /**
   * The reason why the run was stopped, is inconclusive or incomplete, or failed before all of its load was
   * sent.
   */
  readonly reason?: string;
  /** The proposed next step of the user. */
  readonly advice?: string;
  /** The number of the stored run. Absent for a file, and when the run could not be stored. */
  readonly runId?: number;
  readonly lastedMs: number;
  readonly shards?: number;
  readonly rows: readonly ReportRow[];
  /** The sum of all rows except warm-ups. Absent with fewer than two rows. */
  readonly total?: ReportRow;
  /**
   * The sum of each region, with the region in place of a phase. Absent when all load came from one region.
   */
  readonly regions?: readonly ReportRow[];
  /** Further lines: each has a name and a text. */
  readonly facts: readonly (readonly [name: string, text: string])[];
  readonly failures: readonly ReportFailure[];
  /** Broken limits that prove nothing about the target, because the load generator may have broken them. */
  readonly doubts: readonly ReportFinding[];
  /** The limits of the document that have no measurement. */
  readonly unjudged: readonly ReportFinding[];
  readonly deliveries: readonly Delivery[];
  /** Errors of the drives, with their places. */
  readonly errors: readonly ReportFinding[];
  /** The reasons why the numbers are less certain than they look, one sentence each. */
  readonly warnings: readonly ReportFinding[];
};

/** The lines of the whole report, ready to print. */
export function reportLines(report: Report, paint: Paint, width?: number): string[] {
  const sentences = (lines: readonly string[], hanging = 2): string[] =>
    lines.flatMap((line) => wrap(line, width, hanging));
  return [
    ...sentences([headline(report, paint)]),
    ...sentences(reasonOf(report)),
    '',
    ...requestTable(report, paint, width),
    '',
    ...sentences(facts(report, paint), factWidth + 2),
    ...(report.facts.length > 0 ? [''] : []),
    ...sentences([
      ...failures(report.failures, paint),
      ...doubtLines(report, paint),
      ...unjudgedLines(report, paint),
      ...delivered(report.deliveries, paint),
      ...troubles(report.rows, paint),
      ...errorLines(report, paint),
      ...few(folded(report.warnings)).map((warning) => `${paint.yellow('! warning')} ${warning}`),
    ]),
  ];
}

/** The lines about the outcome and the problems. */
export function verdictLines(report: Report, paint: Paint, width?: number): string[] {
  return [
    headline(report, paint),
    ...reasonOf(report),
    ...failures(report.failures, paint),
    ...doubtLines(report, paint),
    ...unjudgedLines(report, paint),
    ...errorLines(report, paint),
  ].flatMap((line) => wrap(line, width, 2));
}

const doubtLines = ({ doubts }: Report, paint: Paint): string[] =>
  few(folded(doubts)).map((doubt) => `${paint.yellow('? cannot tell')} ${doubt}`);

const unjudgedLines = ({ unjudged }: Report, paint: Paint): string[] =>
  few(folded(unjudged)).map((limit) => `${paint.yellow('! not judged')} ${limit}`);

function errorLines({ errors }: Report, paint: Paint): string[] {
  return few(folded(errors)).map((error) => `${paint.red('✗ error')} ${error}`);
}

function headline(report: Report, paint: Paint): string {
  const painted = {
    passed: paint.green,
    failed: paint.red,
    inconclusive: paint.yellow,
    stopped: paint.yellow,
    incomplete: paint.red,
  }[report.state](report.state);
  const about = [
    report.runId === undefined ? undefined : `run ${report.runId}`,
    span(report.lastedMs),
    report.shards === undefined ? undefined : counted(report.shards, 'shard'),
  ].filter((fact) => fact !== undefined);
  return `${paint.bold(report.benchmark)}  ${painted}${failedOf(report)}  ${paint.dim(about.join(', '))}`;
}

/** A text with the number of failed requests. A run may pass with a few, and the report still shows them. */
function failedOf({ state, rows }: Report): string {
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  const requests = rows.reduce((sum, row) => sum + row.requests, 0);
  if (state !== 'passed' || failed === 0) return '';
  return `, ${exactly(failed)} of ${counted(requests, 'request')} failed (${percent(failed / requests)})`;
}

/** The lines with the reason. They are empty when the failures below repeat it with their places. */
function reasonOf({ reason, advice, failures }: Report): string[] {
  if (reason === undefined || failures.some(({ message }) => reason.includes(message))) return [];
  return [`  ${reason}`, ...(advice === undefined ? [] : [`  try: ${advice}`])];
}

function requestTable(report: Report, paint: Paint, width?: number): string[] {
  if (report.rows.length === 0) return ['  No requests were measured.'];
  const failed = new Set(report.failures.map(({ place }) => place));
  const rows = report.rows.map((row, at) => ({
    row,
    isRepeated: report.rows[at - 1]?.phase === row.phase,
  }));
  for (const row of [report.total ?? [], report.regions ?? []].flat()) rows.push({ row, isRepeated: false });
  const cells = rows.map(({ row, isRepeated }) => {
    const isBroken = failed.has(row.phase) || failed.has(placeOf(row));
    const name = isBroken ? paint.red : row.isWarmup ? paint.dim : String;
    return columns.map(({ cell }) => cell(row, { isRepeated, name, paint }));
  });
  return table(columns, cells, { width, heading: paint.dim, indent: 2 });
}

const factWidth = 8;

function facts(report: Report, paint: Paint): string[] {
  return report.facts.map(([name, text]) => `  ${paint.dim(name.padEnd(factWidth))}${text}`);
}

/**
 * The lines about failures. When several failures have the same advice, it is shown once, after the last of
 * them.
 */
function failures(failures: readonly ReportFailure[], paint: Paint): string[] {
  const advices = [...new Set(failures.map(({ advice }) => advice))];
  return advices.flatMap((advice) => [
    ...folded(failures.filter((failure) => failure.advice === advice)).map(
      (failure) => `${paint.red('✗ failed')} ${failure}`,
    ),
    ...(advice === undefined ? [] : [`  try: ${advice}`]),
  ]);
}

/** Joins equal sentences with several places into one line with all places. */
function folded(placed: readonly ReportFinding[]): string[] {
  const places = new Map<string, string[]>();
  for (const { place, message } of placed) {
    const known = places.get(message) ?? [];
    places.set(message, known);
    if (place !== undefined && !known.includes(place)) known.push(place);
  }
  return [...places].map(([message, at]) =>
    at.length === 0 ? message : `${few(at).join(', ')}: ${message}`,
  );
}

/**
 * The lines about users: one line when all users started, else the phases in which users are missing. Phases
 * with equal numbers share a line.
 */
function delivered(deliveries: readonly Delivery[], paint: Paint): string[] {
  if (deliveries.length === 0) return [];
  const planned = deliveries.reduce((sum, delivery) => sum + delivery.planned, 0);
  const short = deliveries.filter(({ fraction }) => fraction < 1);
  if (short.length === 0) return [`${paint.green('✓ delivered')} ${allOf(planned, 'planned user')}`];
  const findings = short.map((delivery) => ({
    place: delivery.phase,
    message: `${exactly(Math.min(delivery.started, delivery.planned))} of ${counted(delivery.planned, 'planned user')} (${percent(delivery.fraction)})${whyCancelled(delivery)}`,
  }));
  return few(folded(findings)).map((line) => `${paint.yellow('! delivered')} ${line}`);
}

function troubles(rows: readonly ReportRow[], paint: Paint): string[] {
  return rows
    .filter((row) => row.troubles !== undefined)
    .map((row) => `${paint.yellow('! failed requests')} ${placeOf(row)}: ${row.troubles}`);
}

const shownMax = 10;

/** The first lines, and a line with the number of the others. */
export function few(lines: readonly string[]): string[] {
  if (lines.length <= shownMax) return [...lines];
  return [
    ...lines.slice(0, shownMax),
    `${exactly(lines.length - shownMax)} more ${plural('is', lines.length - shownMax, 'are')} in the run document`,
  ];
}
