import { leastRuns, splitsOf } from '../../lib/detection/change-points/segment-splits.ts';
import { randomFrom } from './series.ts';

/**
 * The strength that stable series reach by chance: the strongest split of this many random orders of n
 * values, all equally likely. The program prints the rows of lib/detection/change-points/critical-values.ts,
 * which takes half a minute.
 */
const chances = [0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const sizes = [
  [10, 40_000],
  [12, 40_000],
  [14, 40_000],
  [17, 40_000],
  [20, 40_000],
  [25, 30_000],
  [30, 30_000],
  [40, 20_000],
  [50, 16_000],
  [100, 10_000],
  [200, 5_000],
  [500, 5_000],
] as const;

const random = randomFrom(20_260);
for (const [n, times] of sizes) {
  const strengths = Float64Array.from({ length: times }, () =>
    strongestIn(Float64Array.from({ length: n }, random)),
  ).sort();
  const quantiles = chances.map((chance) => (strengths[Math.floor(times * (1 - chance))] ?? 0).toFixed(3));
  console.log(`  [${n}, [${quantiles.join(', ')}]],`);
}

/** The strength of the strongest split of a series; 0 for a series that is too short for a split. */
function strongestIn(values: Float64Array): number {
  let strongest = 0;
  for (const { strength } of splitsOf(values, leastRuns)) if (strength > strongest) strongest = strength;
  return strongest;
}
