import { type Random, randomFor } from '../../../driver/random.ts';
import { outsideOf } from './hodges-lehmann.ts';

/** The probability with which a comparison must find a change, so that the change counts as visible. */
const targetPower = 0.8;

/**
 * The smallest true shift that the rank test finds in 4 of 5 comparisons of this many runs. Its unit is the
 * standard deviation of one run, with normal noise. Undefined when no result of these runs can pass the
 * level. The test finds a shift when the interval is above 0. So this function draws samples without a shift,
 * and measures how far their intervals begin below 0. A larger shift would be found.
 */
export function visibleShift(first: number, second: number, level: number): number | undefined {
  const outside = outsideOf(first, second, level);
  if (outside < 0) return undefined;
  const key = `${first} ${second} ${outside}`;
  const known = visible.get(key) ?? quantileOf(neededShifts(first, second, outside), targetPower);
  visible.set(key, known);
  return known;
}

/** The share of comparisons that find a true shift (in standard deviations of one run). */
export function powerOf(shift: number, first: number, second: number, level: number): number {
  const outside = outsideOf(first, second, level);
  if (outside < 0) return 0;
  const needed = neededShifts(first, second, outside);
  return needed.filter((least) => shift > least).length / needed.length;
}

const visible = new Map<string, number>();

/**
 * The number of simulated comparisons, so that any number of runs takes about the same time. The result is
 * exact to 1 to 3 percentage points of power.
 */
const draws = (pairs: number): number => Math.min(2000, Math.max(200, Math.floor(100_000 / pairs)));

function neededShifts(first: number, second: number, outside: number): number[] {
  const random = randomFor(1, 'power', first, second);
  const differences = new Float64Array(first * second);
  return Array.from({ length: draws(differences.length) }, () => {
    const low = Array.from({ length: first }, () => normal(random));
    for (let at = 0; at < second; at += 1) {
      const high = normal(random);
      for (let pair = 0; pair < first; pair += 1) differences[at * first + pair] = high - low[pair]!;
    }
    return -differences.sort()[outside]!;
  });
}

function quantileOf(values: readonly number[], quantile: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? 0;
}

/** A random number from the standard normal distribution (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** The standard deviation of one run, from both sides together. 0 when neither side has a second run. */
export function noiseOf(...samples: readonly (readonly number[])[]): number {
  let [squares, freedom] = [0, 0];
  for (const sample of samples) {
    const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
    for (const value of sample) squares += (value - mean) ** 2;
    freedom += sample.length - 1;
  }
  return freedom > 0 ? Math.sqrt(squares / freedom) : 0;
}
