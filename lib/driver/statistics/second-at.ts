/**
 * The second since T0 to which an instant belongs. An instant between two seconds belongs to the earlier one:
 * a second is start < t <= end, like a segment. So with 100 evenly spaced users a second, every second has
 * 100 users, and no user remains after the last second. T0 itself belongs to the first second.
 */
export function secondAt(ns: number): number {
  return ns <= 1e9 ? 0 : Math.ceil(ns / 1e9) - 1;
}
