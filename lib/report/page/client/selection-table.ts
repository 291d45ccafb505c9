import { addColumns, type Counts, slotAt, totalIn } from '../data/heat-columns.ts';
import type { MetricData, PageData } from '../data/page-data.ts';
import { clockTime, count, perSecond, share, time } from '../number-text.ts';
import { timeOfSlot } from '../scales/histogram-slots.ts';
import { element } from './components/elements.ts';

/** Shows the metrics for a selected time range, from the sums of the histograms of its columns. */
export function selectionTable(data: PageData, root: ParentNode, table: HTMLTableElement | null) {
  const note = root.querySelector<HTMLElement>('#metrics-window');
  const heads = [...(table?.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent ?? '');
  const kept = new Map<HTMLTableCellElement, readonly Node[]>();
  let reset = (): void => {};
  const restore = (): void => {
    for (const [cell, nodes] of kept) cell.replaceChildren(...nodes);
    kept.clear();
    table?.classList.remove('selection');
  };
  const select = (from: number, to: number, isWhole: boolean): void => {
    restore();
    if (note !== null) note.hidden = isWhole;
    if (isWhole || table === null) return;
    table.classList.add('selection');
    const { stepMs } = data.heat;
    const first = Math.floor((from - data.origin) / stepMs + 1e-6);
    const last = Math.max(first + 1, Math.ceil((to - data.origin) / stepMs - 1e-6));
    for (const metric of data.metrics) {
      const row = document.getElementById(metric.id) as HTMLTableRowElement | null;
      if (row !== null) fill(row, heads, textsOf(metric, data, first, last), kept);
    }
    const [begin, end] = [data.origin + first * stepMs, data.origin + last * stepMs];
    note?.replaceChildren(
      `This table counts only requests from ${clockTime(begin)} to ${clockTime(end)} UTC. Percentiles with a ~ are exact to about 3 %. `,
      button('Show the whole run', () => reset()),
    );
  };
  const onReset = (all: () => void): void => {
    reset = all;
  };
  return { select, onReset };
}

function fill(
  row: HTMLTableRowElement,
  heads: readonly string[],
  texts: Readonly<Record<string, string>>,
  kept: Map<HTMLTableCellElement, readonly Node[]>,
): void {
  for (const [at, head] of heads.entries()) {
    const cell = row.cells[at];
    if (cell === undefined || at < 2) continue;
    kept.set(cell, [...cell.childNodes]);
    cell.replaceChildren(texts[head] ?? '');
  }
}

function textsOf(metric: MetricData, { edges, heat: { stepMs } }: PageData, from: number, to: number) {
  const sum = (values: readonly number[]): number =>
    values
      .slice(Math.max(0, from - metric.heat.first), Math.max(0, to - metric.heat.first))
      .reduce((all, value) => all + value, 0);
  const [requests, failed] = [sum(metric.requests), sum(metric.failed)];
  const counts: Counts = addColumns(new Map(), metric.heat, from, to);
  const answers = totalIn(counts);
  const percentile = (percent: number): string => {
    const slot = answers * (100 - percent) >= 100 - 1e-9 ? slotAt(counts, percent / 100) : undefined;
    return slot === undefined ? '' : `~${time(timeOfSlot(edges, slot + 1))}`;
  };
  const highest = slotAt(counts, 1);
  return {
    requests: count(requests),
    rate: perSecond(Number((requests / (((to - from) * stepMs) / 1000)).toPrecision(3))),
    failed: failed === 0 ? '0' : `${count(failed)} ${share(failed / Math.max(1, requests))}`,
    p50: percentile(50),
    p90: percentile(90),
    p99: percentile(99),
    'p99.9': percentile(99.9),
    max: highest === undefined ? '' : `~${time(timeOfSlot(edges, highest + 1))}`,
  };
}

function button(text: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', act);
  return made;
}
