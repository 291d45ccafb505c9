import type { Points } from '../data/page-data.ts';
import { asWritten, type Html, html } from '../html.ts';
import { beyondMin, time } from '../number-text.ts';
import { decadesOf, linearTicks, nines, shareName } from '../scales/ticks.ts';

export type CurveLine = {
  readonly name: string;
  /** The colour and dashes of the line, as `looks` defines them. */
  readonly look: keyof typeof looks;
  readonly points: Points;
};

/** A limit on a percentile: the time that a share of all requests may take at most. */
export type LimitStep = { readonly quantile: number; readonly limit: number; readonly measured: number };

const [width, height] = [560, 300];
const box = { left: 58, right: 12, top: 14, bottom: 40 };
/** Half of the width of the widest label of the horizontal axis, `99.999 %`. */
const labelHalf = 30;
const plot = { width: width - box.left - box.right, height: height - box.top - box.bottom };

/** Colours and dashes of lines as SVG attributes, which work in viewers that block the styles of the page. */
const looks = {
  response: 'stroke="#0b62b5" stroke-width="2.5"',
  service: 'stroke="#0a7d5a" stroke-width="2" stroke-dasharray="7 4"',
  all: 'stroke="#8a8f98" stroke-width="1.5" stroke-dasharray="2 3"',
  limit: 'stroke="#b3261e" stroke-width="2" stroke-dasharray="5 3"',
  baseline: 'stroke="#a3479a" stroke-width="2" stroke-dasharray="10 3 2 3"',
} as const;

/**
 * A figure of percentile curves. The horizontal axis has 90 %, 99 %, 99.9 % and so on, times begin at 0, and
 * limits are lines with steps. A curve ends where too few requests are left.
 */
export function curveFigure(lines: readonly CurveLine[], limits: readonly LimitStep[], id: string): Html {
  const ends = lines.map(({ points: { total } }) => Math.log10(Math.max(1, total / beyondMin)));
  const decades = Math.max(
    1,
    ...ends,
    ...limits.map(({ quantile }) => Math.min(5, decadesOf(quantile) + 0.15)),
  );
  const drawn = areFarAbove(lines, limits) ? [] : limits;
  const most = Math.max(
    1,
    longestOf(lines),
    ...drawn.map(({ limit }) => limit),
    ...nearCrosses(lines, drawn),
  );
  const top = most * 1.06;
  const x = (at: number): number => rounded(box.left + (plot.width * Math.min(at, decades)) / decades);
  const y = (ns: number): number => rounded(box.top + plot.height * (1 - ns / top));
  return html`<svg class="figure" role="img" aria-labelledby="${id}-t ${id}-d" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<title id="${id}-t">Percentile curve</title>
<desc id="${id}-d">${described(lines, limits)}</desc>
${axes({ x, y, top, decades })}
${drawn.length > 0 && limitStair(drawn, x, y)}
${lines.toReversed().map(({ look, points }) => asWritten(`<path class="line ${look}" fill="none" ${looks[look]} d="${stair(points, x, y)}"/>`))}
${drawn.filter(isBroken).map((step) => broken(step, x, y, top))}
</svg>`;
}

/**
 * A limit that exceeds the longest time by this factor is only named in the text. A cross that far above is
 * drawn at the upper edge. Otherwise the curve would be flat at the bottom of the figure.
 */
const farAbove = 3;

export const areFarAbove = (lines: readonly CurveLine[], limits: readonly LimitStep[]): boolean =>
  limits.length > 0 && limits.every(({ limit }) => limit > farAbove * longestOf(lines));

/**
 * The times of the crosses (broken limits) that are near enough to the curve. The figure reaches up to them.
 */
const nearCrosses = (lines: readonly CurveLine[], drawn: readonly LimitStep[]): readonly number[] =>
  drawn
    .filter(isBroken)
    .flatMap(({ measured }) => (measured > farAbove * longestOf(lines) ? [] : [measured]));

const isBroken = ({ limit, measured }: LimitStep): boolean => measured > limit;

const longestOf = (lines: readonly CurveLine[]): number =>
  Math.max(0, ...lines.map(({ points: { steps } }) => steps.at(-1) ?? 0));

/** A sample of a line, for a legend. */
export const lineSample = (look: keyof typeof looks): Html =>
  asWritten(
    `<svg class="sample" width="30" height="10" aria-hidden="true"><path class="line ${look}" fill="none" ${looks[look]} d="M0 5h30"/></svg>`,
  );

type Scale = (value: number) => number;

function axes({ x, y, top, decades }: { x: Scale; y: Scale; top: number; decades: number }): Html {
  const bottom = box.top + plot.height;
  return html`<g class="axes" fill="#5b6068">
${linearTicks(top, 5).map(
  (ns) => html`<path class="rule" stroke="#d9dce1" d="M${box.left} ${y(ns)}h${plot.width}"/>
<text x="${box.left - 7}" y="${y(ns) + 4}" text-anchor="end">${time(ns)}</text>`,
)}
${nines(decades).map(
  (
    share,
  ) => html`<path class="rule" stroke="#d9dce1" d="M${x(decadesOf(share))} ${box.top}v${plot.height + 4}"/>
<text x="${x(decadesOf(share))}" y="${bottom + 18}" text-anchor="${x(decadesOf(share)) > width - labelHalf ? 'end' : 'middle'}">${shareName(share)}</text>`,
)}
<text x="${box.left + plot.width / 2}" y="${height - 4}" text-anchor="middle">of the requests took at most this long</text>
</g>`;
}

/** The path of a curve. Times of a histogram are steps: between two shares only the higher time is known. */
function stair({ total, steps }: Points, x: Scale, y: Scale): string {
  let path = '';
  for (let at = 0; at + 1 < steps.length; at += 2) {
    const decades = Math.log10(total / Math.max(1, steps[at]!));
    path += at === 0 ? `M${x(decades)} ${y(steps[at + 1]!)}` : `V${y(steps[at + 1]!)}H${x(decades)}`;
  }
  return path;
}

function limitStair(limits: readonly LimitStep[], x: Scale, y: Scale): Html {
  const rising = limits.toSorted((one, other) => one.quantile - other.quantile);
  const path = rising.map(
    ({ quantile, limit }, at) =>
      `${at === 0 ? `M${box.left} ${y(limit)}` : `V${y(limit)}`}H${x(decadesOf(quantile))}`,
  );
  return asWritten(`<path class="line limit" fill="none" ${looks.limit} d="${path.join('')}"/>`);
}

/** A cross where a limit was broken. It is at the edge when it is far above the curve. */
function broken({ quantile, measured }: LimitStep, x: Scale, y: Scale, top: number): Html {
  const [cx, cy] = [x(decadesOf(quantile)), y(Math.min(measured, top))];
  return asWritten(
    `<path class="broken" stroke="#b3261e" stroke-width="2.5" d="M${cx - 5} ${cy - 5}l10 10m0 -10l-10 10"/>`,
  );
}

function described(lines: readonly CurveLine[], limits: readonly LimitStep[]): string {
  const ends = lines.map(({ name, points: { total, steps } }) => {
    const beyond = steps.at(-2) ?? total;
    return `${name}: up to ${time(steps.at(-1))} at ${shareName(1 - beyond / total)}`;
  });
  const steps = limits.map(({ quantile, limit }) => `limit ${time(limit)} at ${shareName(quantile)}`);
  return [...ends, ...steps].join('; ');
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
