import type { StepSlas } from '../model/sla.ts';

type MetricOfStep = { readonly metric?: string; readonly step?: number };

/**
 * Makes the function that returns the text by which a request step differs from others with the same metric.
 * The text is for example `GET /products`. The function returns undefined when no other request step of the
 * phase has the metric.
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
