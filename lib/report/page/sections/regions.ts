import type { RunDocument } from '../../../driver/run/document.ts';
import { type Html, html } from '../html.ts';
import { count, percentileText, perSecond, share, time } from '../number-text.ts';

type Region = NonNullable<RunDocument['regions']>[number];

/** The section of measurements by region. Empty if all drives are in one region. */
export function regions({ regions: all = [] }: RunDocument): Html {
  if (all.length === 0) return html``;
  return html`<section class="chapter regions" aria-labelledby="regions-h">
<h2 id="regions-h">Regions</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="regions-h"><table>
<thead><tr><th scope="col">region</th>${titles.map((title) => html`<th scope="col" class="n">${title}</th>`)}</tr></thead>
<tbody>${all.map(row)}</tbody></table></div>
<p class="fine">All metrics of requests together, without warm-up phases. Times include the network from the region to the target.</p>
</section>`;
}

const titles = ['shards', 'requests', 'rate', 'failed', 'p50', 'p90', 'p99', 'max'];

function row({ region, shards, total: { summary, requestRate, failedRatio } }: Region): Html {
  const { responseCount, percentileResponseTime: times } = summary;
  const percentileCell = (percentile: 50 | 90 | 99): string =>
    percentileText(times[`${percentile}.0`], percentile, responseCount) ?? '';
  return html`<tr><th scope="row">${region}</th>
<td class="n">${count(shards)}</td><td class="n">${count(summary.requestCount)}</td><td class="n">${perSecond(requestRate)}</td>
<td class="n">${summary.failed === 0 ? '0' : html`<span class="bad">${count(summary.failed)}</span> <small>${share(failedRatio)}</small>`}</td>
<td class="n">${percentileCell(50)}</td><td class="n">${percentileCell(90)}</td><td class="n">${percentileCell(99)}</td>
<td class="n">${responseCount > 0 && time(summary.maxResponseTime)}</td></tr>`;
}
