import type { StepSlas } from '../model/sla.ts';

type Place = { readonly metric?: string; readonly step?: number };

/**
 * The words that tell a request from others of its phase with the same metric, by default the name of its
 * sequence. Undefined for a request that is alone with its metric: the metric names it.
 */
export function requestNames(
  steps: readonly StepSlas[],
  measured: readonly Place[],
): (place: Place) => string | undefined {
  const words = new Map(steps.map(({ step, request }) => [step, request]));
  const stepsOf = new Map<string | undefined, Set<number | undefined>>();
  for (const { metric, step } of [...steps, ...measured]) {
    const known = stepsOf.get(metric) ?? new Set();
    stepsOf.set(metric, known.add(step));
  }
  return ({ metric, step }) => {
    const isAlone = metric !== undefined && (stepsOf.get(metric)?.size ?? 0) < 2;
    return isAlone || step === undefined ? undefined : words.get(step);
  };
}
