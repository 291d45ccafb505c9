import type { RunDocument } from '../../driver/run/document.ts';
import type { PageComparison } from './comparison-types.ts';
import type { PageData } from './data/page-data.ts';
import { type Ranked, rankedMetrics } from './data/ranking.ts';
import { type Html, html } from './html.ts';
import { agents } from './sections/agents.ts';
import { errorBudget } from './sections/budget.ts';
import { comparisonChapter } from './sections/comparison.ts';
import { identity } from './sections/identity.ts';
import { limits } from './sections/limits.ts';
import { method } from './sections/method.ts';
import { metrics } from './sections/metrics.ts';
import { numbers } from './sections/numbers.ts';
import { overTime } from './sections/over-time.ts';
import { curve } from './sections/percentile-curve.ts';
import { planned } from './sections/plan.ts';
import { problems } from './sections/problems.ts';
import { regions } from './sections/regions.ts';
import { trust } from './sections/trust.ts';
import { verdict } from './sections/verdict.ts';
import { fitting } from './size.ts';

/** A run with all values that its report shows. */
export type ReportedRun = {
  readonly run: RunDocument;
  /** The number of the run in the repository. */
  readonly id?: number;
  /** The comparison of the run with other runs. */
  readonly comparison?: PageComparison;
};

/**
 * The report of a run without a document around it. The charts of `page/client/mount-report.ts` decompress
 * `data`: JSON, gzip, Base64.
 */
export type ReportFragment = { readonly markup: Html; readonly data: string };

/**
 * The sections of a report and the values of its charts. The same `size` gives the same sections, so a report
 * file and the pages of the repository show the same.
 * @param size returns the bytes of the whole page with a fragment. The byte budget of a page decides which
 * details it has.
 */
export function reportFragment(
  reported: ReportedRun,
  size: (fragment: ReportFragment) => number,
): ReportFragment {
  const { run } = reported;
  const ranked = rankedMetrics(run);
  return fitting(
    run,
    ranked,
    (values, data) => ({ markup: sectionsOf(reported, ranked, values), data }),
    size,
  );
}

function sectionsOf({ run, id, comparison }: ReportedRun, ranked: readonly Ranked[], data: PageData): Html {
  return html`<div class="first">
${verdict(run, id, comparison)}
${trust(run)}
${limits(run)}
${numbers(run, comparison)}
${curve(run, comparison)}
${identity(run, id)}
</div>
${overTime(data)}
${errorBudget(run)}
${metrics(ranked, data.metrics.length)}
${regions(run)}
${problems(run)}
${comparisonChapter(comparison)}
${agents(run)}
${planned(run)}
${method(run, data)}`;
}
