import type { RunDocument } from '../../../driver/run/document.ts';
import { metricName } from '../../metric-name.ts';
import { resentIn } from '../../resent.ts';
import { counted, exactly, latency, rate } from '../../units.ts';
import { sparkline } from './sparkline.ts';
import { escaped, type TextColumn, tableWithin } from './text.ts';

type Entry = RunDocument['stats'][number];

const columns: readonly TextColumn[] = [
  { title: 'phase' },
  { title: 'metric' },
  { title: 'requests', align: 'right' },
  { title: 'rate', align: 'right' },
  { title: 'failed', align: 'right' },
  { title: 'p50', align: 'right' },
  { title: 'p90', align: 'right' },
  { title: 'p99', align: 'right' },
  { title: 'p99.9', align: 'right' },
  { title: 'max', align: 'right' },
  { title: 'p99 over time' },
];

/**
 * The table of metrics: a row for each metric of a phase in the order of the document, one for all requests,
 * and one for each region.
 */
export function metricsSection({ stats, phases, total, regions = [] }: RunDocument, bytes: number): string[] {
  if (stats.length === 0) return ['No requests were measured.', ''];
  const rows = phases.flatMap(({ name }) => stats.filter((entry) => entry.name === name).map(row));
  const all =
    stats.length > 1 && total !== undefined
      ? [['**total**', '', ...numbers(total.requestRate, total.summary), '']]
      : [];
  return [
    '### Response times',
    '',
    ...tableWithin(bytes, columns, [...all, ...regions.map(regionRow), ...rows]),
    '',
    'Times count from the instant at which a request should have been sent. A dash means too few responses for the percentile. ' +
      'The last column has bars from 0 to the highest value of the row, and a dot where no response arrived.',
    '',
  ];
}

function row(entry: Entry): string[] {
  const { name, isWarmup, timeline } = entry;
  const phase = escaped(name) + (isWarmup ? ' (warm-up)' : '');
  // A document of an older release has no timeline, so its cell is empty.
  const overTime = (timeline as Entry['timeline'] | undefined) === undefined ? '' : sparkline(timeline, 99);
  return [phase, escaped(metricName(entry)), ...numbers(entry.requestRate, entry.total.summary), overTime];
}

const regionRow = ({ region, shards, total }: NonNullable<RunDocument['regions']>[number]): string[] => [
  `**${escaped(region)}**`,
  counted(shards, 'shard'),
  ...numbers(total.requestRate, total.summary),
  '',
];

function numbers(requestRate: number, summary: Entry['total']['summary']): string[] {
  const { requestCount, responseCount, failed, percentileResponseTime, maxResponseTime } = summary;
  const times = (['50.0', '90.0', '99.0', '99.9'] as const).map((name) =>
    isBacked(responseCount, Number(name)) ? latency(percentileResponseTime[name]) : '-',
  );
  const max = responseCount > 0 ? latency(maxResponseTime) : '-';
  const resent = resentIn(summary);
  const requests = exactly(requestCount) + (resent === 0 ? '' : ` + ${exactly(resent)} resent`);
  return [requests, rate(requestRate), exactly(failed), ...times, max];
}

/**
 * True when at least one response is above a percentile. Otherwise the percentile would only be the maximum.
 */
const isBacked = (responses: number, percentile: number): boolean =>
  responses > 0 && responses * (100 - percentile) >= 100 - 1e-9;
