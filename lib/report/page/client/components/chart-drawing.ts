import uPlot from 'uplot';
import type { ChartBand, ChartLine, ChartSpec } from './chart-spec.ts';
import { colour } from './theme.ts';

/** Stairs, not curves: a column is one value from its begin to its end. */
export function lineOptions({ colour: of, dash, look }: ChartLine): uPlot.Series {
  const paths =
    look === 'bars' ? uPlot.paths.bars?.({ size: [0.9], align: 1 }) : uPlot.paths.stepped?.({ align: 1 });
  return {
    stroke: () => colour(of),
    ...(look === 'bars' ? { fill: () => colour(of) } : {}),
    width: look === 'bars' ? 0 : 2,
    ...(dash === undefined ? {} : { dash: [...dash] }),
    ...(paths === undefined ? {} : { paths }),
    points: { show: false },
    spanGaps: false,
  };
}

/** A stair needs the end of its last column. */
export function dataOf({ starts, stepMs, lines }: ChartSpec): uPlot.AlignedData {
  const last = starts.at(-1);
  const x = [...starts, ...(last === undefined ? [] : [last + stepMs])].map((ms) => ms / 1000);
  return [
    x,
    ...lines.map(({ values, look }) => [...values, look === 'bars' ? null : (values.at(-1) ?? null)]),
  ];
}

const stripeHeight = 5;

/** An edge where a phase starts, a shade where it warms up; what went wrong is a stripe at the top. */
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
