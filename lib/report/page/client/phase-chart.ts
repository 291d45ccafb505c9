import type uPlot from 'uplot';
import type { PageData, PhaseBand } from '../data/page-data.ts';
import type { ChartSpec } from './components/chart-spec.ts';
import { colour } from './components/theme.ts';

const laneHeight = 20;
const axisHeight = 34;

/** The chart of the phases' times. Phases that overlap are drawn below each other. */
export function phaseChart({ phases, origin, lengthMs, seconds }: PageData): ChartSpec {
  const lanes = lanesOf(phases);
  const { stepMs } = seconds;
  const starts = Array.from({ length: Math.ceil(lengthMs / stepMs) }, (_, at) => origin + at * stepMs);
  return {
    title: 'Phases',
    height: axisHeight + lanes.length * laneHeight,
    starts,
    stepMs,
    lines: [],
    bands: [],
    axis: { range: [0, lanes.length], ticks: () => [], format: () => '' },
    paint: (chart) => {
      for (const [lane, those] of lanes.entries())
        for (const phase of those) paint(chart, phase, origin, lanes.length - lane);
    },
    description: (column) => {
      const at = column * stepMs;
      return phases
        .filter(({ from, to }) => from < at + stepMs && to > at)
        .map(({ name }) => name)
        .join(', ');
    },
  };
}

/** Places each phase in the first row that is free when the phase starts. */
function lanesOf(phases: readonly PhaseBand[]): readonly (readonly PhaseBand[])[] {
  const lanes: PhaseBand[][] = [];
  for (const phase of phases.toSorted((one, other) => one.from - other.from)) {
    const free = lanes.find((lane) => lane.at(-1)!.to <= phase.from);
    if (free === undefined) lanes.push([phase]);
    else free.push(phase);
  }
  return lanes;
}

function paint(chart: uPlot, { name, from, to, isWarmup }: PhaseBand, origin: number, lane: number): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  const left = Math.max(bbox.left, chart.valToPos((origin + from) / 1000, 'x', true));
  const right = Math.min(bbox.left + bbox.width, chart.valToPos((origin + to) / 1000, 'x', true));
  const [top, bottom] = [chart.valToPos(lane, 'y', true), chart.valToPos(lane - 1, 'y', true)];
  if (right <= left) return;
  ctx.save();
  ctx.fillStyle = colour(isWarmup ? 'phase-warmup' : 'phase');
  ctx.fillRect(left, top + scale, right - left - scale, bottom - top - 2 * scale);
  ctx.font = `${12 * scale}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = colour('ink');
  const text = isWarmup ? `${name} (warm-up)` : name;
  if (ctx.measureText(text).width + 10 * scale < right - left)
    ctx.fillText(text, left + 6 * scale, (top + bottom) / 2);
  ctx.restore();
}
