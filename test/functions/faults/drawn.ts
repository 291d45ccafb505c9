import { type Fault, faults, mayFail } from './faulty.ts';

/**
 * Some pairs of a fault and the number of a call, for each fault `count` calls at equal distances. The first
 * distance differs between the faults, so that together they reach more calls.
 */
export function drawn(calls: readonly string[], count: number): readonly (readonly [Fault, number])[] {
  return faults.flatMap((fault, n) => {
    const able = calls.flatMap((name, at) => (mayFail(name, fault) ? [at] : []));
    const step = Math.max(1, able.length / count);
    const first = (step * (n + 0.5)) / faults.length;
    return able
      .filter((_, at) => Math.floor((at - first) / step) !== Math.floor((at - 1 - first) / step))
      .map((at) => [fault, at] as const);
  });
}
