import { addColumn, type Counts } from '../data/heat-columns.ts';
import type { PageData } from '../data/page-data.ts';
import { asWritten, type Html, html } from '../html.ts';
import { count, countOf, time } from '../number-text.ts';
import { slotOfTime } from '../scales/histogram-slots.ts';
import { levelOf, levelRanges } from '../scales/levels.ts';
import { clockTicks, logTicks } from '../scales/ticks.ts';
import { clockLabels } from './clock-labels.ts';

const [width, height] = [1080, 240];
const box = { left: 58, right: 8, top: 8, bottom: 24 };
const plot = { width: width - box.left - box.right, height: height - box.top - box.bottom };

/**
 * The number of histogram slots in one cell, so that the figure stays small. The chart of the script has all
 * slots.
 */
const slotsOfCell = 2;

/** The colours from light to dark, for viewers that block styles. */
const fills = ['#d6e6f6', '#b0cfec', '#85b4de', '#5a97cd', '#3579b8', '#195b9b', '#083d73'];

/**
 * A heat map of response times over time. The colour of a cell shows its number of requests, from light to
 * dark.
 */
export function heatFigure({ heat, edges, origin }: Pick<PageData, 'heat' | 'edges' | 'origin'>): Html {
  const columns = heat.columns.map((column) => coarse(column, edges.first));
  const most = mostIn(columns);
  const cellRows = Math.max(1, Math.ceil((edges.ns.length - 1) / slotsOfCell));
  const slots = cellRows * slotsOfCell;
  const end = origin + columns.length * heat.stepMs;
  const x = (ms: number): number => Math.round(box.left + (plot.width * (ms - origin)) / (end - origin));
  const y = (ns: number): number =>
    Math.round(box.top + plot.height * (1 - (slotOfTime(edges, ns) - edges.first) / slots));
  const clock = clockTicks(origin, end, 8);
  const [least = 0, greatest = 0] = [edges.ns[0], edges.ns.at(-1)];
  return html`<svg class="figure heat" role="img" aria-labelledby="heat-t heat-d" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<title id="heat-t">Response times over time</title>
<desc id="heat-d">Response times from ${time(least)} to ${time(greatest)}, in columns of ${countOf(heat.stepMs / 1000, 'second')}</desc>
<g class="axes" fill="#5b6068">
${logTicks(least, greatest).map(
  (ns) => html`<path class="rule" stroke="#d9dce1" d="M${box.left} ${y(ns)}h${plot.width}"/>
<text x="${box.left - 7}" y="${y(ns) + 4}" text-anchor="end">${time(ns)}</text>`,
)}
${clock.map((ms) => html`<path class="rule" stroke="#d9dce1" d="M${x(ms)} ${box.top}v${plot.height + 4}"/>`)}
${clockLabels(clock, x, { y: height - 6, width })}
</g>
<svg x="${box.left}" y="${box.top}" width="${plot.width}" height="${plot.height}" viewBox="0 0 ${columns.length} ${cellRows}" preserveAspectRatio="none">
${cells(columns, cellRows - 1, most)}
</svg></svg>`;
}

/** The legend with the counts of each colour. */
export function heatLegend({ heat, edges }: Pick<PageData, 'heat' | 'edges'>): Html {
  const most = mostIn(heat.columns.map((column) => coarse(column, edges.first)));
  return html`<ul class="legend"><li>requests in a cell:</li>${levelRanges(most).map(
    ({ level, from, to }) =>
      html`<li><svg class="sample" width="14" height="14" aria-hidden="true"><rect class="h${level}" width="14" height="14" fill="${fills[level - 1]}"/></svg> ${from === to ? count(from) : `${count(from)} to ${count(to)}`}</li>`,
  )}</ul>`;
}

/** The cells of a column in ascending order, counted from the lowest cell of the figure. */
function coarse(column: readonly number[] | null, first: number): Counts {
  const [counts, wide]: [Counts, Counts] = [new Map(), new Map()];
  if (column !== null) addColumn(counts, column);
  for (const [slot, value] of counts) {
    const at = Math.floor((slot - first) / slotsOfCell);
    wide.set(at, (wide.get(at) ?? 0) + value);
  }
  return wide;
}

function mostIn(columns: readonly Counts[]): number {
  let most = 0;
  for (const counts of columns) for (const value of counts.values()) most = Math.max(most, value);
  return most;
}

/**
 * The cells as one path for each colour level. Neighbouring cells of one level in a column are one rectangle.
 */
function cells(columns: readonly Counts[], topSlot: number, most: number): readonly Html[] {
  const paths: string[] = fills.map(() => '');
  for (const [at, counts] of columns.entries()) {
    let run: { level: number; from: number; to: number } | undefined;
    const close = (): void => {
      if (run !== undefined)
        paths[run.level - 1] += `M${at} ${topSlot - run.to}h1v${run.to - run.from + 1}h-1z`;
    };
    for (const [slot, value] of counts) {
      const level = levelOf(value, most);
      if (run !== undefined && run.level === level && run.to === slot - 1) run.to = slot;
      else {
        close();
        run = { level, from: slot, to: slot };
      }
    }
    close();
  }
  return paths.map((path, at) =>
    path === '' ? asWritten('') : asWritten(`<path class="h${at + 1}" fill="${fills[at]}" d="${path}"/>`),
  );
}
