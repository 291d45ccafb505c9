import type { PageData } from '../data/page-data.ts';
import { type Html, html } from '../html.ts';
import { durationText, instant } from '../number-text.ts';
import { heatFigure, heatLegend } from '../svg/heat-figure.ts';

/**
 * The section about the run over time. Its figure needs no script, and the charts of the script replace it.
 */
export function overTime(data: PageData): Html {
  const { heat, seconds, origin, lengthMs } = data;
  const isEmpty = heat.columns.every((column) => column === null || column.length === 0);
  return html`<section class="chapter over-time" aria-labelledby="time-h">
<h2 id="time-h">Over time</h2>
<p class="fine">From ${instant(origin)} on, for ${durationText(lengthMs)}. Each request is drawn at the time at which it should have been sent. Counts are by ${step(seconds.stepMs)}, response times by ${step(heat.stepMs)}.</p>
<div id="time-charts" hidden></div>
<div id="time-figure">${
    isEmpty
      ? html`<p class="empty">No response times were measured.</p>`
      : html`<h3>Response times <span class="of">all requests</span></h3>${heatFigure(data)}${heatLegend(data)}`
  }
<p class="fine script-note">A script of this page draws rates, errors, sessions and the health of the generator over time.</p></div>
</section>`;
}

const step = (ms: number): string => (ms === 1000 ? 'second' : durationText(ms));
