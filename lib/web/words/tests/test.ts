import { counted, exactly } from '../../../report/units.ts';
import { plural } from '../../../words.ts';
import { access, labelsOfSchema } from '../run.ts';

export { access };

export const parts = {
  '': 'trend',
  runs: 'runs',
  labels: 'labels',
  changes: 'changes',
  settings: 'settings',
} as const;
export const partsLabel = (): string => 'Parts of this test';
export const noPart = (part: string): string => `The page of a test has no part ${part}.`;

export const readers = (name: keyof typeof access): string => `readers: ${access[name]}`;

export const series = (): string => 'Series';
export const total = (): string => 'all requests';
export const seriesName = (phase: string | null, metric: string | null): string =>
  phase === null ? total() : `${phase} / ${metric ?? ''}`;
export const seriesLeft = (count: number): string =>
  `${counted(count, 'more metric')} in the documents of the runs`;
export const measure = (): string => 'Measure';
export const measures = { p99: 'p99', p50: 'p50' } as const;
export const last = (): string => 'Runs';
export const lastRuns = (count: number): string => `last ${exactly(count)}`;
export const rate = (): string => 'rate';
export const failed = (): string => 'failed';

export const noRuns = (): string => 'This test has no run with results yet.';
export const noOutcomes = (): string =>
  'Other tools made these runs, so there are no response times to draw.';
export const readLabels = (): string => 'Read the label values';
export const chart = (measure: string, count: number): string =>
  `${measure} of the last ${counted(count, 'run')}`;
export const drawn = (measure: string, series: string): string => `${measure} of ${series}`;
export const keys = (): string =>
  'In a chart, arrow keys move from run to run, and Enter opens a run. To select runs and compare them with earlier runs, press Shift with an arrow key, or drag.';
export const notMeasured = (): string => 'not measured';
export const point = (id: number, state: string, value: string, time: string): string =>
  `run ${id}, ${state}, ${value}, ${time}`;
export const noState = (): string => 'no result';
export const shown = (count: number, more: boolean): string =>
  more ? `The last ${counted(count, 'run')}. There are earlier runs.` : counted(count, 'run');
export const compare = (base: number, fresh: number): string =>
  `Compare ${counted(fresh, 'selected run')} with the ${exactly(base)} before`;
export const noneBefore = (): string => 'There are no runs before the selected runs.';
export const asTable = (): string => 'Show the values as a table';
/** The label of a change in a chart, such as `cart p50 +18 %`. A long name of a metric is cut. */
export function changeMark(metric: unknown, variable: string | undefined, difference: string): string {
  const name = typeof metric === 'string' ? metric : '';
  const short = name.length > metricMax ? `${name.slice(0, metricMax)}…` : name;
  return [short, variable ?? '', difference].filter((part) => part !== '').join(' ');
}
/** The most characters of a metric's name in the label of a change. */
const metricMax = 24;

export const columns = {
  run: 'Run',
  state: 'State',
  started: 'Started',
  requests: 'Requests',
  rate: 'Rate',
  p50: 'p50',
  p99: 'p99',
  description: 'Description',
} as const;
export const allTests = (): string => 'All tests';
export const allRuns = (): string => 'All runs of this test';

/**
 * The sentence when none of the loaded datasets has a label value. With a filter, only datasets that match
 * are counted.
 */
export function noLabels(rows: number, isFiltered: boolean, hasMore: boolean): string {
  if (isFiltered)
    return hasMore
      ? 'No match among the newest datasets. Older datasets may match.'
      : 'No dataset of this test matches the filter.';
  if (hasMore)
    return `The newest ${counted(rows, 'dataset')} ${rows === 1 ? 'has' : 'have'} no label values. Downpour may still compute them, and older datasets may have some.`;
  return withoutLabels;
}
const withoutLabels = `No dataset of this test has label values. Runs of the load driver get labels by themselves. ${labelsOfSchema()}`;
export const filter = (): string => 'Filter, such as {"metric":"products"} or $.p99 ? (@ > 200000000)';
export const filterLabel = (): string => 'Filter of label values';
export const labelsShown = (rows: number, labels: number, hasMore: boolean): string =>
  `${exactly(rows)}${hasMore ? '+' : ''} ${plural('dataset', hasMore ? 2 : rows)}, ${counted(labels, 'label')}.`;
export const labelsCut = (shown: number, all: number): string =>
  `The table shows the first ${exactly(shown)} of ${counted(all, 'label')}.`;
export const labelUnits = (): string => 'In filters and in the CSV file, times are in nanoseconds.';
export const schemas = (): string => 'Schemas, which define labels';
export const more = (): string => 'Show more';
export const table = (): string => 'Label values';
export const exportCsv = (): string => 'All as CSV';
export const exportReady = (): string => 'Download the CSV file';
export const preparing = (): string => 'Preparing …';
export const values = {
  missing: '–',
  undefined: '(undefined)',
} as const;

export const settings = {
  name: 'Name',
  folder: 'Folder',
  owner: 'Team',
  access: 'Readers',
  description: 'Description',
  fingerprintLabels: 'Labels that distinguish series',
  timelineLabels: 'Labels from which the time is computed',
  notificationsEnabled: 'Notifications',
  automaticVariables: 'Series of the load driver’s runs without configuration',
  compareUrl: 'Function that makes links to comparisons',
} as const;
export const yes = (): string => 'on';
export const no = (): string => 'off';
export const none = (): string => 'none';
export const settingsHelp = (): string => 'The pages cannot change these settings. Use the API:';
