import { Float64Histogram } from 'hdr-histogram-js';
import type { Histogram } from './histogram.ts';
import { layout } from './layout.ts';

/** Converts a histogram to an object of the library hdr-histogram-js, for the iterators of that library. */
export function toLibrary(histogram: Histogram): Float64Histogram {
  const library = new Float64Histogram(layout.lowestNs, layout.highestNs, layout.significantDigits);
  histogram.each((slot, count) => library.setCountAtIndex(slot, count));
  library.establishInternalTackingValues();
  return library;
}
