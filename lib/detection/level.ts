/** The level of a group of neighbouring values: its mean, median and deviation. */
export type Level = {
  readonly count: number;
  readonly mean: number;
  /** The standard deviation of the sample. 0 for a single value. */
  readonly deviation: number;
  readonly median: number;
};

/**
 * Computes the level of at least one value of any size. It scales the values if their sums or squares would
 * exceed a double.
 */
export function levelOf(values: Float64Array): Level {
  const count = values.length;
  const mean = meanOf(values);
  const sorted = values.slice().sort();
  const [low, high] = [sorted[(count - 1) >> 1] as number, sorted[count >> 1] as number];
  const median = Number.isFinite(low + high) ? (low + high) / 2 : low / 2 + high / 2;
  return { count, mean, deviation: deviationOf(values, mean), median };
}

export function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] as number;
  if (Number.isFinite(sum)) return sum / values.length;
  return values.reduce((mean, value) => mean + value / values.length, 0);
}

function deviationOf(values: Float64Array, mean: number): number {
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const isHeld = Number.isFinite(squares) && squares >= Number.MIN_VALUE / Number.EPSILON;
  if (isHeld) return Math.sqrt(squares / (values.length - 1));
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value / 2 - mean / 2)), 0);
  if (scale === 0) return 0;
  squares = 0;
  for (const value of values) squares += ((value / 2 - mean / 2) / scale) ** 2;
  const deviation = 2 * Math.sqrt(squares / (values.length - 1)) * scale;
  return Math.min(deviation, Number.MAX_VALUE);
}
