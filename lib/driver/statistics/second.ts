/**
 * The second since T0 that an instant belongs to, which is the one that it ends when it lies between two:
 * like a segment, a second is start < t <= end. So 100 even users a second are 100 in every second, and none
 * is left over behind the last one. T0 itself belongs to the first.
 */
export function secondAt(ns: number): number {
  return ns <= 1e9 ? 0 : Math.ceil(ns / 1e9) - 1;
}
