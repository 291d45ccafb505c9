/**
 * The second since T0 of an instant. An instant between two seconds belongs to the first one: a second is
 * start < t <= end, like a segment. So 100 even users a second are 100 in every second, and no user remains
 * after the last second. T0 itself belongs to the first second.
 */
export function secondAt(ns: number): number {
  return ns <= 1e9 ? 0 : Math.ceil(ns / 1e9) - 1;
}
