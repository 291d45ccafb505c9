/**
 * The only histogram layout of all statistics. Histograms add losslessly only when their slots have the same
 * meaning, so the name of the layout is in partials, in run documents, and in the head of every encoded
 * histogram.
 *
 * 1 ns to 60 s with two significant digits, as in the reference (section 14.1): neighbouring values below 256
 * ns have slots of their own, and above that a slot is at most 1/128 of its value wide.
 */
export const layout = {
  name: 'hdr-v2/1ns-60s/2',
  lowestNs: 1,
  highestNs: 60_000_000_000,
  significantDigits: 2,
} as const;

/**
 * Two digits ask for steps of one up to 200; the next power of two above that. Each octave above adds half as
 * many.
 */
const subSlots = 256;
export const octaveSlots = subSlots / 2;

/** 256 x 2^28 is the first of its kind above 60e9: 28 octaves above the first 256 slots. */
export const slotCount = subSlots + 28 * octaveSlots;

/**
 * The slot that counts a value, the same as hdr-histogram-js finds, without its logarithm and powers of two.
 * Values above 60 s count as 60 s; negative ones and NaN as 0. Fractions are cut off.
 */
export function slotOf(ns: number): number {
  if (!(ns >= subSlots)) return ns > 0 ? Math.trunc(ns) : 0;
  if (ns < 2 ** 32) {
    const octave = 24 - Math.clz32(ns);
    return octave * octaveSlots + (ns >>> octave);
  }
  // clz32 and >>> know 32 bits; a sixteenth of 60e9 fits.
  const sixteenth = Math.min(ns, layout.highestNs) / 16;
  const octave = 24 - Math.clz32(sixteenth);
  return (octave + 4) * octaveSlots + (sixteenth >>> octave);
}

/** Smallest value of a slot, in nanoseconds. */
export function lowestOf(slot: number): number {
  const octave = octaveOf(slot);
  return (slot - octave * octaveSlots) * 2 ** octave;
}

/** Largest whole value of a slot, in nanoseconds: what percentiles and maxima are reported as. */
export function highestOf(slot: number): number {
  return lowestOf(slot) + 2 ** octaveOf(slot) - 1;
}

/** Middle of a slot, rounded up, in nanoseconds: what means and deviations take its values for. */
export function middleOf(slot: number): number {
  return lowestOf(slot) + Math.floor(2 ** octaveOf(slot) / 2);
}

function octaveOf(slot: number): number {
  return Math.max(0, Math.floor(slot / octaveSlots) - 1);
}
