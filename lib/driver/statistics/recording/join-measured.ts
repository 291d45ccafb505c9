import { GaugeSum } from '../gauge.ts';
import { Histogram } from '../histograms/histogram.ts';
import { layout } from '../histograms/layout.ts';
import type { Partial, Row } from '../partial.ts';
import { Answers } from '../responses-per-second.ts';
import { mergeUsers } from '../users.ts';
import { joinRows } from '../wire/rows.ts';

/** The measurements of a recorder, in the form of a partial. */
export type Measured = Omit<
  Partial,
  'version' | 'layout' | 'phase' | 'shard' | 'segment' | 'lease' | 'machine' | 'globalCounters' | 'outcome'
>;

/** Some seconds during the load, and the counts of requests so far. */
export type Recent = Required<Pick<Measured, 'rows' | 'sentUntil' | 'users'>> & {
  readonly totals: readonly Pick<Row, 'metric' | 'step' | 'counters'>[];
};

/** Joins the measurements of several event loops. The code that judges them adds their rows and counts. */
export const joinRecent = (parts: readonly Recent[]): Recent => ({
  rows: joinRows(parts.map(({ rows }) => rows)),
  sentUntil: latestOf(parts.flatMap(({ sentUntil }) => sentUntil)),
  users: mergeUsers(parts.flatMap(({ users }) => users)),
  totals: parts.flatMap(({ totals }) => totals),
});

/** The partial of a drive, from its measurements. */
export const partialOf = (
  drive: Omit<Partial, 'version' | 'layout' | keyof Measured>,
  measured: Measured,
): Partial => ({
  version: 1,
  layout: layout.name,
  ...drive,
  ...measured,
});

/**
 * Joins the measurements of several event loops to those of one drive. Rows are only concatenated, and the
 * merge adds them. Adding them here takes milliseconds each, and the drive has little time left.
 */
export function joinMeasured(parts: readonly Measured[]): Measured {
  const sessionTime = joinHistograms(parts.map((part) => part.sessionTime));
  const sessionWait = joinHistograms(parts.map((part) => part.sessionWait));
  const answers = new Answers();
  for (const part of parts) answers.addRows(part.answers ?? []);
  const joined: Required<Omit<Measured, 'sessionTime' | 'sessionWait'>> = {
    rows: joinRows(parts.map(({ rows }) => rows)),
    sentUntil: latestOf(parts.flatMap(({ sentUntil = [] }) => sentUntil)),
    sessions: sumOf(parts.map(({ sessions }) => sessions)),
    users: mergeUsers(parts.flatMap(({ users = [] }) => users)),
    answers: answers.rows(),
    connections: byName(
      parts.map(({ connections = {} }) => connections),
      (types) => byName(types, sumOf),
    ),
  };
  return {
    ...joined,
    ...(sessionTime === undefined ? {} : { sessionTime }),
    ...(sessionWait === undefined ? {} : { sessionWait }),
  };
}

/** The last second in which a request was sent, for each second of planned starts. */
function latestOf(
  rows: readonly (readonly [second: number, last: number])[],
): readonly (readonly [second: number, last: number])[] {
  const latest = new Map<number, number>();
  for (const [second, last] of rows) latest.set(second, Math.max(last, latest.get(second) ?? last));
  return [...latest].sort(([one], [other]) => one - other);
}

function joinHistograms(texts: readonly (string | undefined)[]): string | undefined {
  const sum = new Histogram();
  for (const text of texts) if (text !== undefined) sum.add(Histogram.decode(text));
  return sum.encode();
}

/** Joins records by name: the result has `join` of all values of each name. */
function byName<From, To>(
  parts: readonly Readonly<Record<string, From>>[],
  join: (values: readonly From[]) => To,
): Readonly<Record<string, To>> {
  const names = [...new Set(parts.flatMap((part) => Object.keys(part)))];
  const valuesOf = (name: string): readonly From[] =>
    parts.flatMap((part) => (part[name] === undefined ? [] : [part[name]]));
  return Object.fromEntries(names.map((name) => [name, join(valuesOf(name))]));
}

function sumOf(parts: readonly Partial['sessions'][]): Partial['sessions'] {
  const sum = new GaugeSum();
  for (const rows of parts) sum.add(rows);
  return sum.rows();
}
