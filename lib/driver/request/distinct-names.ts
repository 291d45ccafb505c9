import type { StepSlas } from '../model/sla.ts';

type MetricOfStep = { readonly metric?: string; readonly step?: number };

/**
 * The text that distinguishes a request from other requests of its phase with the same metric. By default it
 * is the name of the sequence. Undefined for the only request of its metric, because the metric is then its
 * name.
 */
export function requestNames(
  steps: readonly StepSlas[],
  measured: readonly MetricOfStep[],
): (place: MetricOfStep) => string | undefined {
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
