import type { RunDocument } from '../../../driver/run/document.ts';
import type { PageComparison } from '../comparison-types.ts';
import { startedPhases } from '../data/grid.ts';
import { type Html, html } from '../html.ts';
import { count, countOf, percentileText, perSecond, share } from '../number-text.ts';

type Tile = {
  readonly key: keyof PageComparison['changes'];
  readonly name: string;
  readonly value: string;
  readonly note: string;
};

/** The section of the four main numbers. */
export function numbers(run: RunDocument, comparison: PageComparison | undefined): Html {
  const tiles = tilesOf(run);
  return html`<section class="numbers" aria-labelledby="numbers-h">
<h2 id="numbers-h">Four main numbers</h2>
<dl>${tiles.map(
    ({ key, name, value, note }) => html`<div>
<dt>${name}</dt><dd class="value">${value}</dd><dd class="note">${note}</dd>
${comparison?.changes[key] !== undefined && html`<dd class="change">${comparison.changes[key]}</dd>`}</div>`,
  )}</dl>
</section>`;
}

const noneCounted = 'no request was counted';

function tilesOf(run: RunDocument): readonly Tile[] {
  const { total } = run;
  const requests = total?.summary.requestCount ?? 0;
  const responses = total?.summary.responseCount ?? 0;
  const times = total?.summary.percentileResponseTime;
  const percentile = (key: 'p50' | 'p99', p: 50 | 99): Tile => {
    const text = times && percentileText(times[`${p}.0`], p, responses);
    const note = p === 50 ? 'half of the requests took at most this long' : '1 in 100 took longer';
    return {
      key,
      name: key,
      value: text ?? '-',
      note: text === undefined ? `too few: ${countOf(responses, 'response')}` : note,
    };
  };
  const fraction = Math.min(1, ...startedPhases(run).map(({ delivery }) => delivery.fraction));
  return [
    {
      key: 'rate',
      name: 'rate',
      value: total === undefined ? '-' : perSecond(total.requestRate),
      note:
        total === undefined
          ? noneCounted
          : fraction >= 0.999
            ? 'all of the planned load'
            : `${share(fraction)} of the planned load`,
    },
    {
      key: 'failed',
      name: 'failed',
      value: requests === 0 ? '-' : share((total?.summary.failed ?? 0) / requests),
      note:
        requests === 0 ? noneCounted : `${count(total?.summary.failed)} of ${countOf(requests, 'request')}`,
    },
    percentile('p50', 50),
    percentile('p99', 99),
  ];
}
