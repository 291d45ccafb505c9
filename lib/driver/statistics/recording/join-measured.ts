import { GaugeSum } from '../gauge.ts';
import { Histogram } from '../histograms/histogram.ts';
import { layout } from '../histograms/layout.ts';
import type { Partial, Row } from '../partial.ts';
import { Answers } from '../responses-per-second.ts';
import { mergeUsers } from '../users.ts';
import { joinRows } from '../wire/rows.ts';

/** The measurements of one event loop, in the form of a partial. */
export type Measured = Omit<
  Partial,
  'version' | 'layout' | 'phase' | 'shard' | 'segment' | 'lease' | 'machine' | 'globalCounters' | 'outcome'
>;

/** The measurements of some seconds during the load, and the counts of all requests so far. */
export type Recent = Required<Pick<Measured, 'rows' | 'sentUntil' | 'users'>> & {
  readonly totals: readonly Pick<Row, 'metric' | 'step' | 'counters'>[];
};

/**
 * Joins the measurements of several event loops. Their rows and counts are only put into one list; the code
 * that judges limits adds them.
 */
export const joinRecent = (parts: readonly Recent[]): Recent => ({
  rows: joinRows(parts.map(({ rows }) => rows)),
  sentUntil: latestOf(parts.flatMap(({ sentUntil }) => sentUntil)),
  users: mergeUsers(parts.flatMap(({ users }) => users)),
  totals: parts.flatMap(({ totals }) => totals),
});

/** Makes the partial of a drive from its measurements, its identity and its outcome. */
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
 * Joins the measurements of the event loops of one drive. Rows are only put into one sequence, and the merge
 * adds them later. To add them here would take milliseconds each, and the drive has little time left.
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

/** For each second of planned starts, the latest second in which one of its requests was sent. */
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

/** Joins several records by name: for each name, the result has `join` of all its values. */
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
