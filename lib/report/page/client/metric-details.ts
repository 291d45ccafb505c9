import type { MetricData, PageData } from '../data/page-data.ts';
import { count, countOf, percentileText, share, time } from '../number-text.ts';
import { curveFigure, lineSample } from '../svg/percentile-curve.ts';
import { element, tableOf } from './components/elements.ts';
import { nodesOf } from './components/parse-markup.ts';
import type { TimeCharts } from './components/time-charts.ts';
import { heatChart } from './heat-chart.ts';
import { bandsOf } from './time-panels.ts';

/** Makes the names of metrics into buttons that open details below their row. */
export function showDetails(table: HTMLTableElement, data: PageData, charts: TimeCharts): void {
  for (const metric of data.metrics) {
    const row = document.getElementById(metric.id) as HTMLTableRowElement | null;
    const name = row?.cells[1];
    if (row === null || name === undefined) continue;
    const button = element(
      'button',
      { type: 'button', class: 'opener', 'aria-expanded': 'false' },
      ...name.childNodes,
    );
    name.replaceChildren(button);
    button.addEventListener('click', () => {
      const isOpen = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', `${!isOpen}`);
      const below = row.nextElementSibling;
      if (below instanceof HTMLElement && below.classList.contains('detail')) {
        charts.forget(below);
        below.remove();
      }
      if (!isOpen) open(row, table, metric, data, charts);
    });
  }
}

function open(
  row: HTMLTableRowElement,
  table: HTMLTableElement,
  metric: MetricData,
  data: PageData,
  charts: TimeCharts,
): void {
  const cell = element('td', { colspan: table.tHead?.rows[0]?.cells.length ?? 1 });
  row.after(element('tr', { class: 'detail' }, cell));
  if (metric.heat.columns.some((column) => (column?.length ?? 0) > 0)) {
    const title = `Response times of ${metric.phase} / ${metric.metric}`;
    charts.add(cell, heatChart(title, data, metric.heat, bandsOf(data)));
  }
  cell.append(element('div', { class: 'pair' }, curveOf(metric), tablesOf(metric)));
}

/**
 * The curves of response time and service time. The gap between them is waiting time, in the generator or for
 * a connection.
 */
function curveOf({ id, curves }: MetricData): HTMLElement {
  const styles = ['response', 'service'] as const;
  const lines = curves.map(({ name, points }, at) => ({
    name,
    look: styles[at] ?? ('all' as const),
    points,
  }));
  const figure = element('figure', {}, element('figcaption', {}, 'Response time and service time'));
  if (lines.every(({ points: { total } }) => total < 20)) {
    figure.append(element('p', { class: 'empty' }, 'Too few responses for a curve.'));
    return figure;
  }
  figure.append(...nodesOf(curveFigure(lines, [], `${id}-curve`)));
  const legend = element('ul', { class: 'legend' });
  for (const { name, look } of lines) {
    legend.append(element('li', {}, ...nodesOf(lineSample(look)), ` ${name}`));
  }
  figure.append(legend);
  return figure;
}

function tablesOf({ statuses, agents, agentsLeft, requests }: MetricData): HTMLElement {
  const parts = element('div');
  const all = requests.reduce((sum, value) => sum + value, 0);
  if (statuses.length > 0) {
    const rows = statuses.map(([name, value]) => [name, count(value), share(value / Math.max(1, all))]);
    parts.append(
      element('h3', {}, 'Counted'),
      tableOf('Counted', ['answers', 'count', 'of the requests'], rows),
    );
  }
  if (agents.length > 0) {
    const rows = agents.map((agent) => [
      agent.agent,
      count(agent.requests),
      count(agent.failed),
      percentileText(agent.p50, 50, agent.requests) ?? '',
      percentileText(agent.p99, 99, agent.requests) ?? '',
      time(agent.maxNs),
    ]);
    parts.append(
      element('h3', {}, 'By agent'),
      tableOf('By agent', ['agent', 'requests', 'failed', 'p50', 'p99', 'max'], rows),
    );
    if (agentsLeft > 0)
      parts.append(element('p', { class: 'fine' }, `${countOf(agentsLeft, 'more agent')} not shown.`));
  }
  return parts;
}
