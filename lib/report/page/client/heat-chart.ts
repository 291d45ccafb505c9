import { addColumn, type Counts, slotAt, totalIn } from '../data/heat-columns.ts';
import type { Heat, PageData } from '../data/page-data.ts';
import { count, countOf, time } from '../number-text.ts';
import { slotOfTime, timeOfSlot } from '../scales/histogram-slots.ts';
import { levelRanges } from '../scales/levels.ts';
import { logTicks } from '../scales/ticks.ts';
import type { ChartBand, ChartLine, ChartSpec } from './components/chart-spec.ts';
import { element } from './components/elements.ts';
import { heatPaint } from './components/heat-paint.ts';

/**
 * The chart of response times over time, with their median. Columns with enough requests also have the 99th
 * percentile.
 */
export function heatChart(title: string, data: PageData, heat: Heat, bands: readonly ChartBand[]): ChartSpec {
  const { edges, origin } = data;
  const columns = heat.columns.map((column) => {
    const counts: Counts = new Map();
    if (column !== null) addColumn(counts, column);
    return counts;
  });
  const starts = columns.map((_, at) => origin + (heat.first + at) * heat.stepMs);
  const [bottom, top] = [edges.first, edges.first + Math.max(1, edges.ns.length - 1)];
  const sorted = columns.map((counts) => [...counts].sort(([one], [other]) => one - other));
  const line = (
    name: string,
    share: number,
    samplesMin: number,
  ): Pick<ChartLine, 'name' | 'values' | 'format'> => ({
    name,
    // The value is the upper edge of the histogram slot, as for all percentiles.
    values: columns.map((counts) => (totalIn(counts) < samplesMin ? null : (slotAt(counts, share) ?? 0) + 1)),
    format: (slot) => `~${time(timeOfSlot(edges, slot))}`,
  });
  return {
    title,
    height: 240,
    starts,
    stepMs: heat.stepMs,
    lines: [
      { ...line('p50', 0.5, 2), colour: 'heat-p50' },
      { ...line('p99', 0.99, 100), colour: 'heat-p99', dash: [6, 3] },
    ],
    axis: {
      range: [bottom, top],
      ticks: () => logTicks(edges.ns[0] ?? 1, edges.ns.at(-1) ?? 1).map((ns) => slotOfTime(edges, ns)),
      format: (slot) => time(Number(timeOfSlot(edges, slot).toPrecision(3))),
    },
    paint: heatPaint(starts, heat.stepMs, sorted),
    description: (column) => countOf(totalIn(columns[column] ?? new Map()), 'request'),
    key: heatKey(heat),
    bands,
  };
}

/**
 * A small coloured square for the legend. The script sets its colour directly, because a policy for styles
 * may forbid attributes.
 */
function keyOf(level: number): HTMLElement {
  const key = element('span', { class: 'key' });
  key.style.setProperty('--key', `var(--heat-${level})`);
  return key;
}

/** The legend of the heat map's colours. */
function heatKey(heat: Heat): HTMLElement {
  let most = 0;
  for (const column of heat.columns) {
    for (let at = 1; at < (column?.length ?? 0); at += 2) most = Math.max(most, column?.[at] ?? 0);
  }
  const items = levelRanges(most).map(({ level, from, to }) =>
    element('li', {}, keyOf(level), ` ${from === to ? count(from) : `${count(from)} to ${count(to)}`}`),
  );
  return element('ul', { class: 'legend' }, element('li', {}, 'requests in a cell:'), ...items);
}
