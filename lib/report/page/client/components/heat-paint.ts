import type uPlot from 'uplot';
import { levelCount, levelOf } from '../../scales/levels.ts';
import { colour } from './theme.ts';

/** The counts of one column of time, by histogram slot, in the order of slots. */
export type HeatColumn = readonly (readonly [slot: number, count: number])[];

/** Neighbouring slots of a column, above each other, that have the same colour. */
type Block = { readonly column: number; readonly from: number; to: number };

/** Draws cells in one colour, from light to dark. The vertical axis of the chart counts slots. */
export function heatPaint(
  starts: readonly number[],
  stepMs: number,
  columns: readonly HeatColumn[],
): (chart: uPlot) => void {
  const levels = blocksOf(columns);
  return (chart) => {
    const { ctx, bbox } = chart;
    // Uses whole pixels, so that no background is visible between two cells.
    const x = (ms: number): number => Math.round(chart.valToPos(ms / 1000, 'x', true));
    const edges = starts.map((start) => [x(start), x(start + stepMs)] as const);
    const heights = new Map<number, number>();
    const y = (slot: number): number => {
      const known = heights.get(slot) ?? Math.round(chart.valToPos(slot, 'y', true));
      heights.set(slot, known);
      return known;
    };
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const [at, blocks] of levels.entries()) {
      ctx.fillStyle = colour(`heat-${at + 1}`);
      for (const { column, from, to } of blocks) {
        const [left, right] = edges[column]!;
        if (right < bbox.left || left > bbox.left + bbox.width) continue;
        ctx.fillRect(left, y(to), Math.max(1, right - left), Math.max(1, y(from) - y(to)));
      }
    }
    ctx.restore();
  };
}

/** The blocks of each colour level. So a browser sets each colour once and fills few rectangles. */
function blocksOf(columns: readonly HeatColumn[]): readonly (readonly Block[])[] {
  const most = Math.max(1, ...columns.map((column) => Math.max(0, ...column.map(([, count]) => count))));
  const levels = Array.from({ length: levelCount }, (): Block[] => []);
  for (const [at, column] of columns.entries()) {
    for (const [slot, count] of column) {
      const blocks = levels[levelOf(count, most) - 1]!;
      const last = blocks.at(-1);
      if (last?.column === at && last.to === slot) last.to = slot + 1;
      else blocks.push({ column: at, from: slot, to: slot + 1 });
    }
  }
  return levels;
}
