import { damaged } from '../byte-buffer.ts';
import { slotCount } from './layout.ts';

/**
 * The slots of one histogram that have values, in rising order. The object is filled again for each
 * histogram, so that reading allocates nothing.
 */
export class Sparse {
  readonly slots = new Uint16Array(slotCount);
  readonly counts = new Float64Array(slotCount);
  length = 0;
  /** The sum of the counts. */
  total = 0;

  /**
   * Reads the payload of HdrHistogram's V2 form, which is a sequence of ZigZag LEB128 numbers (signed numbers
   * of variable length). A number of at least 0 is the count of a slot. A negative number is the number of
   * empty slots.
   */
  read(bytes: Uint8Array, start: number, end: number): void {
    const { slots, counts } = this;
    let [length, slot, total, at] = [0, 0, 0, start];
    if (end > bytes.length) throw damaged();
    while (at < end) {
      let value = bytes[at++]!;
      if (value >= 128) {
        value -= 128;
        // The ninth byte is always the last one of a number, so its highest bit has no special meaning.
        for (let [scale, place] = [128, 2]; ; scale *= 128, place += 1) {
          const byte = bytes[at++];
          if (byte === undefined) throw damaged();
          const more = byte >= 128 && place < 9;
          value += (more ? byte - 128 : byte) * scale;
          if (!more) break;
        }
      }
      if (value % 2 === 1) {
        slot += (value + 1) / 2;
        continue;
      }
      if (slot >= slotCount) throw damaged();
      if (value > 0) {
        slots[length] = slot;
        counts[length] = value / 2;
        length += 1;
        total += value / 2;
      }
      slot += 1;
    }
    this.length = length;
    this.total = total;
  }
}
