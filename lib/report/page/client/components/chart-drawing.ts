import type uPlot from 'uplot';
import { rangesOf } from '../../scales/consecutive-ranges.ts';
import type { ChartBand, ChartLine, ChartSpec } from './chart-spec.ts';
import { colour } from './theme.ts';

export function lineOptions({ colour: of, dash }: ChartLine): uPlot.Series {
  return {
    stroke: () => colour(of),
    width: 2,
    ...(dash === undefined ? {} : { dash: [...dash] }),
    paths: stairs,
    points: { show: false },
    spanGaps: false,
  };
}

/** Draws steps instead of curves. A column has one value from its beginning to its end, even before a gap. */
function stairs(chart: uPlot, series: number): uPlot.Series.Paths {
  const [x, values = []] = [chart.data[0], chart.data[series]];
  const stroke = new Path2D();
  const left = (at: number): number => chart.valToPos(x[at] ?? 0, 'x', true);
  for (const { from, to } of rangesOf(Array.from(values))) {
    for (let at = from; at < to; at += 1) {
      const level = chart.valToPos(values[at] ?? 0, 'y', true);
      if (at === from) stroke.moveTo(left(at), level);
      else stroke.lineTo(left(at), level);
      stroke.lineTo(left(at + 1), level);
    }
  }
  return { stroke };
}

/** The data of a chart. One more point is added, because the step of the last column needs an end. */
export function dataOf({ starts, stepMs, lines }: ChartSpec): uPlot.AlignedData {
  const last = starts.at(-1);
  const x = [...starts, ...(last === undefined ? [] : [last + stepMs])].map((ms) => ms / 1000);
  return [x, ...lines.map(({ values }) => [...values, null])];
}

const stripeHeight = 5;

/**
 * Draws the bands of a chart: an edge at the start of a phase, a shade for a warm-up, and a stripe at the top
 * for problems.
 */
export function paintBands(chart: uPlot, bands: readonly ChartBand[]): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { from, to, look } of bands) {
    const left = chart.valToPos(from / 1000, 'x', true);
    const width = look === 'start' ? scale : Math.max(scale, chart.valToPos(to / 1000, 'x', true) - left);
    const isStripe = look === 'broken' || look === 'unhealthy';
    ctx.fillStyle = colour(`band-${look}`);
    ctx.fillRect(left, bbox.top, width, isStripe ? stripeHeight * scale : bbox.height);
  }
  ctx.restore();
}
