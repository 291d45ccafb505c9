/**
 * The ranks of the values below and above a quantile, counted from 1. Absent: there are too few values for
 * this bound.
 */
export type Ranks = { readonly low?: number; readonly high?: number };

/**
 * The ranks of two values between which the quantile (0 to 1) of `count` independent values lies, at this
 * level (two-sided). This holds for any distribution, because the number of values below the quantile is
 * binomial. 6 values bound a median on both sides, and 368 a 99th percentile.
 */
export function quantileRanks(count: number, quantile: number, level: number): Ranks {
  const { first, below } = binomial(count, quantile);
  // Value l is above the quantile when fewer than l values are below the quantile. Value h is below the
  // quantile when at least h values are.
  let low = first;
  while (low < count && (below[low - first] ?? 1) <= level / 2) low += 1;
  let high = low + 1;
  while (high <= count && 1 - (below[high - 1 - first] ?? 1) > level / 2) high += 1;
  return { ...(low < 1 ? {} : { low }), ...(high > count ? {} : { high }) };
}

/**
 * The binomial probabilities of at most `first`, `first + 1`, ... successes. Each term is computed from the
 * previous one, beginning with the likeliest. Terms beyond ten standard deviations are too small to change a
 * double, so they are left out. So even a billion trials need only the terms near the likeliest one.
 */
function binomial(trials: number, chance: number): { readonly first: number; readonly below: Float64Array } {
  const mode = Math.min(trials, Math.floor((trials + 1) * chance));
  const reach = Math.ceil(10 * Math.sqrt(trials * chance * (1 - chance))) + 60;
  const [first, last] = [Math.max(0, mode - reach), Math.min(trials, mode + reach)];
  const terms = new Float64Array(last - first + 1);
  const odds = chance / (1 - chance);
  terms[mode - first] = 1;
  for (let at = mode; at < last; at += 1)
    terms[at + 1 - first] = (terms[at - first]! * odds * (trials - at)) / (at + 1);
  for (let at = mode; at > first; at -= 1)
    terms[at - 1 - first] = (terms[at - first]! * at) / (odds * (trials - at + 1));
  const total = terms.reduce((sum, term) => sum + term, 0);
  const below = new Float64Array(terms.length);
  let sum = 0;
  for (const [at, term] of terms.entries()) {
    sum += term / total;
    below[at] = sum;
  }
  return { first, below };
}
