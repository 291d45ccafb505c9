import type uPlot from 'uplot';
import { clockTime } from '../../number-text.ts';
import type { ChartSpec } from './chart-spec.ts';
import { tableOf } from './elements.ts';

function columnAt({ starts, stepMs }: ChartSpec, chart: uPlot): number {
  const { left } = chart.cursor;
  if (left === undefined || left === null || left < 0) return -1;
  const at = Math.floor((chart.posToVal(left, 'x') * 1000 - (starts[0] ?? 0)) / stepMs);
  return at < starts.length ? at : -1;
}

export function readOut(chart: uPlot, spec: ChartSpec, readouts: readonly HTMLElement[]): void {
  const column = columnAt(spec, chart);
  for (const [at, { values, format }] of spec.lines.entries()) {
    const value = column < 0 ? undefined : values[column];
    readouts[at]!.textContent = value === undefined || value === null ? '' : format(value, column);
  }
}

export function descriptionOf({ lines, description }: ChartSpec, column: number): string {
  const texts = lines.flatMap(({ name, values, format }) => {
    const value = values[column];
    return value === undefined || value === null ? [] : [`${name} ${format(value, column)}`];
  });
  const more = description?.(column) ?? '';
  return [...texts, ...(more === '' ? [] : [more])].join(', ') || 'nothing known';
}

export function tableOfSpec({ title, starts, lines }: ChartSpec): HTMLElement {
  const rows = starts.map((start, column) => [
    clockTime(start),
    ...lines.map(({ values, format }) => {
      const value = values[column];
      return value === undefined || value === null ? '' : format(value, column);
    }),
  ]);
  return tableOf(title, ['time (UTC)', ...lines.map(({ name }) => name)], rows);
}
