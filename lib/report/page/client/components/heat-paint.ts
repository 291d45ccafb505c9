import type uPlot from 'uplot';
import { levelOf } from '../../scales/levels.ts';
import { colour } from './theme.ts';

/** The counts of one column of time, by histogram slot, in the order of slots. */
export type HeatColumn = readonly (readonly [slot: number, count: number])[];

/**
 * Draws the cells of a heat map, one colour from light to dark, on a chart whose vertical axis counts
 * histogram slots.
 */
export function heatPaint(
  starts: readonly number[],
  stepMs: number,
  columns: readonly HeatColumn[],
): (chart: uPlot) => void {
  const most = Math.max(1, ...columns.map((column) => Math.max(0, ...column.map(([, count]) => count))));
  return (chart) => {
    const { ctx, bbox } = chart;
    const fills = [1, 2, 3, 4, 5, 6, 7].map((level) => colour(`heat-${level}`));
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const [at, column] of columns.entries()) {
      // Whole pixels are used, so that no background is visible between two cells.
      const left = Math.round(chart.valToPos(starts[at]! / 1000, 'x', true));
      const right = Math.round(chart.valToPos((starts[at]! + stepMs) / 1000, 'x', true));
      if (right < bbox.left || left > bbox.left + bbox.width) continue;
      for (const [slot, count] of column) {
        const bottom = Math.round(chart.valToPos(slot, 'y', true));
        const top = Math.round(chart.valToPos(slot + 1, 'y', true));
        ctx.fillStyle = fills[levelOf(count, most) - 1] ?? '';
        ctx.fillRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
      }
    }
    ctx.restore();
  };
}
