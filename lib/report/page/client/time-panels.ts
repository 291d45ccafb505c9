import type { PageData, Panel, Track } from '../data/page-data.ts';
import { count, perSecond, time } from '../number-text.ts';
import { linearTicks, wholeTicks } from '../scales/ticks.ts';
import type { ChartBand, ChartLine } from './components/chart-spec.ts';
import { element } from './components/elements.ts';
import type { TimeCharts } from './components/time-charts.ts';
import { heatChart } from './heat-chart.ts';
import { phaseChart } from './phase-chart.ts';

type PanelStyle = {
  readonly panel: Panel;
  readonly title: string;
  readonly height: number;
  readonly format: (value: number) => string;
  /** `share`: the axis goes from 0 to 100 % at least. */
  readonly range?: 'share';
};

const share = (value: number): string => `${Math.round(value * 100)}\u00a0%`;

const panels: readonly PanelStyle[] = [
  { panel: 'load', title: 'Load: planned, sent, answered', height: 170, format: perSecond },
  { panel: 'errors', title: 'Failed requests by kind', height: 120, format: count },
  {
    panel: 'sessions',
    title: 'Sessions and connections, highest in each second',
    height: 140,
    format: count,
  },
  { panel: 'busy', title: 'Generator: load', height: 120, format: share, range: 'share' },
  { panel: 'delays', title: 'Generator: delays', height: 120, format: time },
];

/** Colours and dashes of the lines of a panel, in order. The dashes distinguish lines without colours. */
const styles: readonly { readonly colour: string; readonly dash?: readonly number[] }[] = [
  { colour: 'line-1' },
  { colour: 'line-2', dash: [7, 4] },
  { colour: 'line-3', dash: [2, 3] },
  { colour: 'line-4', dash: [10, 3, 2, 3] },
  { colour: 'line-5', dash: [4, 2] },
  { colour: 'line-6' },
];

/** All charts of the run as a whole, on one axis of time. */
export function addPanels(charts: TimeCharts, place: HTMLElement, data: PageData): void {
  const bands = bandsOf(data);
  charts.add(place, phaseChart(data));
  for (const panel of panels) {
    addPanel(charts, place, data, panel, bands);
    if (panel.panel === 'load' && data.heat.columns.some((column) => (column?.length ?? 0) > 0)) {
      charts.add(place, heatChart('Response times, all requests', data, data.heat, bands));
    }
  }
  place.append(
    element(
      'p',
      { class: 'fine how-to-select' },
      'Drag over a time range to select it in all charts and in the table of metrics. A double click or Escape shows the whole run.',
    ),
  );
}

function addPanel(
  charts: TimeCharts,
  place: HTMLElement,
  { seconds, origin, metrics }: PageData,
  { panel, title, height, format, range }: PanelStyle,
  bands: readonly ChartBand[],
): void {
  const tracks = seconds.tracks.filter((track) => track.panel === panel);
  if (tracks.length === 0) {
    if (panel === 'errors' && metrics.length > 0)
      place.append(element('p', { class: 'quiet' }, '✓ No request failed.'));
    return;
  }
  const left = tracks.length - styles.length;
  const starts = tracks[0]!.values.map((_, at) => origin + at * seconds.stepMs);
  charts.add(place, {
    title: left > 0 ? `${title} (${left} more not shown)` : title,
    height,
    starts,
    stepMs: seconds.stepMs,
    bands,
    lines: tracks.slice(0, styles.length).map((track, at) => lineOf(track, at, format)),
    axis: {
      ...(range === undefined
        ? {}
        : {
            range: [
              0,
              Math.max(1, ...tracks.flatMap(({ values }) => values.map((value) => value ?? 0))),
            ] as const,
          }),
      ticks: (_, most) => ticksOf(panel, most, height),
      format,
    },
  });
}

function lineOf(track: Track, at: number, format: (value: number) => string): ChartLine {
  return {
    name: track.name,
    ...styles[at]!,
    values: track.values,
    format,
  };
}

/** The labels of an axis. Requests and sessions have only whole numbers. */
function ticksOf(panel: Panel, most: number, height: number): readonly number[] {
  // Without events the axis shows only 0. Labels above 0 would look as if events had happened.
  if (most <= 1 && panel !== 'busy' && panel !== 'load') return [0];
  const ticks = panel === 'errors' || panel === 'sessions' ? wholeTicks : linearTicks;
  return ticks(most, height / 45);
}

export function bandsOf({ phases, marks, seconds, origin }: PageData): readonly ChartBand[] {
  const at = (ms: number): number => origin + ms;
  return [
    ...phases.map(({ from, to, isWarmup }): ChartBand => {
      return { from: at(from), to: at(to), look: isWarmup ? 'warmup' : 'start' };
    }),
    ...(seconds.unhealthy ?? []).flatMap((cause, column): readonly ChartBand[] => {
      const from = at(column * seconds.stepMs);
      return cause === '' ? [] : [{ from, to: from + seconds.stepMs, look: 'unhealthy' }];
    }),
    ...marks.map(({ from, to }): ChartBand => ({ from: at(from), to: at(to), look: 'broken' })),
  ];
}
