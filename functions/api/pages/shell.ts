/** Names of files below `/app/`. */
export type ShellFiles = {
  readonly script: string;
  readonly styles: string;
  readonly preloads: readonly string[];
  /** The part of a path that comes before all paths of Downpour. Empty: there is no such part. */
  readonly base: string;
};

/**
 * The HTML of every screen. Browsers ask only for it again, because it names the files of the present
 * version.
 *
 * The script applies the colours that the person has chosen. `blocking` delays the first paint until then.
 * A browser without this attribute may show the colours of the system for a moment.
 */
export const shellOf = ({ script, styles, preloads, base }: ShellFiles): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${base === '' ? '' : `<meta name="downpour-base" content="${base}">\n`}<title>Downpour</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/app/${styles}">
${preloads.map((file) => `<link rel="modulepreload" href="${base}/app/${file}">\n`).join('')}<script type="module" blocking="render" src="${base}/app/${script}"></script>
<div id="app"></div>
<noscript>
<main>
<h1>Downpour</h1>
<p>These pages show runs, tests and bursts of a load test repository. They need JavaScript.</p>
<p>Without it, use the command line: <code>downpour runs</code> lists the runs, and <code>downpour report RUN</code>
writes the report of a run as a file that needs no script. The <a href="${base}/openapi">API</a> lists all operations.</p>
</main>
</noscript>
</html>
`;
