import { edgesOf, type Timeline } from '../../../driver/statistics/latency-timeline.ts';

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const gap = '·';

/** The most bars in one line. With more columns, neighbouring columns share a bar. */
const barsMax = 20;

/** A percentile over time, drawn as bars from 0 to its highest value. A column without responses is a gap. */
export function sparkline({ columns }: Timeline, percentile: number): string {
  const width = Math.ceil(columns.length / barsMax);
  const values: number[] = [];
  for (let at = 0; at < columns.length; at += width)
    values.push(percentileOf(columns.slice(at, at + width), percentile));
  const highest = Math.max(...values);
  return values
    .map((value) => (value === 0 ? gap : bars[Math.ceil((value / highest) * bars.length) - 1]))
    .join('');
}

/** A percentile of some columns together, exact to a histogram slot. 0 when the columns are empty. */
function percentileOf(columns: readonly (readonly number[])[], percentile: number): number {
  const counts = new Map<number, number>();
  for (const column of columns)
    for (let at = 0; at < column.length; at += 2)
      counts.set(column[at]!, (counts.get(column[at]!) ?? 0) + column[at + 1]!);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let rank = Math.max(1, Math.ceil((percentile / 100) * total));
  for (const [slot, count] of [...counts].sort(([one], [other]) => one - other)) {
    rank -= count;
    if (rank <= 0) return edgesOf(slot).to;
  }
  return 0;
}
