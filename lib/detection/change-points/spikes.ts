import { levelOf } from '../level.ts';

/**
 * The values of a series, with the median of the neighbours in place of each spike. A spike is a single value
 * that is several times as far from this median as all its neighbours. Its score is that of the largest
 * value, and one such score in the lower of two levels hides the step between them.
 *
 * Next to a step some neighbours have the other level, so no value there is a spike. The last value never is
 * one: it may begin a level. Nothing is replaced among equal neighbours, because rare values are then usual.
 * A series with many spikes has a distribution with several peaks, and is not changed.
 */
export function withoutSpikes(values: Float64Array): Float64Array {
  const calm = Float64Array.from(values);
  let spikes = 0;
  for (const [index, value] of values.entries()) {
    const from = Math.max(0, index - beside);
    const before = values.subarray(from, index);
    const neighbours = Float64Array.of(...before, ...values.subarray(index + 1, from + 1 + 2 * beside));
    if (neighbours.length < fewest) continue;
    const { median } = levelOf(neighbours);
    const farthest = Math.max(...neighbours.map((neighbour) => Math.abs(neighbour - median)));
    if (farthest === 0 || !(Math.abs(value - median) > times * farthest)) continue;
    calm[index] = median;
    spikes += 1;
  }
  return spikes > values.length * shareMax ? values : calm;
}

/** The neighbours on each side. The first values have more after them, because a first run is often slow. */
const beside = 3;

/** The fewest neighbours that show whether a value is a spike. */
const fewest = 4;

/** How many times as far as all its neighbours a spike is. */
const times = 5;

/** The largest share of spikes. */
const shareMax = 0.1;
