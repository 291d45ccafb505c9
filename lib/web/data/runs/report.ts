import type { RunReport } from '../../../api.generated.ts';
import type { Reply } from '../../../client/index.ts';
import { type LabelRow, labelRows } from '../../json/label-row.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';

/** Loads the report of a run in parts. Nothing is loaded for a run that has no report. */
export const useReport = (id: number, isMeasured: boolean): Loaded<RunReport> =>
  useLoaded(isMeasured ? reportKey(id) : undefined, (signal) =>
    api.run.by(id).report.get({ query: { format: 'json' }, signal }),
  );

export const reportKey = (id: number): string => `run ${id} report`;

/** Loads the values of labels in the datasets of a run. All digits of the numbers are kept. */
export const useRunLabels = (id: number): Loaded<readonly LabelRow[]> =>
  useLoaded(`run ${id} labels`, async (signal) => {
    const reply: Reply = await api.run.by(id).labelValues.get({ signal, as: 'reply' });
    return labelRows(await reply.text());
  });

/** A link to the report file of a run. It needs no key and works for 15 minutes. */
export const reportFile = (id: number): Promise<string> =>
  api.run.by(id).report.get({ query: { format: 'html' }, as: 'url' });

export const documentFile = (id: number): Promise<string> => api.run.by(id).data.get({ as: 'url' });
