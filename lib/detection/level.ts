/** Values that belong together. */
export type Level = {
  readonly count: number;
  readonly mean: number;
  /** The sample's; 0 for a single value. */
  readonly deviation: number;
  readonly median: number;
};

/** At least one value. */
export function levelOf(values: Float64Array): Level {
  const count = values.length;
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const sorted = values.slice().sort();
  const median = ((sorted[(count - 1) >> 1] as number) + (sorted[count >> 1] as number)) / 2;
  return { count, mean, deviation: count < 2 ? 0 : Math.sqrt(squares / (count - 1)), median };
}

export function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
