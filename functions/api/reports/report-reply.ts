import type { RunReport } from '../../../lib/api.generated.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { environment } from '../../../lib/names/environment.ts';
import { compareRuns } from '../../../lib/report/comparison/comparison.ts';
import { defaultGates } from '../../../lib/report/comparison/gate.ts';
import { comparedOnPage } from '../../../lib/report/page/comparison-text.ts';
import type { PageComparison } from '../../../lib/report/page/comparison-types.ts';
import { pageAssets } from '../../../lib/report/page/page-assets.ts';
import { partsOfPage, reportPage } from '../../../lib/report/page/report-page.ts';
import { curveOfOthers } from '../../../lib/report/page/sections/percentile-curve.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import type { Repository } from '../../../lib/repository/repository.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { json } from '../pipeline/replies/reply.ts';
import type { Reply } from '../pipeline/types.ts';
import { baselineOf } from './baseline-runs.ts';
import { comparedRun } from './compared-runs.ts';
import { measuredRuns, runDocumentOf } from './measured-runs.ts';

/** The parameters of a report. */
type ReportOrder = {
  readonly format: 'json' | 'html';
  readonly baseline?: string;
  /** The number of a test's last runs that form the baseline. */
  readonly last?: number;
  readonly allowDifferences?: boolean;
};

/**
 * The report of a run, in one file or in parts. Both forms have the same sections.
 *
 * @throws DownpourError as `runDocumentOf` and `baselineOf`.
 */
export async function reportReply(
  repository: Repository,
  runs: RunStore,
  caller: Principal,
  row: RunRow,
  order: ReportOrder,
): Promise<Reply> {
  const run = await runDocumentOf(runs, row);
  const { baseline, last = 10 } = order;
  const others = baseline === undefined ? [] : await baselineOf(repository, caller, row, { baseline, last });
  const comparison =
    others.length === 0 ? undefined : await comparisonWith(runs, { row, run }, others, order);
  const input = {
    run,
    id: row.id,
    assets: await pageAssets(),
    ...(comparison === undefined ? {} : { comparison }),
  };
  if (order.format === 'html') return { statusCode: 200, headers: htmlHeaders, body: reportPage(input) };
  const { markup, data } = partsOfPage(input);
  const version = process.env[environment.version] ?? '0.0.0';
  return json({ markup: markup.text, data, version } satisfies RunReport);
}

/**
 * The headers of an HTML report. The page has its own content policy. The sandbox also denies its script
 * access to the API.
 */
const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': 'sandbox allow-scripts',
};

/**
 * Compares the run with its baseline. A single baseline run is read whole, because its timeline is compared
 * too.
 */
async function comparisonWith(
  runs: RunStore,
  { row, run }: { readonly row: RunRow; readonly run: RunDocument },
  others: readonly RunRow[],
  { allowDifferences = false }: ReportOrder,
): Promise<PageComparison> {
  const [only, more] = others;
  const documents =
    only !== undefined && more === undefined
      ? [await runDocumentOf(runs, only)]
      : await measuredRuns(runs, others);
  const comparison = compareRuns({
    baseline: documents.map((document, at) => comparedRun(others[at]?.id ?? 0, document)),
    candidate: [comparedRun(row.id, run)],
    gates: defaultGates,
    allowsDifferences: allowDifferences,
  });
  return comparedOnPage(comparison, curveOfOthers(run, documents));
}
