import type { PageData } from '../data/page-data.ts';

type Edges = PageData['edges'];

/**
 * The position of a time on the vertical axis of a heat map, which counts histogram slots. All slots have the
 * same height and no count is divided, so the axis is approximately logarithmic.
 */
export function slotOfTime({ first, ns }: Edges, time: number): number {
  if (ns.length < 2 || time <= ns[0]!) return first;
  const above = ns.findIndex((edge) => edge > time);
  if (above < 0) return first + ns.length - 1;
  const [from, to] = [ns[above - 1]!, ns[above]!];
  return first + above - 1 + (time - from) / (to - from);
}

/** The smallest time of a histogram slot in nanoseconds. A fraction means a time inside the slot. */
export function timeOfSlot({ first, ns }: Edges, slot: number): number {
  const at = Math.min(Math.max(slot - first, 0), ns.length - 1);
  const [from = 0, to = from] = [ns[Math.floor(at)], ns[Math.floor(at) + 1]];
  return from + (to - from) * (at - Math.floor(at));
}
