import type { Table } from '../../ports/table.ts';
import { type Datapoint, type Edit, judgedPoints, keyOf, lastPoints, pointOf } from './datapoint-edits.ts';

/** The last datapoints of a series in memory. `version` is the version of the series that they belong to. */
type Kept = { readonly version: number; readonly points: readonly Datapoint[] };

/**
 * The most series of one table whose datapoints are in memory. The datapoints of a series take about 300 kB.
 */
const seriesMax = 20;

const keptOf = new WeakMap<Table, Map<string, Kept>>();

/**
 * Reads the last datapoints of a series. A process that edits a series many times reads them once, because
 * each edit changes the version of the series.
 *
 * @param version the version of the series. 0: the series does not exist.
 */
export async function pointsAt(
  table: Table,
  variable: number,
  series: string,
  version: number,
): Promise<readonly Datapoint[]> {
  const kept = keptOf.get(table)?.get(nameOf(variable, series));
  return kept?.version === version ? kept.points : lastPoints(table, variable, series);
}

/** The edits of a transaction of a series, with the datapoints before and after them. */
type Made = {
  readonly edits: readonly Edit[];
  readonly version: number;
  readonly before: readonly Datapoint[];
  readonly after: readonly Datapoint[];
};

/** Keeps the datapoints of a series in memory after an edit, if they are surely the last stored ones. */
export function keepPoints(table: Table, variable: number, series: string, made: Made): void {
  const all = keptOf.get(table) ?? new Map<string, Kept>();
  keptOf.set(table, all);
  const name = nameOf(variable, series);
  all.delete(name);
  if (!isFollowing(made)) return;
  all.set(name, { version: made.version, points: made.after.slice(-judgedPoints) });
  const [oldest] = all.keys();
  if (all.size > seriesMax && oldest !== undefined) all.delete(oldest);
}

/**
 * True when the datapoints in memory equal the stored ones after an edit. An edit replaces or deletes the
 * item of one dataset and time. If a datapoint was removed from a full list, an older stored datapoint
 * becomes one of the last, so the list is not equal.
 */
function isFollowing({ edits, before, after }: Made): boolean {
  const keys = new Set(edits.map((edit) => keyOf(pointOf(edit))));
  const stored = before.filter((other) => !keys.has(keyOf(other)));
  const puts = new Set<Datapoint>(edits.flatMap((edit) => ('put' in edit ? edit.put : [])));
  const others = after.filter((other) => !puts.has(other));
  return (
    others.length === stored.length &&
    others.every((other, at) => other === stored[at]) &&
    (puts.size === edits.length || before.length < judgedPoints)
  );
}

const nameOf = (variable: number, series: string): string => `${variable}#${series}`;
