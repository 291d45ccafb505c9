/** Part of a series, its end not included. */
export type Stretch = { readonly from: number; readonly to: number };

/**
 * The stretches in which a change is looked for (seeded binary segmentation): of each length those that begin at
 * multiples of its half, the last one that ends with the series, and the whole series. Two changes of which one takes the
 * other back are invisible in the whole and clear in a stretch that has only one of them. Where stretches lie does not depend on the
 * length of the series, so what was found in them stays when values are added. Together they have less than 5·n·log₂ n values.
 */
export function* stretchesOf(n: number, shortest: number): Generator<Stretch> {
  for (let length = shortest; length < n; length = Math.ceil(length * Math.SQRT2)) {
    const step = Math.ceil(length / 2);
    let from = 0;
    for (; from + length <= n; from += step) yield { from, to: from + length };
    if (from - step + length < n) yield { from: n - length, to: n };
  }
  yield { from: 0, to: n };
}
