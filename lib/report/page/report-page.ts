import { createHash } from 'node:crypto';
import type { RunDocument } from '../../driver/run/document.ts';
import type { PageComparison } from './comparison.ts';
import type { PageData } from './data/page-data.ts';
import { type Ranked, rankedMetrics } from './data/ranking.ts';
import { asWritten, type Html, html } from './html.ts';
import { agents } from './sections/agents.ts';
import { errorBudget } from './sections/budget.ts';
import { comparisonChapter } from './sections/comparison.ts';
import { curve } from './sections/curve.ts';
import { identity } from './sections/identity.ts';
import { limits } from './sections/limits.ts';
import { method } from './sections/method.ts';
import { metrics } from './sections/metrics.ts';
import { numbers } from './sections/numbers.ts';
import { overTime } from './sections/over-time.ts';
import { planned } from './sections/plan.ts';
import { problems } from './sections/problems.ts';
import { regions } from './sections/regions.ts';
import { trust } from './sections/trust.ts';
import { verdict } from './sections/verdict.ts';
import { fitting } from './size.ts';

/** The script and the styles of the page, as texts. */
export type PageAssets = { readonly script: string; readonly styles: string };

export type ReportInput = {
  readonly run: RunDocument;
  /** Number of a stored run. */
  readonly id?: number;
  readonly assets: PageAssets;
  /** A comparison with other runs. */
  readonly comparison?: PageComparison;
};

/**
 * The report of a run as one page without network access. The main results are in the markup and need no
 * script. The script draws values over time. The page stays within a budget of bytes and lists the parts that
 * it left out.
 */
export function reportPage(input: ReportInput): string {
  const ranked = rankedMetrics(input.run);
  return fitting(input.run, ranked, (data, block) => pageOf(input, ranked, data, block));
}

function pageOf(
  { run, id, assets, comparison }: ReportInput,
  ranked: readonly Ranked[],
  data: PageData,
  block: string,
): string {
  const first = html`<div class="first">
${verdict(run, id, comparison)}
${trust(run)}
${limits(run)}
${numbers(run, comparison)}
${curve(run, comparison)}
${identity(run, id)}
</div>`;
  const rest = html`${overTime(data)}
${errorBudget(run)}
${metrics(ranked, data.metrics.length)}
${regions(run)}
${problems(run)}
${comparisonChapter(comparison)}
${agents(run)}
${planned(run)}
${method(run, data)}`;
  return document(
    `${run.info.benchmark}: ${run.state}`,
    assets,
    html`<main>${first}
${rest}</main>
<p id="live" class="aside" aria-live="polite"></p>
<script type="application/octet-stream" id="data">${asWritten(block)}</script>`,
  ).text;
}

/** The page loads nothing, and no other script runs. */
function document(title: string, { script, styles }: PageAssets, body: Html): Html {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${asWritten(styles)}</style>
</head>
<body>
${body}
<script>${asWritten(script)}</script>
</body>
</html>
`;
}
