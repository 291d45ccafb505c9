import { levelOf } from '../level.ts';

/**
 * The values of a series, with the median of the neighbours in place of each spike. A spike is far from all
 * its neighbours but one. Its score is that of the largest value, and one such score in the lower of two
 * levels hides the step between them.
 *
 * Next to a step a value has at least two neighbours in its own level, so it is no spike. The last value
 * never is one: it may begin a level. A series with many spikes has a distribution with several peaks, and is
 * not changed: without some of the values of a peak, the others would look like a level.
 */
export function withoutSpikes(values: Float64Array): Float64Array {
  const neighbours = Array.from(values, (_, index) => neighboursOf(values, index));
  const medians = neighbours.map((beside) => levelOf(beside).median);
  const distances = values.map((value, index) => Math.abs(value - (medians[index] as number)));
  const far = times * levelOf(distances).median;
  if (!(far > 0)) return values;
  const calm = Float64Array.from(values);
  let spikes = 0;
  for (const [index, value] of values.subarray(0, -1).entries()) {
    if (!((distances[index] as number) > far)) continue;
    const near = (neighbours[index] as Float64Array).filter((other) => Math.abs(other - value) <= far);
    if (near.length > 1) continue;
    calm[index] = medians[index] as number;
    spikes += 1;
  }
  return spikes > Math.max(1, values.length * shareMax) ? values : calm;
}

/** The values on both sides of a value. The first values have more neighbours after them. */
function neighboursOf(values: Float64Array, index: number): Float64Array {
  const from = Math.max(0, index - beside);
  return Float64Array.of(
    ...values.subarray(from, index),
    ...values.subarray(index + 1, from + 1 + 2 * beside),
  );
}

/** The number of neighbours on each side of a value. */
const beside = 3;

/**
 * The fewest typical distances from its neighbours that a spike is away. The typical distance is that of a
 * usual value from its neighbours.
 */
const times = 8;

/** The largest share of spikes in a series. One spike is always allowed. */
const shareMax = 0.06;
