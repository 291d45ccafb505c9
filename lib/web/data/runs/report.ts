import type { RunReport, RunSummary, RunsSummary } from '../../../api.generated.ts';
import type { Reply } from '../../../client/index.ts';
import { type LabelRow, labelRows } from '../../json/label-row.ts';
import { api } from '../api.ts';
import { forgetOthers, type Loaded, reload, useLoaded } from '../cache.ts';
import { expireList } from '../lists/run-list.ts';

/** Loads the report of a run in parts. Nothing is loaded for a run that has no report. */
export const useReport = (id: number, isMeasured: boolean): Loaded<RunReport> =>
  useLoaded(isMeasured ? reportKey(id) : undefined, (signal) =>
    api.run.by(id).report.get({ query: { format: 'json' }, signal }),
  );

export const reportKey = (id: number): string => `run ${id} report`;

/** Loads the values of labels in the datasets of a run, with all their digits. */
export const useRunLabels = (id: number): Loaded<readonly LabelRow[]> =>
  useLoaded(`run ${id} labels`, async (signal) => {
    const reply: Reply = await api.run.by(id).labelValues.get({ signal, as: 'reply' });
    return labelRows(await reply.text());
  });

/** The number of runs of the test before and after a run that are shown with it. */
const [earlierMax, laterMax] = [20, 10];

/** A run in a list. */
export type ListedRun = RunsSummary['runs'][number];

export type Neighbours = { readonly runs: readonly ListedRun[]; readonly at: number };

/** Loads runs of the same test around a run. `at` is the index of the run itself. */
export const useNeighbours = (run: RunSummary | undefined): Loaded<Neighbours> =>
  useLoaded(run === undefined ? undefined : `run ${run.id} neighbours`, async (signal) => {
    const { id = 0, testid = 0, start = 0 } = run ?? {};
    const query = { test: `${testid}`, cursor: '' } as const;
    const [before, after] = await Promise.all([
      api.run.list.get({ query: { ...query, to: start, limit: earlierMax }, signal }),
      api.run.list.get({
        query: { ...query, from: start, limit: laterMax, direction: 'Ascending' },
        signal,
      }),
    ]);
    const others = [...before.runs.toReversed(), ...after.runs].filter((one) => one.id !== id);
    const known = new Map(others.map((one) => [one.id, one]));
    const own = [...before.runs, ...after.runs].find((one) => one.id === id);
    const runs = [...known.values(), ...(own === undefined ? [] : [own])].sort(
      (one, other) => one.start - other.start || one.id - other.id,
    );
    return { runs, at: runs.findIndex((one) => one.id === id) };
  });

const weekMs = 7 * 86_400_000;
/**
 * Half a day in milliseconds: the tolerance of a week, because schedules start a little earlier or later each
 * time.
 */
const halfDayMs = 43_200_000;

/** Finds the last judged run of the same test that is about a week older. */
export const useWeekAgo = ({ testid, start }: RunSummary, isWanted: boolean): Loaded<ListedRun | null> =>
  useLoaded(isWanted ? `run of ${testid} a week before ${start}` : undefined, async (signal) => {
    const { runs } = await api.run.list.get({
      query: {
        test: `${testid}`,
        to: start - weekMs + halfDayMs,
        state: ['passed', 'failed'],
        limit: 1,
        cursor: '',
      },
      signal,
    });
    return runs[0] ?? null;
  });

function changed(id: number): void {
  reload(`run ${id} `);
  forgetOthers();
  expireList();
}

/** The description of a run that the server has now. Empty: the run has none. */
export const descriptionOf = async (id: number): Promise<string> =>
  (await api.run.by(id).summary.get()).description ?? '';

/** Changes the description of a run, and loads the run's values on the screen again. */
export async function describeRun(id: number, text: string): Promise<void> {
  await api.run.by(id).description.post({ body: text });
  changed(id);
}

export async function trashRun(id: number, isTrashed: boolean): Promise<void> {
  await api.run.by(id).trash.post({ query: { isTrashed } });
  changed(id);
}

/** Makes the datasets of a run again. Returns the number of new datasets. */
export async function recalculateRun(id: number): Promise<number> {
  const datasets = await api.run.by(id).recalculate.post();
  changed(id);
  return datasets.length;
}

/** A link to the report file of a run. It needs no key and works for 15 minutes. */
export const reportFile = (id: number): Promise<string> =>
  api.run.by(id).report.get({ query: { format: 'html' }, as: 'url' });

export const documentFile = (id: number): Promise<string> => api.run.by(id).data.get({ as: 'url' });
