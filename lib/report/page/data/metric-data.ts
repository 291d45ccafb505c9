import type { RunDocument } from '../../../driver/run/document.ts';
import { metricName } from '../../metric-name.ts';
import { columnOf, type Grid } from './grid.ts';
import { heatOf } from './heat.ts';
import type { MetricData } from './page-data.ts';
import { pointsOf, responseTimesOf, serviceTimesOf } from './percentile-curve.ts';

type Entry = RunDocument['stats'][number];

/** The limit of agents that the page shows for one metric. */
const agentsMax = 50;

/** The charts and numbers of a metric that the report page shows when a reader opens its row in the table. */
export function metricDataOf(entry: Entry, id: string, run: RunDocument, grid: Grid): MetricData {
  const heat = heatOf(entry, grid);
  const counted = (value: (row: Entry['series'][number]) => number): number[] => {
    const counts = heat.columns.map(() => 0);
    for (const row of entry.series) {
      const at = columnOf(grid, row.startTime) - heat.first;
      while (counts.length <= at) counts.push(0);
      if (at >= 0) counts[at]! += value(row);
    }
    return counts;
  };
  return {
    id,
    phase: entry.name,
    metric: metricName(entry),
    heat,
    requests: counted(({ requestCount }) => requestCount),
    failed: counted(({ failed }) => failed),
    curves: curvesOf(entry),
    statuses: statusesOf(entry),
    ...agentsOf(entry, run),
  };
}

function curvesOf({ histograms }: Entry): MetricData['curves'] {
  const both = [
    ['response time', responseTimesOf(histograms)] as const,
    ['service time', serviceTimesOf(histograms)] as const,
  ];
  return both.flatMap(([name, times]) => (times === undefined ? [] : [{ name, points: pointsOf(times) }]));
}

/**
 * The numbers of responses by class of status, then the counters of handlers, such as exact statuses.
 * Counters of 0 are left out.
 */
function statusesOf({ total }: Entry): MetricData['statuses'] {
  const { http, bytes, ...counted } = total.summary.extensions;
  const classes = Object.entries(http).filter(([name]) => name.startsWith('status_'));
  const others = Object.entries(counted as Readonly<Record<string, object>>).flatMap(([key, values]) =>
    Object.entries(values)
      .filter(([name]) => name !== '@type')
      .map(([name, value]) => [`${key} ${name}`, Number(value)] as const),
  );
  const named = classes.map(([name, value]) => [name.slice('status_'.length), Number(value)] as const);
  return [...named, ...others].filter(([, value]) => value > 0);
}

function agentsOf(
  { name, metric, stepId }: Entry,
  { agents }: RunDocument,
): Pick<MetricData, 'agents' | 'agentsLeft'> {
  const rows = agents.flatMap(({ name: agent, stats }) =>
    stats
      .filter((each) => each.name === name && each.metric === metric && each.stepId === stepId)
      .map(({ total: { summary } }) => ({
        agent,
        requests: summary.requestCount,
        failed: summary.failed,
        p50: summary.percentileResponseTime['50.0'],
        p99: summary.percentileResponseTime['99.0'],
        maxNs: summary.maxResponseTime,
      })),
  );
  if (rows.length === 1) return { agents: [], agentsLeft: 0 };
  return { agents: rows.slice(0, agentsMax), agentsLeft: Math.max(0, rows.length - agentsMax) };
}
