import { DownpourError } from '../../lib/errors.ts';
import { visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { acceptedFormat } from './pipeline/accepted-format.ts';
import { openOperation } from './pipeline/operation.ts';
import { deliver } from './pipeline/replies/large-reply.ts';
import { jsonText, text } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';
import { requireMeasured, visibleRuns } from './reports/measured-runs.ts';
import { runIds } from './reports/run-ids.ts';

/** The routes for measurements of runs: histograms, reports and comparisons. */
export const handler = router({
  /** Returns the histograms that the state Merge stored for the run of a burst. */
  'GET /api/run/{id}/histograms': openOperation(
    'run-histograms',
    async ({ path, query, caller, requestId }) => {
      const { id } = await visibleRun(repository(), caller, path.id);
      const log = await stores().runs.histograms(id);
      if (log !== undefined) return deliver(text(log), stores().runs, { query, requestId });
      const message = `run ${id} was uploaded or imported as a document, so Downpour has no histograms of its seconds; histograms of whole phases are at $.stats[*].histograms`;
      throw new DownpourError('HISTOGRAMS_MISSING', 404, message);
    },
  ),

  'GET /api/run/{id}/report': openOperation(
    'run-report',
    async ({ path, query, headers, caller, requestId }) => {
      const run = await visibleRun(repository(), caller, path.id);
      const { format = acceptedFormat<'json' | 'html'>(headers, formats) } = query;
      const reports = await import('./reports/report-reply.ts');
      const reply = await requireMeasured([run], () =>
        reports.reportReply(repository(), stores().runs, caller, run, { ...query, format }),
      );
      return deliver(reply, stores().runs, { query, requestId });
    },
  ),

  'GET /api/compare': openOperation('compare', async ({ query, caller, requestId }) => {
    const { runs } = stores();
    const compared = await import('./reports/compared-runs.ts');
    const { comparisonJson } = await import('../../lib/report/comparison/comparison-json.ts');
    const gates = compared.gatesIn(query.gate);
    const [baseline = [], candidate = []] = [
      runIds('baseline', query.baseline),
      runIds('candidate', query.candidate),
    ];
    const rows = await visibleRuns(repository(), caller, [...baseline, ...candidate]);
    const sides = { baseline: rows.slice(0, baseline.length), candidate: rows.slice(baseline.length) };
    const judging = { gates, allowsDifferences: query.allowDifferences === true };
    const reply = await requireMeasured(rows, async () =>
      jsonText(comparisonJson(await compared.compareStored(runs, sides, judging))),
    );
    return deliver(reply, runs, { query, requestId });
  }),
});

/** The formats of a report. Browsers prefer HTML. Programs that accept any type get JSON. */
const formats = { 'application/json': 'json', 'text/html': 'html' } as const;
