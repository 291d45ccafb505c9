import type { RunDocument } from '../../../driver/run/document.ts';
import type { Format, NamedFile } from '../format.ts';
import { type Cell, lineOf } from './cells.ts';
import {
  extensionCellsOf,
  extensionHeader,
  requestColumn,
  type Summary,
  summaryCells,
  summaryHeader,
} from './columns.ts';
import { failuresText } from './failures.ts';
import { FileNames } from './file-names.ts';

/** The files that the original driver writes to `stats/` of a run, with its names, headers and orders. */
export const csv: Format = {
  name: 'csv',
  extension: undefined,
  summary: 'a folder with total.csv, a histogram and a series of each metric, sessions and more',
  write(run) {
    const names = new FileNames();
    const named = (parts: readonly (string | number)[], ending: string, text: string): NamedFile => ({
      name: names.of(parts, ending),
      text,
    });
    return [
      named(['total'], '.csv', totalsText(run.stats)),
      named(['failures'], '.csv', failuresText(run)),
      named(['agentCpu'], '.csv', agentCpuText(run.agentCpu)),
      ...run.agents.map(({ name, stats }) => named(['agent', name], '.csv', totalsText(stats))),
      ...run.stats.flatMap((entry) => [
        named([entry.name, entry.metric, entry.stepId], '.histogram.csv', histogramText(entry)),
        named([entry.name, entry.metric, entry.stepId], '.series.csv', seriesText(entry)),
      ]),
      ...run.agents.flatMap((agent) =>
        agent.stats.flatMap((entry) => {
          const parts = [entry.name, entry.metric, entry.stepId, 'agent', agent.name];
          return [
            ...(entry.histogram.percentiles.length === 0
              ? []
              : [named(parts, '.histogram.csv', histogramText(entry))]),
            ...(entry.series.length === 0 ? [] : [named(parts, '.series.csv', seriesText(entry))]),
          ];
        }),
      ),
      ...run.sessions.map(({ name, sessions }) =>
        named(
          [name],
          '.sessions.csv',
          gaugeText(
            'Sessions',
            sessions.map(({ minSessions: min, maxSessions: max, ...at }) => ({ ...at, min, max })),
          ),
        ),
      ),
      ...Object.entries(run.connections).flatMap(([target, types]) =>
        Object.entries(types).map(([type, rows]) =>
          named([target, type], '.connections.csv', gaugeText('Connections', rows)),
        ),
      ),
    ];
  },
};

type AgentEntry = RunDocument['agents'][number]['stats'][number];
type Entry = Pick<AgentEntry, 'name' | 'metric' | 'request' | 'stepId' | 'total'>;

function totalsText(entries: readonly Entry[]): string {
  const more = extensionHeader(entries.map(({ total }) => total.summary));
  const requests = requestColumn(entries);
  const header = [
    ...['Phase', 'Metric', 'Start', 'End', ...summaryHeader, ...more, 'MinSessions', 'MaxSessions'],
    ...requests.header,
  ];
  return csvText(header, entries, (entry) => {
    const { start, end, summary, minSessions, maxSessions } = entry.total;
    return [
      ...[entry.name, entry.metric, start, end],
      ...summaryCells(summary),
      ...extensionCellsOf(summary, more),
      ...[minSessions, maxSessions],
      ...requests.cells(entry),
    ];
  });
}

function seriesText({ series }: { readonly series: readonly Summary[] }): string {
  const more = extensionHeader(series);
  return csvText(['Start', 'End', ...summaryHeader, ...more], series, (second) => [
    ...[second.startTime, second.endTime],
    ...summaryCells(second),
    ...extensionCellsOf(second, more),
  ]);
}

/** The percentile distribution of HdrHistogram in its CSV form. Values are in milliseconds. */
function histogramText({ histogram }: Pick<AgentEntry, 'histogram'>): string {
  const lines = histogram.percentiles.map(({ to, percentile, totalCount }) => {
    const rest = percentile < 1 ? (1 / (1 - percentile)).toFixed(2) : 'Infinity';
    return `${(to / 1_000_000).toFixed(2)},${percentile.toFixed(12)},${totalCount},${rest}\n`;
  });
  return `"Value","Percentile","TotalCount","1/(1-Percentile)"\n${lines.join('')}`;
}

type Gauge = {
  readonly timestamp: number;
  readonly agent: string;
  readonly min: number;
  readonly max: number;
};

const gaugeText = (what: string, rows: readonly Gauge[]): string =>
  csvText(['Timestamp', 'Agent', `Min${what}`, `Max${what}`], rows, ({ timestamp, agent, min, max }) => [
    ...[timestamp, agent, min, max],
  ]);

function agentCpuText(agentCpu: RunDocument['agentCpu']): string {
  const phases = Object.entries(agentCpu);
  const agents = [...new Set(phases.flatMap(([, usage]) => Object.keys(usage)))].sort();
  return csvText(['phase', ...agents], phases, ([phase, usage]) => [
    phase,
    ...agents.map((agent) => usage[agent]),
  ]);
}

function csvText<Row>(
  header: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => readonly Cell[],
): string {
  return [lineOf(header), ...rows.map((row) => lineOf(cells(row)))].join('');
}
