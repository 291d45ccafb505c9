import type { RunDocument } from '../../../driver/run/document.ts';
import type { PageData } from '../data/page-data.ts';
import { type Html, html } from '../html.ts';
import { beyondMin, countOf, durationText } from '../numbers.ts';

/** The section that explains how the numbers were computed, and which parts the page leaves out. */
export function method(run: RunDocument, { seconds, heat, left }: PageData): Html {
  const compensated = run.stats.every(({ histograms }) => histograms?.uncompensated === undefined);
  const notes = [
    compensated
      ? 'Response time counts from the instant at which a request should have been sent to the end of its response, so that the time that users wait for a stalled target counts. Service time counts from sending.'
      : "The document asks for response times without the generator's own delay. Service time counts from sending.",
    `Percentiles are read from histograms of all requests of all shards (${run.histogramLayout.name}, steps below 1 %). No percentile is an average of others.`,
    `Percentiles over time and of a selected time range are read from coarser histograms, ${durationText(heat.stepMs)} wide. They are exact to about 3 % and have a ~. Limits, the four numbers, the table and the percentile curves have full resolution.`,
    `Counts are drawn by ${durationText(seconds.stepMs)}. They are not smoothed, and a time without a phase stays empty. A last column with less than half of its time is left out. Seconds of phases that start between two columns belong to the nearer one.`,
    `A curve ends where fewer than ${beyondMin} requests are left, a percentile is not shown where less than one is.`,
    'All clock times are UTC. A monotonic clock of the generator measures times.',
    ...(left > 0 ? [`To stay small, this page has no charts for ${countOf(left, 'metric')}.`] : []),
  ];
  return html`<section class="chapter method" aria-labelledby="method-h">
<h2 id="method-h">How to read this page</h2>
<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>
</section>`;
}
