import type { Following } from '../../../http/exchange/request-plan.ts';
import type { FollowRedirect } from '../../../model/benchmark.ts';
import type { MetricRecorder } from '../../../statistics/recording/metric-recorder.ts';
import { htmlTokenizer } from '../../html/attributes.ts';
import { RefreshReader } from '../../html/refresh.ts';
import type { SequenceCompiler } from '../../kind.ts';

/**
 * Compiles how redirects are followed. Undefined when the request follows none. `step` is the number of the
 * request step, under which all its redirects are counted.
 */
export function compileFollowing(
  policy: FollowRedirect,
  step: number,
  compiler: SequenceCompiler,
): Following | undefined {
  if (policy === 'NEVER') return undefined;
  const { pools, recorder, load } = compiler.environment;
  const readsPages = policy !== 'LOCATION_ONLY';
  if (readsPages) load(htmlTokenizer.load());
  let metric: MetricRecorder | undefined;
  return {
    byLocation: policy !== 'HTML_ONLY',
    pageReader: readsPages ? () => new RefreshReader() : undefined,
    pools: pools.list,
    metric: () => {
      metric ??= recorder.metric(`${compiler.sequence}_redirect_${step}`, step);
      return metric;
    },
  };
}
