import type { RunDocument } from '../../../driver/run/document.ts';
import { metricName } from '../../metric-name.ts';
import { resentIn } from '../../resent.ts';
import type { Ranked } from '../data/ranking.ts';
import { type Html, html } from '../html.ts';
import { count, countOf, percentileText, perSecond, share, time } from '../number-text.ts';

type Entry = RunDocument['stats'][number];

/** The number of rows that are visible from the start. Further rows can be opened. */
const openMax = 20;
export const rowsMax = 500;

type Column = {
  readonly title: string;
  readonly numeric: boolean;
  /** Makes the cell of a row, and its value for sorting. */
  readonly cell: (entry: Entry) => { readonly text: string | Html; readonly sort: number | string };
};

const timed = (title: string, ns: (entry: Entry) => number, percentile?: number): Column => ({
  title,
  numeric: true,
  cell: (entry) => {
    const responses = entry.total.summary.responseCount;
    const percentileOrTime =
      percentile === undefined ? time(ns(entry)) : percentileText(ns(entry), percentile, responses);
    const isKnown = responses > 0 && percentileOrTime !== undefined;
    return isKnown ? { text: percentileOrTime, sort: ns(entry) } : { text: '', sort: -1 };
  },
});

const at = (name: keyof Entry['total']['summary']['percentileResponseTime']) => (entry: Entry) =>
  entry.total.summary.percentileResponseTime[name];

const columns: readonly Column[] = [
  { title: 'phase', numeric: false, cell: ({ name }) => ({ text: name, sort: name }) },
  { title: 'metric', numeric: false, cell: (entry) => ({ text: nameOf(entry), sort: entry.metric }) },
  {
    title: 'requests',
    numeric: true,
    cell: ({ total: { summary } }) => {
      const [requests, resent] = [summary.requestCount, resentIn(summary)];
      const text =
        resent === 0 ? count(requests) : html`${count(requests)} <small>+ ${count(resent)} resent</small>`;
      return { text, sort: requests };
    },
  },
  {
    title: 'rate',
    numeric: true,
    cell: ({ requestRate }) => ({ text: perSecond(requestRate), sort: requestRate }),
  },
  {
    title: 'failed',
    numeric: true,
    cell: ({ total, failedRatio }) => {
      const { failed } = total.summary;
      const text =
        failed === 0
          ? '0'
          : html`<span class="bad">${count(failed)}</span> <small>${share(failedRatio)}</small>`;
      return { text, sort: failedRatio };
    },
  },
  timed('p50', at('50.0'), 50),
  timed('p90', at('90.0'), 90),
  timed('p99', at('99.0'), 99),
  timed('p99.9', at('99.9'), 99.9),
  timed('max', ({ total }) => total.summary.maxResponseTime),
  timed('service p99', ({ serviceTime }) => serviceTime.percentiles['99.0'], 99),
];

/**
 * The table of all metrics of all phases. The script of the page sorts and opens rows. Without the script the
 * table is complete.
 */
export function metrics(ranked: readonly Ranked[], opened: number): Html {
  const rows = ranked.slice(0, rowsMax);
  const left = ranked.length - rows.length;
  return html`<section class="chapter metrics" aria-labelledby="metrics-h">
<h2 id="metrics-h">Metrics${rows.length > 0 && html` <span class="of">${count(ranked.length)}, the most important first</span>`}</h2>
${rows.length === 0 && html`<p class="empty">Nothing was measured.</p>`}
<p id="metrics-window" class="window" hidden></p>
${rows.length > openMax && html`<p class="tools" hidden><label>Find <input type="search" id="metrics-find" placeholder="phase or metric"></label> <button type="button" id="metrics-more">Show ${count(rows.length - openMax)} more</button></p>`}
${
  rows.length > 0 &&
  html`<div class="scroll" tabindex="0" role="group" aria-labelledby="metrics-h"><table id="metrics">
<thead><tr>${columns.map(({ title, numeric }) => html`<th scope="col"${numeric && html` class="n"`}>${title}</th>`)}</tr></thead>
<tbody>${rows.map(({ id, entry }, place) => row(id, entry, place >= openMax))}</tbody>
</table></div>`
}
${rows.length > 0 && html`<p class="fine">A percentile is left out if less than one request lies beyond it. Response times count from the planned start, service times from sending.${opened < ranked.length && ` ${countOf(ranked.length - opened, 'metric')} without charts, because this page would be too large: use \`downpour query\`. The totals contain all metrics.`}${left > 0 && ` ${countOf(left, 'more metric')} not shown.`}</p>`}
</section>`;
}

function row(id: string, entry: Entry, isMore: boolean): Html {
  const states = [entry.total.failures > 0 && 'broken', entry.isWarmup && 'warmup', isMore && 'more'];
  const names = states.filter((state) => state !== false).join(' ');
  return html`<tr id="${id}"${names !== '' && html` class="${names}"`}>${columns.map(
    ({ numeric, cell }, at) => {
      const { text, sort } = cell(entry);
      if (at === 0) return html`<td>${text}</td>`;
      if (!numeric) return html`<th scope="row">${text}</th>`;
      return html`<td class="n" data-v="${typeof sort === 'number' ? Number(sort.toPrecision(6)) : sort}">${text}</td>`;
    },
  )}</tr>`;
}

function nameOf(entry: Entry): Html {
  const { isWarmup, isRequest, total } = entry;
  return html`${metricName(entry)}${isWarmup && html` <small>warm-up</small>`}${isRequest === false && html` <small>no request</small>`}${total.failures > 0 && html` <small class="bad">✗ ${countOf(total.failures, 'limit')} broken</small>`}`;
}
