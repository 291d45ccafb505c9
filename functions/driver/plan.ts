import { resolveTxt } from 'node:dns/promises';
import { startConducting } from '../../lib/driver/conducting/state.ts';
import { flagCopies, flagOf } from '../../lib/driver/conducting/stop-flag.ts';
import { formatProblem } from '../../lib/driver/document/format.ts';
import { reachableServers } from '../../lib/driver/hotrod/servers.ts';
import { addressGuard } from '../../lib/driver/http/guard/lookup.ts';
import { Proofs } from '../../lib/driver/http/preflight/ownership.ts';
import { preflight, reachableTargets } from '../../lib/driver/http/preflight/preflight.ts';
import { tlsContexts } from '../../lib/driver/http/tls/context.ts';
import { storeFiles } from '../../lib/driver/http/tls/material.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { chainsOf } from '../../lib/driver/planning/chains.ts';
import { paced } from '../../lib/driver/planning/pacing/add-pace.ts';
import { preparePlan } from '../../lib/driver/planning/plan-document.ts';
import { DownpourError } from '../../lib/errors.ts';
import { environment } from '../../lib/names/environment.ts';
import { regionClass } from '../../lib/quotas.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { conduct } from '../conduct.ts';
import { deployment } from '../deployment.ts';
import { readFiles } from '../files.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { releaseIn } from '../region-machines.ts';
import { burstStores } from '../stores.ts';
import { realClock } from './clock/real-clock.ts';
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
    reach(plan, record, bounds.ownership),
    release === undefined ? [] : otherReleases(plan, record, release),
    objects.putPlan(stored, maxErrors),
  ]);
  if (unreachable.length > 0)
    await refuse(burst, new DownpourError('TARGET_UNREACHABLE', 400, unreachable.join('; ')));
  if (others.length > 0) await refuse(burst, lagging(others));
  const { failurePolicy } = plan.benchmark;
  const { graph, ...pace } = paced(plan, regionClass(process.env.AWS_REGION ?? ''), leadMs);
  const first = startConducting({ graph, failurePolicy, ...pace, startedAt: Date.now(), stopOnFailure });
  await bursts.begin(burst, first, flagOf(first), flagCopies(graph));
  await bursts.advance(burst, 'running');
  // A stop that came before the conductor began is in the flag. This event applies the stop.
  await conduct(burst, { type: 'Tick' });
  return { burst, chains: chainsOf(plan.benchmark.phases) };
}

/** Cached proofs of ownership that this environment has read from targets. */
const proofs = new Proofs();

/**
 * Connects to every target as the drives will, and checks its proof of ownership. Returns the reasons why
 * targets cannot receive load.
 */
async function reach(
  { benchmark, burst, guards, files = [] }: Plan,
  { files: sent, ownHost }: Pick<BurstRecord, 'files' | 'ownHost'>,
  ownership: string | undefined,
): Promise<readonly string[]> {
  const { targets, hotRod } = benchmark;
  const paths = new Set(targets.flatMap(storeFiles));
  const list = files.filter(({ path }) => paths.has(path));
  const { contents } = await readFiles(sent && { ...sent, list });
  const { contexts, faults } = await tlsContexts(targets, contents, realClock);
  if (faults.length > 0) return faults.map(({ problem }) => problem.message);
  const guard = addressGuard(guards?.addresses);
  const reachable = [...reachableTargets(targets, contexts, guard), ...reachableServers(hotRod, guard)];
  const unreachable = await preflight(reachable, realClock, (message) => log.info(message, { burst }));
  if (ownership === undefined || unreachable.length > 0) return unreachable;
  // A deployment whose target is itself needs no proof.
  const others = reachable.filter(({ host }) => host !== ownHost);
  return proofs.unproven(ownership, others, { clock: realClock, resolveTxt }, Date.now());
}

/** The regions of a plan whose drives have the code of another release. Such drives would send nothing. */
async function otherReleases(
  { phases }: Plan,
  { machine }: Pick<BurstRecord, 'machine'>,
  release: string,
): Promise<readonly string[]> {
  const regions = [...new Set(phases.flatMap(({ afar = [] }) => afar.map(({ region }) => region)))];
  if (machine === undefined || regions.length === 0) return [];
  const found = await Promise.all(regions.map((region) => releaseIn(region, machine)));
  return regions.filter((_, n) => found[n] !== undefined && found[n] !== release);
}

const lagging = (regions: readonly string[]): DownpourError =>
  new DownpourError(
    'OTHER_RELEASE',
    409,
    `the load generators in ${regions.join(' and ')} have code of another release: deploy the stage again with all its regions`,
  );

/** Ends a burst as failed before any drive starts, because not all load could be sent. Throws the problem. */
async function refuse(burst: string, problem: DownpourError): Promise<never> {
  const end = { state: 'failed', endedAt: Date.now(), reason: problem.message } as const;
  if (await burstStores().bursts.conclude(burst, end)) measure({ BurstsEnded: 1 }, end.state);
  throw problem;
}
