/**
 * The only histogram layout of all statistics. Histograms add without loss only if their slots have the same
 * meaning. So the name of the layout is in partials, in run documents, and at the beginning of every encoded
 * histogram.
 *
 * The layout covers 1 ns to 60 s with two significant digits, as the histograms of the original driver do.
 * Below 256 ns each value has its own slot. Above that, a slot is at most 1/128 of its value wide.
 */
export const layout = {
  name: 'hdr-v2/1ns-60s/2',
  lowestNs: 1,
  highestNs: 60_000_000_000,
  significantDigits: 2,
} as const;

/**
 * The number of slots with a width of one nanosecond. Two digits need a width of one up to 200, and 256 is
 * the next power of two. Each octave above (from a number to its double) adds half as many slots.
 */
const subSlots = 256;
export const octaveSlots = subSlots / 2;

/**
 * The number of slots. 256 x 2^28 is the first such number above 60e9 ns, so there are 28 octaves above the
 * first 256 slots.
 */
export const slotCount = subSlots + 28 * octaveSlots;

/**
 * The slot that counts a value. It is the slot of hdr-histogram-js, computed without a logarithm or powers of
 * two. Values above 60 s count as 60 s. Negative values and NaN count as 0. Fractions are cut off.
 */
export function slotOf(ns: number): number {
  if (!(ns >= subSlots)) return ns > 0 ? Math.trunc(ns) : 0;
  if (ns < 2 ** 32) {
    const octave = 24 - Math.clz32(ns);
    return octave * octaveSlots + (ns >>> octave);
  }
  // `clz32` and `>>>` work only with 32 bits. A sixteenth of the highest value (60e9) fits into 32 bits.
  const sixteenth = Math.min(ns, layout.highestNs) / 16;
  const octave = 24 - Math.clz32(sixteenth);
  return (octave + 4) * octaveSlots + (sixteenth >>> octave);
}

/** The smallest value that a slot counts, in nanoseconds. */
export function lowestOf(slot: number): number {
  const octave = octaveOf(slot);
  return (slot - octave * octaveSlots) * 2 ** octave;
}

/**
 * The largest whole value that a slot counts, in nanoseconds. Percentiles and maxima are reported as this
 * value.
 */
export function highestOf(slot: number): number {
  return lowestOf(slot) + 2 ** octaveOf(slot) - 1;
}

/** The middle of a slot, rounded up, in nanoseconds. Means and deviations count each value as this one. */
export function middleOf(slot: number): number {
  return lowestOf(slot) + Math.floor(2 ** octaveOf(slot) / 2);
}

function octaveOf(slot: number): number {
  return Math.max(0, Math.floor(slot / octaveSlots) - 1);
}
