import { asWritten, type Html, html } from '../html.ts';
import { count } from '../number-text.ts';
import { clockTicks, wholeTicks } from '../scales/ticks.ts';
import { clockLabels } from './clock-labels.ts';

export type BudgetCurve = {
  /** The beginning of the first column in epoch milliseconds. `stepMs` is the width of each column. */
  readonly start: number;
  readonly stepMs: number;
  /** The number of bad requests up to the end of each column. */
  readonly spent: readonly number[];
  /** The number of bad requests that the limit allows over the whole time. */
  readonly allowed: number;
};

const [width, height] = [520, 170];
const box = { left: 50, right: 10, top: 10, bottom: 22 };
const plot = { width: width - box.left - box.right, height: height - box.top - box.bottom };

/** A figure of the bad requests over time, with a straight line for the allowed number. */
export function budgetFigure({ start, stepMs, spent, allowed }: BudgetCurve, name: string): Html {
  const end = start + spent.length * stepMs;
  const top = Math.max(allowed, spent.at(-1) ?? 0, 1) * 1.06;
  const x = (ms: number): number => Math.round(box.left + (plot.width * (ms - start)) / (end - start));
  const y = (value: number): number => Math.round((box.top + plot.height * (1 - value / top)) * 10) / 10;
  const steps = spent.map((value, at) => `H${x(start + (at + 1) * stepMs)}V${y(value)}`);
  return html`<svg class="figure budget" role="img" aria-label="Bad requests over time against ${name}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<g class="axes" fill="#5b6068">
${wholeTicks(top, 4).map(
  (value) => html`<path class="rule" stroke="#d9dce1" d="M${box.left} ${y(value)}h${plot.width}"/>
<text x="${box.left - 6}" y="${y(value) + 4}" text-anchor="end">${count(value)}</text>`,
)}
${clockLabels(clockTicks(start, end, 5), x, { y: height - 5, width })}
</g>
${asWritten(`<path class="line limit" fill="none" stroke="#b3261e" stroke-width="2" stroke-dasharray="5 3" d="M${x(start)} ${y(0)}L${x(end)} ${y(allowed)}"/>`)}
${asWritten(`<path class="line response" fill="none" stroke="#0b62b5" stroke-width="2" d="M${x(start)} ${y(0)}${steps.join('')}"/>`)}
</svg>`;
}
