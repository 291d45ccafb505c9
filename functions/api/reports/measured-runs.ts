import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { DownpourError } from '../../../lib/errors.ts';
import {
  type MeasuredDocument,
  measuredBytes,
  measuredOf,
  readMeasured,
} from '../../../lib/report/comparison/runs/measured-document.ts';
import { readRun, withRuns } from '../../../lib/report/read-run.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import { documentOf, noRun } from '../../../lib/repository/reading/visible-run.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import type { Repository } from '../../../lib/repository/repository.ts';
import { maySee, type Principal } from '../../../lib/results/access.ts';
import { grouped } from '../../../lib/words.ts';
import { reportLimits } from './limits.ts';

/**
 * Reads the rows of runs that the caller may see, in the order of the ids.
 *
 * @throws DownpourError RUN_NOT_FOUND (404) that names all runs which do not exist or are hidden.
 */
export async function visibleRuns(
  { runs }: Repository,
  caller: Principal,
  ids: readonly number[],
): Promise<readonly RunRow[]> {
  const rows = await runs.getMany([...new Set(ids)]);
  const visible = new Map(rows.flatMap((row) => (row && maySee(caller, row) ? [[row.id, row]] : [])));
  const missing = [...new Set(ids.filter((id) => !visible.has(id)))];
  if (missing.length > 0) throw noRun(missing);
  return ids.flatMap((id) => visible.get(id) ?? []);
}

/**
 * Reads the document of a run that Downpour made.
 *
 * @throws DownpourError NOT_MEASURED (404) for a run of another tool, DOCUMENT_TOO_LARGE (413).
 */
export async function runDocumentOf(runs: RunStore, row: RunRow): Promise<RunDocument> {
  const { id, outcome, sizeBytes } = row;
  const { documentBytesMax } = reportLimits;
  if (sizeBytes > documentBytesMax) {
    if (outcome === undefined) throw notMeasured(id);
    const message = `run ${id} has ${grouped(sizeBytes)} bytes, and a report reads documents of at most ${grouped(documentBytesMax)} bytes; query the document instead`;
    throw new DownpourError('DOCUMENT_TOO_LARGE', 413, message);
  }
  const text = await documentOf(runs, row);
  return requireMeasured([row], () => readRun(text, `run ${id}`));
}

/**
 * Calls a function that uses the documents of these runs.
 *
 * @throws DownpourError NOT_MEASURED (404) when another tool made one of the documents.
 */
export async function requireMeasured<T>(
  rows: readonly Pick<RunRow, 'id'>[],
  use: () => T | Promise<T>,
): Promise<T> {
  const [{ id = 0 } = {}, ...others] = rows;
  try {
    return await withRuns(`run ${id}`, use);
  } catch (error) {
    if (!(error instanceof DownpourError && error.code === 'NO_REPORT')) throw error;
    throw others.length === 0
      ? notMeasured(id, error)
      : notMeasured(rows.map((row) => row.id).join(' or '), error);
  }
}

const notMeasured = (id: number | string, cause?: unknown): DownpourError =>
  new DownpourError(
    'NOT_MEASURED',
    404,
    `run ${id} is not a load test of Downpour, so Downpour has no report of this run; query its document instead`,
    {
      cause,
    },
  );

/**
 * Reads the measured numbers of runs, in the order of the rows. Each run has them in a small object. A run
 * without this object is read whole once, and the object is stored.
 *
 * @throws DownpourError as `runDocumentOf`.
 */
export async function measuredRuns(
  runs: RunStore,
  rows: readonly RunRow[],
): Promise<readonly MeasuredDocument[]> {
  const measured = new Map<number, MeasuredDocument>();
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
  await Promise.all(
    distinct.map(async ({ id }) => {
      const bytes = await runs.measured(id);
      const document = bytes && readMeasured(bytes);
      if (document !== undefined) measured.set(id, document);
    }),
  );
  for (const some of batchesOf(distinct.filter(({ id }) => !measured.has(id))))
    await Promise.all(some.map(async (row) => measured.set(row.id, await measure(runs, row))));
  return rows.flatMap(({ id }) => measured.get(id) ?? []);
}

/**
 * Computes and stores the measured numbers of a run. They are the same in any revision of the document,
 * because only its schemas may change.
 */
async function measure(runs: RunStore, row: RunRow): Promise<MeasuredDocument> {
  const document = await runDocumentOf(runs, row);
  const measured = await requireMeasured([row], () => measuredOf(document));
  await runs.putMeasured(row.id, measuredBytes(measured));
  return measured;
}

/** Divides runs into groups whose documents fit into memory together. */
function* batchesOf(rows: readonly RunRow[]): Generator<readonly RunRow[]> {
  let some: RunRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (some.length > 0 && bytes + row.sizeBytes > reportLimits.documentsAtOnceBytes) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(row);
    bytes += row.sizeBytes;
  }
  if (some.length > 0) yield some;
}
