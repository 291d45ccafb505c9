/**
 * Round values from 0 to the largest value, in steps of 1, 2 or 5 times a power of ten. `about` is their
 * approximate number.
 */
export function linearTicks(most: number, about: number): readonly number[] {
  if (!(most > 0)) return [0];
  const raw = most / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, at) =>
    Number((at * step).toPrecision(12)),
  );
}

/** Like linearTicks, for counts, which have only whole numbers. */
export const wholeTicks = (most: number, about: number): readonly number[] =>
  linearTicks(most, about).filter(Number.isInteger);

/** The values 1, 2 and 5 times a power of ten in a range, or only the powers if there are more than 7. */
export function logTicks(least: number, most: number): readonly number[] {
  const first = Math.floor(Math.log10(Math.max(1, least)));
  const last = Math.ceil(Math.log10(Math.max(1, most)));
  const powers = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
  const within = (values: readonly number[]) => values.filter((value) => value >= least && value <= most);
  const dense = within(powers.flatMap((power) => [power, 2 * power, 5 * power]));
  return dense.length <= 7 ? dense : within(powers);
}

/** The steps between times on an axis, in seconds. */
const clockSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];

/** Round times between two instants in epoch milliseconds. */
export function clockTicks(from: number, to: number, about: number): readonly number[] {
  const raw = (to - from) / 1000 / about;
  const stepMs = 1000 * (clockSteps.find((step) => step >= raw) ?? 86_400);
  const first = Math.ceil(from / stepMs) * stepMs;
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / stepMs) + 1) },
    (_, at) => first + at * stepMs,
  );
}

/**
 * The shares 0 %, 50 %, 90 %, 99 %, 99.9 % and so on for an axis of percentiles, up to the one with 1 of 10
 * ** `decades` requests above it.
 */
export function nines(decades: number): readonly number[] {
  const all = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999];
  return all.filter((share) => decadesOf(share) <= decades + 1e-9);
}

/** The position of a share on an axis of percentiles: 0 at the left, 1 at 90 %, 2 at 99 %. */
export const decadesOf = (share: number): number => -Math.log10(1 - share);

/** The text of a share, such as `99.9 %`. */
export const shareName = (share: number): string => `${Number((share * 100).toPrecision(8))}\u00a0%`;
