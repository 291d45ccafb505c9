import { type Criterion, criteriaOf } from '../../judging/criteria.ts';
import type { Verdict } from '../../judging/sla.ts';
import type { Sla } from '../../model/sla.ts';
import { requestNames } from '../../request/distinct-names.ts';
import { openTotals } from '../../statistics/merge.ts';
import type { PhaseView } from '../run-record.ts';

/** A limit of the document for which nothing was measured, so that it was neither kept nor broken. */
export type Unjudged = Pick<
  Verdict,
  'phase' | 'metric' | 'step' | 'request' | 'criterion' | 'quantile' | 'limit'
>;

/**
 * The limits of the document for which a phase has no measurements. For a phase that never started, or that
 * sent no request, these are all its limits.
 */
export function unjudgedOf({ run, plan, phase, merged }: PhaseView): readonly Unjudged[] {
  if (phase.isJudged === false) return [];
  const nameOf = requestNames(plan.requests, openTotals(merged).metrics);
  const byStep = Map.groupBy(run.verdicts, ({ step }) => step);
  const ofSteps = plan.requests.flatMap(({ step, metric, slas }) => {
    const place = { step, ...(metric === undefined ? {} : { metric }) };
    const request = nameOf(place);
    const at = { ...place, ...(request === undefined ? {} : { request }) };
    return without(slas, byStep.get(step) ?? []).map((limit) => ({ phase: phase.name, ...at, ...limit }));
  });
  const ofMetrics = (phase.customSlas ?? []).flatMap(({ metric, slas }) => {
    const judged = run.verdicts.filter((verdict) => verdict.metric === metric);
    return without(slas, judged).map((limit) => ({ phase: phase.name, metric, ...limit }));
  });
  return [...ofSteps, ...ofMetrics];
}

type Limit = Pick<Verdict, 'criterion' | 'quantile' | 'limit'>;

function without(slas: readonly Sla[], judged: readonly Verdict[]): readonly Limit[] {
  const isSame = (limit: Criterion) => (verdict: Verdict) =>
    verdict.isDefault !== true &&
    verdict.criterion === limit.criterion &&
    verdict.quantile === limit.quantile &&
    verdict.limit === limit.limit;
  return slas
    .flatMap(criteriaOf)
    .filter((limit) => !judged.some(isSame(limit)))
    .map(({ criterion, quantile, limit }) => ({
      criterion,
      ...(quantile === undefined ? {} : { quantile }),
      limit,
    }));
}
