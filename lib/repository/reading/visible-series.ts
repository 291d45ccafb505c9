import { repositoryKey } from '../../names/repository-keys.ts';
import { maySee, type Principal } from '../../results/access.ts';
import { type Datapoint, fingerprintsOf } from '../pipeline/series/datapoint-edits.ts';
import { itemsOf, type Table } from '../ports/table.ts';
import type { Change } from '../records/alerting/changes.ts';
import {
  fingerprintText,
  hasJsonText,
  meantFingerprints,
  seriesOf,
} from '../records/alerting/fingerprint.ts';
import { unescapedObject } from '../records/labels/url-escaped-json.ts';
import type { Repository } from '../repository.ts';

/** Keeps the records whose run the caller may see. */
export async function visibleAtRuns<T extends { readonly runId: number }>(
  { runs }: Pick<Repository, 'runs'>,
  caller: Principal,
  records: readonly T[],
): Promise<readonly T[]> {
  const ids = [...new Set(records.map(({ runId }) => runId))];
  const visible = new Set(
    (await runs.getMany(ids)).flatMap((run) => (run && !run.trashed && maySee(caller, run) ? [run.id] : [])),
  );
  return records.filter(({ runId }) => visible.has(runId));
}

/**
 * The changes of a variable by their times, without dismissed and faded ones. `fingerprint`: only changes of
 * one series.
 */
export async function visibleChanges(
  repository: Pick<Repository, 'runs'>,
  caller: Principal,
  changes: readonly Change[],
  fingerprint?: string,
): Promise<readonly Change[]> {
  const open = changes.filter(({ dismissed, faded }) => dismissed === undefined && faded === undefined);
  const texts = open.map((change) => change.fingerprint);
  const meant = new Set(fingerprint === undefined ? texts : meantFingerprints(fingerprint, texts));
  const selected = open.filter((change) => meant.has(change.fingerprint));
  const visible = await visibleAtRuns(repository, caller, selected);
  return [...visible].sort((a, b) => a.timestamp - b.timestamp || a.id - b.id);
}

/** Datapoints of a variable between two times, both included, in the order of their times. */
export async function visiblePoints(
  repository: Pick<Repository, 'runs' | 'table'>,
  caller: Principal,
  variable: number,
  {
    from,
    to,
    fingerprint,
  }: { readonly from: number; readonly to: number; readonly fingerprint?: string | undefined },
): Promise<readonly Datapoint[]> {
  const { table } = repository;
  const texts =
    fingerprint === undefined
      ? await fingerprintsOf(table, variable)
      : await seriesMeant(table, variable, fingerprint);
  const points: Datapoint[] = [];
  for (const text of texts) {
    const [first, last] = [from, to].map((time, end) =>
      repositoryKey.datapoint(variable, seriesOf(text), time, end === 0 ? 0 : 9_999_999_999, 9_999_999_999),
    );
    if (first === undefined || last === undefined) continue;
    for await (const item of itemsOf(table, first.pk, { from: first.sk.slice(0, 17), to: last.sk }))
      points.push(item as unknown as Datapoint);
  }
  const visible = await visibleAtRuns(repository, caller, points);
  return [...visible].sort((a, b) => a.timestamp - b.timestamp || a.runId - b.runId || a.ordinal - b.ordinal);
}

/** The fingerprints of a variable that a request selects. Most requests name one series exactly. */
const seriesMeant = async (
  table: Table,
  variable: number,
  fingerprint: string,
): Promise<readonly string[]> =>
  hasJsonText(fingerprint)
    ? meantFingerprints(fingerprint, await fingerprintsOf(table, variable))
    : [fingerprint];

/** The time of the last datapoint of a series that the caller may see. */
export async function lastVisible(
  repository: Pick<Repository, 'runs' | 'table'>,
  caller: Principal,
  variable: number,
  fingerprint: string,
): Promise<number | undefined> {
  const texts = await seriesMeant(repository.table, variable, fingerprint);
  const times = await Promise.all(texts.map((text) => lastOfSeries(repository, caller, variable, text)));
  return times.flatMap((time) => time ?? []).sort((a, b) => b - a)[0];
}

async function lastOfSeries(
  repository: Pick<Repository, 'runs' | 'table'>,
  caller: Principal,
  variable: number,
  fingerprint: string,
): Promise<number | undefined> {
  const { pk } = repositoryKey.datapoint(variable, seriesOf(fingerprint), 0, 0, 0);
  for await (const item of itemsOf(repository.table, pk, { backward: true, limit: 20 })) {
    const [point] = await visibleAtRuns(repository, caller, [item as unknown as Datapoint]);
    if (point !== undefined) return point.timestamp;
  }
  return undefined;
}

/**
 * The JSON text that identifies a series. Undefined for a text that is not a JSON object. An empty text
 * identifies the series without labels.
 */
export function parseFingerprint(given: string): string | undefined {
  const text = unescapedObject(given);
  if (text.trim() === '') return fingerprintText('{}');
  try {
    return text.trim().startsWith('{') ? fingerprintText(text) : undefined;
  } catch {
    return undefined;
  }
}
