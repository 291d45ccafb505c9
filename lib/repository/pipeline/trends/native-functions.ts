import type { NativeFunctions } from '../../../results/scripts/native-shortcuts.ts';
import { metricSeries, metricTransformer } from './default-definitions.ts';

/** The values that the extractors of the transformer pass to its function. */
type RunValues = {
  readonly state: string;
  readonly phases: readonly string[];
  readonly metrics: readonly string[];
  readonly steps: readonly number[];
  readonly warmups: readonly boolean[];
  readonly summaries: readonly {
    readonly requestCount: number;
    readonly meanResponseTime: number;
    readonly percentileResponseTime: Readonly<Record<string, number>>;
  }[];
  readonly rates: readonly number[];
  readonly failed: readonly number[];
  readonly lateness: readonly Readonly<Record<string, number>>[];
  readonly namedPhases: readonly string[];
  readonly namedSteps: readonly number[];
  readonly requests: readonly string[];
};

function metricsOfRun(run: RunValues): readonly object[] {
  if (run.state !== 'passed' && run.state !== 'failed') return [];
  const requests = new Map(
    run.requests.map((request, n) => [`${run.namedPhases[n]}#${run.namedSteps[n]}`, request]),
  );
  return run.phases.flatMap((phase, n) => {
    if (run.warmups[n]) return [];
    const request = requests.get(`${phase}#${run.steps[n]}`);
    const summary = run.summaries[n] as RunValues['summaries'][number];
    const { requestCount, meanResponseTime, percentileResponseTime: times } = summary;
    return {
      phase,
      metric: request === undefined ? run.metrics[n] : `${run.metrics[n]} ${request}`,
      requests: requestCount,
      rate: run.rates[n],
      failedShare: run.failed[n],
      mean: meanResponseTime,
      p50: times['50.0'],
      p90: times['90.0'],
      p99: times['99.0'],
      'p99.9': times['99.9'],
      lateness: (run.lateness[n] as RunValues['lateness'][number])['99.0'],
    };
  });
}

/**
 * The functions of default-definitions.ts as native code. They are used as long as no user has changed the
 * functions.
 */
export const metricFunctions: NativeFunctions = new Map<string | undefined, (argument: never) => unknown>([
  [metricTransformer.function, metricsOfRun],
  [metricSeries.fingerprintFilter, ({ phase }: { readonly phase?: unknown }) => phase !== undefined],
]);
