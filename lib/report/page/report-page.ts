import { createHash } from 'node:crypto';
import { type ReportedRun, type ReportFragment, reportFragment } from './fragment.ts';
import { asWritten, html } from './html.ts';

/** The script and the styles of the page, as texts. */
export type PageAssets = { readonly script: string; readonly styles: string };

export type ReportInput = ReportedRun & { readonly assets: PageAssets };

/**
 * The report of a run as one page without network access. The main results are in the markup and need no
 * script. The script draws values over time. The page stays within a budget of bytes and lists the parts that
 * it left out.
 */
export const reportPage = (input: ReportInput): string => documentOf(input, partsOfPage(input));

/** The report of a run as parts, for a page that has its own frame, script and styles. */
export const partsOfPage = (input: ReportInput): ReportFragment =>
  reportFragment(input, (fragment) => Buffer.byteLength(documentOf(input, fragment)));

/** The document around a report. Its policy blocks every request and every other script. */
function documentOf({ run, assets: { script, styles } }: ReportInput, fragment: ReportFragment): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${run.info.benchmark}: ${run.state}</title>
<style>${asWritten(styles)}</style>
</head>
<body>
<main class="report">${fragment.markup}</main>
<p id="live" class="aside" aria-live="polite"></p>
<script type="application/octet-stream" id="data">${asWritten(fragment.data)}</script>
<script>${asWritten(script)}</script>
</body>
</html>
`.text;
}
