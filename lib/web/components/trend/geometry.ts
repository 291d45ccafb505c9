/** The area of the chart's points in the units of the drawing. */
export type Area = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type Point = { readonly x: number; readonly y: number };

/** A scale from zero to a round number that holds all values. */
export type Scale = { readonly max: number; readonly ticks: readonly number[] };

/** Computes a scale for values. Null means *not measured*. */
export function scaleOf(values: readonly (number | null)[]): Scale {
  const most = values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0);
  if (most === 0) return { max: 1, ticks: [0] };
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.5, 1, 2, 5].map((each) => each * power).find((each) => most / each <= 4) ?? 10 * power;
  const count = Math.ceil(most / step);
  const ticks = Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
  return { max: count * step, ticks };
}

/** The horizontal middle of a run. Runs are at equal distances, in their order. */
export const xOf = (at: number, count: number, { left, width }: Area): number =>
  left + ((at + 0.5) * width) / Math.max(1, count);

export const yOf = (value: number, { max }: Scale, { top, height }: Area): number =>
  top + height - (value / max) * height;

/** Lines through neighbouring values. A value that was not measured leaves a gap. */
export function linesOf(values: readonly (number | null)[], scale: Scale, area: Area): readonly string[] {
  const lines: string[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === null) lines.push([]);
    else lines.at(-1)?.push(`${rounded(xOf(at, values.length, area))},${rounded(yOf(value, scale, area))}`);
  }
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '));
}

export const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The width that a label of the horizontal axis takes, with the space to the next one. */
const labelPx = 84;

/** The indices of the runs with a label on the horizontal axis, at equal distances, with the newest run. */
export function labelled(count: number, { width }: Area): readonly number[] {
  const step = Math.max(1, Math.ceil((count * labelPx) / width));
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => count - 1 - n * step).toReversed();
}

/** The width of a character in the label of a change, which is bold. */
const characterPx = 8;

/** True when the label of a change is on the left of its line, so that it stays inside the chart. */
export const isLeftOf = (at: number, count: number): boolean => at > count / 2;

/**
 * The runs whose change has its label in the chart. An earlier change has no label if its label would touch
 * the label of a later change.
 */
export function labelledChanges(
  changes: readonly { readonly at: number; readonly label: string }[],
  count: number,
  area: Area,
): ReadonlySet<number> {
  const kept = new Set<number>();
  let free = Number.POSITIVE_INFINITY;
  for (const { at, label } of changes.toSorted((one, other) => other.at - one.at)) {
    const lengthPx = (label.length + 2) * characterPx;
    const from = xOf(at - 0.5, count, area) - (isLeftOf(at, count) ? lengthPx : 0);
    if (from + lengthPx > free) continue;
    kept.add(at);
    free = from;
  }
  return kept;
}

/** The index of the run at a position of the pointer. Undefined outside of the chart. */
export function atX(x: number, count: number, { left, width }: Area): number | undefined {
  const at = Math.floor(((x - left) / width) * count);
  return at >= 0 && at < count ? at : undefined;
}

export type Selection = { readonly from: number; readonly to: number };

export const selected = (a: number, b: number): Selection => ({ from: Math.min(a, b), to: Math.max(a, b) });

/**
 * The two sides of a comparison: the selected runs, and as many runs before them. Undefined when there is no
 * run before them.
 */
export function sidesAround(
  ids: readonly number[],
  { from, to }: Selection,
): { readonly base: readonly number[]; readonly fresh: readonly number[] } | undefined {
  const fresh = ids.slice(from, to + 1).slice(-sideMax);
  const base = ids.slice(Math.max(0, from - fresh.length), from);
  return base.length === 0 ? undefined : { base, fresh };
}

/** The most runs on one side of a comparison. */
const sideMax = 50;
