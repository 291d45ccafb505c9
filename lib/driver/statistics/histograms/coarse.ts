import { ByteReader, ByteWriter } from '../byte-buffer.ts';
import type { Histogram } from './histogram.ts';
import { slotCount } from './layout.ts';
import { Sparse } from './sparse.ts';

/**
 * Encodes a histogram with a quarter of the slots, in a fifth of the bytes. Its values are at most 1/32 too
 * high. It is for reports that are sent every few seconds, and never for results.
 *
 * The text is Base64 of pairs of numbers: the distance to the previous coarse slot, and the count. Undefined
 * when the histogram is empty.
 */
export function coarseText(histogram: Histogram): string | undefined {
  if (histogram.count === 0) return undefined;
  bytes.clear();
  let [slot, count, last] = [0, 0, 0];
  const write = (): void => {
    if (count === 0) return;
    bytes.number(slot - last);
    bytes.number(count);
    last = slot;
  };
  histogram.each((fine, times) => {
    const own = fine >>> shift;
    if (own !== slot) {
      write();
      [slot, count] = [own, 0];
    }
    count += times;
  });
  write();
  return Buffer.from(bytes.view()).toString('base64');
}

/**
 * Adds the values of a text that `coarseText` made. Each value counts as the highest value of its coarse
 * slot.
 * @throws Error for another text.
 */
export function addCoarse(text: string, histogram: Histogram): void {
  const reader = new ByteReader(Buffer.from(text, 'base64'));
  let [slot, length, total] = [0, 0, 0];
  while (reader.at < reader.bytes.length) {
    slot += reader.number();
    const fine = (slot << shift) + (1 << shift) - 1;
    if (fine >= slotCount)
      throw new RangeError('the stored bytes are not a histogram of response times; they may be damaged');
    const count = reader.number();
    place.slots[length] = fine;
    place.counts[length] = count;
    length += 1;
    total += count;
  }
  place.length = length;
  place.total = total;
  histogram.addSparse(place);
}

/** The number of bits to shift a slot's index: four neighbouring slots form one coarse slot. */
const shift = 2;
const bytes = new ByteWriter();
const place = new Sparse();
