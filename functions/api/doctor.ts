import type { DeploymentFacts } from '../../lib/api.generated.ts';
import { planning } from '../../lib/driver/planning/limits.ts';
import { environment } from '../../lib/names/environment.ts';
import { refuseUnlessAdmin } from '../../lib/results/access.ts';
import { deployment, driveConcurrency, onLambda } from '../deployment.ts';
import { accountConcurrency } from '../lambda-concurrency.ts';
import { log } from '../log.ts';
import { hasScheduler, probeScheduler } from '../scheduler.ts';
import { burstStores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';

/** Returns the facts by which `downpour doctor` checks a deployment. */
export const handler = operation('doctor', async ({ caller }) => {
  refuseUnlessAdmin(caller);
  const { limits, allowList, coresShard } = deployment();
  const calibration = await burstStores().bursts.calibration();
  const facts: DeploymentFacts = {
    now: Date.now(),
    version: process.env[environment.version] ?? '0.0.0',
    place: onLambda() ? 'cloud' : 'one machine',
    ...front(),
    targets: [...allowList.allowed],
    coresShard,
    requestsPerSecShard: calibration?.requestsPerSecShard ?? planning.requestsPerSecShard,
    ...(calibration?.requestsPerSecTls === undefined
      ? {}
      : { requestsPerSecTls: calibration.requestsPerSecTls }),
    ...(calibration === undefined ? {} : { calibratedAt: calibration.at }),
    shardsMax: limits.shardsMax,
    ...(await schedules()),
    ...(onLambda() ? { concurrency: await concurrency() } : {}),
  };
  return json(facts);
});

function front(): Pick<DeploymentFacts, 'front'> {
  if (process.env[environment.routes] !== undefined) return { front: 'private' };
  return process.env[environment.frontSecrets] === undefined ? {} : { front: 'firewall' };
}

async function concurrency(): Promise<DeploymentFacts['concurrency']> {
  const account = await accountConcurrency();
  const drives = driveConcurrency();
  return account && { ...account, ...(drives === undefined ? {} : { drives }) };
}

/**
 * Checks the permissions for schedules. It creates a schedule, because only the service knows whether the
 * permissions suffice.
 */
async function schedules(): Promise<Pick<DeploymentFacts, 'schedules'>> {
  if (!hasScheduler()) return {};
  try {
    await probeScheduler(Date.now());
    return { schedules: { canMake: true } };
  } catch (error) {
    log.warn('the check could not create and remove a test schedule', {}, error);
    return { schedules: { canMake: false, problem: error instanceof Error ? error.name : String(error) } };
  }
}
