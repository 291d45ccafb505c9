/** A part of a series, from the index `from` to the index `to`. The value at `to` is not included. */
export type Segment = { readonly from: number; readonly to: number };

/**
 * The segments that the search for changes visits (seeded binary segmentation). For each length, segments
 * begin at multiples of half the length. The last segment of a length ends with the series, and the whole
 * series is a segment too.
 *
 * A change and its reversal cancel in the whole series, but a segment with only one of them shows it clearly.
 * The positions of segments do not depend on the length of the series, except for those that end with it. So
 * a change that was found in the others remains when values are added. All segments together have fewer than
 * 5·n·log₂ n values.
 */
export function* segmentsOf(n: number, shortest: number): Generator<Segment> {
  for (let length = shortest; length < n; length = Math.ceil(length * Math.SQRT2)) {
    const step = Math.ceil(length / 2);
    let from = 0;
    for (; from + length <= n; from += step) yield { from, to: from + length };
    if (from - step + length < n) yield { from: n - length, to: n };
  }
  yield { from: 0, to: n };
}
