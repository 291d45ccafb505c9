import type { DeploymentFacts } from '../../lib/api.generated.ts';
import { planning } from '../../lib/driver/limits.ts';
import { refuseUnlessAdmin } from '../../lib/results/access.ts';
import { environment } from '../../lib/store/names.ts';
import { accountConcurrency } from '../account.ts';
import { deployment, onLambda } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

/** What `downpour doctor` judges a deployment by. */
export const handler = operation('doctor', async ({ caller }) => {
  refuseUnlessAdmin(caller);
  const { limits, allowList, coresShard } = deployment();
  const calibration = await burstStores().bursts.calibration();
  const facts: DeploymentFacts = {
    now: Date.now(),
    version: process.env[environment.version] ?? '0.0.0',
    place: onLambda() ? 'cloud' : 'one machine',
    targets: [...allowList.allowed],
    coresShard,
    requestsPerSecShard: calibration?.requestsPerSecShard ?? planning.requestsPerSecShard,
    ...(calibration === undefined ? {} : { calibratedAt: calibration.at }),
    shardsMax: limits.shardsMax,
    ...(onLambda() ? { concurrency: await accountConcurrency() } : {}),
  };
  return json(facts);
});
