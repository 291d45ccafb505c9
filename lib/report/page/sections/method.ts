import type { RunDocument } from '../../../driver/run/document.ts';
import type { PageData } from '../data/page-data.ts';
import { type Html, html } from '../html.ts';
import { beyondMin, countOf, durationText } from '../number-text.ts';

/** The section that explains how the numbers were computed, and which parts the page leaves out. */
export function method(run: RunDocument, { seconds, heat, left }: PageData): Html {
  const compensated = run.stats.every(({ histograms }) => histograms?.uncompensated === undefined);
  const notes = [
    compensated
      ? 'Response time counts from the instant at which a request should have been sent to the end of its response. So it includes the time that users wait for a stalled target. Service time counts from the instant at which the request was really sent.'
      : 'The document asks for response times without the delay of the load generator. They count from the instant at which a request was ready to be sent, and contain its wait for a connection. Service time counts from the instant at which the request was really sent.',
    `Percentiles are read from histograms of all requests of all shards (${run.histogramLayout.name}, steps below 1 %). No percentile is an average of others.`,
    `Percentiles over time and of a selected time range are read from coarser histograms, ${durationText(heat.stepMs)} wide. They are exact to about 3 % and are marked with ~. Limits, the four numbers at the top, the table and the percentile curves have full resolution.`,
    `Counts are drawn by ${durationText(seconds.stepMs)}. They are not smoothed, and a time without a phase stays empty. The last column is left out when the run covers less than half of it. A second of a phase that begins between two columns counts in the nearer column.`,
    `A curve ends where fewer than ${beyondMin} requests took longer. A percentile is not shown when not even one request took longer.`,
    'All clock times are UTC. The load generator measures durations with a clock that is never set back.',
    ...(left > 0 ? [`To stay small, this page has no charts for ${countOf(left, 'metric')}.`] : []),
  ];
  return html`<section class="chapter method" aria-labelledby="method-h">
<h2 id="method-h">How to read this page</h2>
<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>
</section>`;
}
