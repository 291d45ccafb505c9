import { startConducting } from '../../lib/driver/conducting/state.ts';
import { flagCopies, flagOf } from '../../lib/driver/conducting/stop-flag.ts';
import { formatProblem } from '../../lib/driver/document/format-problems.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { chainsOf } from '../../lib/driver/planning/iteration-chains.ts';
import { paced } from '../../lib/driver/planning/pacing/add-lead-time.ts';
import { preparePlan } from '../../lib/driver/planning/prepare-plan.ts';
import { DownpourError } from '../../lib/errors.ts';
import { environment } from '../../lib/names/environment.ts';
import { regionClass } from '../../lib/quotas.ts';
import { conduct } from '../conductor-events.ts';
import { deployment } from '../deployment.ts';
import { measure } from '../metrics.ts';
import { burstStores } from '../stores.ts';
import { otherReleaseError, otherReleases } from './planning/outdated-regions.ts';
import { unreachableTargets } from './planning/unreachable-targets.ts';
import { logged } from './states/logged.ts';
import type { PlanInput, PlanOutput } from './states/messages.ts';

/**
 * Plans a burst and starts its conductor. The same document gives the same plan, so the function may run
 * twice.
 */
export const handler = logged(planning);

async function planning({ burst }: PlanInput): Promise<PlanOutput> {
  const { bursts, objects } = burstStores();
  const record = await bursts.get(burst);
  const document = await objects.document(burst);
  if (record === undefined || document === undefined) {
    throw new DownpourError('BURST_NOT_FOUND', 404, `there is no burst ${burst}`);
  }
  const { file, shards, seed, createdAt } = record;
  const { leadMs, ...bounds } = deployment(record.ownHost);
  // The contents of files are not read again: the API has checked them, and a plan does not depend on them.
  const order = {
    burst,
    ...document,
    file,
    shards,
    executor: record.executor,
    askedRegions: record.askedRegions,
    seed,
    plannedAt: createdAt,
    fileRefs: record.files?.list,
    requestsPerSecShard: record.requestsPerSecShard,
    requestsPerSecTls: record.requestsPerSecTls,
  };
  const { plan, problems } = preparePlan({ ...order, ...bounds });
  if (plan === undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    throw new DownpourError(
      'BENCHMARK_REFUSED',
      400,
      errors.map((each) => formatProblem(file, each)).join('\n'),
    );
  }
  const { maxErrors = bounds.maxErrors, stopOnFailure } = record;
  const { [environment.release]: release } = process.env;
  const stored: Plan = {
    ...plan,
    ...(release === undefined ? {} : { release }),
    ...(stopOnFailure === true ? { stopOnFailure: { failedRatio: maxErrors } } : {}),
    ...(record.ownHost === undefined ? {} : { calibrates: true }),
  };
  const [unreachable, others] = await Promise.all([
    unreachableTargets(plan, record, bounds.ownership),
    release === undefined ? [] : otherReleases(plan, record, release),
    objects.putPlan(stored, maxErrors),
  ]);
  if (unreachable.length > 0)
    await refuse(burst, new DownpourError('TARGET_UNREACHABLE', 400, unreachable.join('; ')));
  if (others.length > 0) await refuse(burst, otherReleaseError(others));
  const { failurePolicy } = plan.benchmark;
  const { graph, ...pace } = paced(plan, regionClass(process.env.AWS_REGION ?? ''), leadMs);
  const first = startConducting({ graph, failurePolicy, ...pace, startedAt: Date.now(), stopOnFailure });
  await bursts.begin(burst, first, flagOf(first), flagCopies(graph));
  await bursts.advance(burst, 'running');
  // A stop that came before the conductor began is only in the stop flag. This event lets the conductor apply
  // the stop.
  await conduct(burst, { type: 'Tick' });
  return { burst, chains: chainsOf(plan.benchmark.phases) };
}

/**
 * Ends a burst as failed before any drive starts, because a part of the load could not be sent. Throws the
 * problem.
 */
async function refuse(burst: string, problem: DownpourError): Promise<never> {
  const end = { state: 'failed', endedAt: Date.now(), reason: problem.message } as const;
  if (await burstStores().bursts.conclude(burst, end)) measure({ BurstsEnded: 1 }, end.state);
  throw problem;
}
