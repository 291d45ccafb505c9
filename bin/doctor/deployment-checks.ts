import type { DeploymentFacts } from '../../lib/api.generated.ts';
import { planning } from '../../lib/driver/planning/limits.ts';
import { lambdaQuotas } from '../../lib/quotas.ts';
import { counted, exactly } from '../../lib/report/units.ts';
import { type Check, failed, ok, warning } from './check.ts';

/** The times of a request and of its answer, by the clock of this machine. */
export type RequestTimes = { readonly sentAt: number; readonly answeredAt: number };

/** The checks of the facts about a deployment. `version` is the version of the command. */
export const deploymentChecks = (
  facts: DeploymentFacts,
  times: RequestTimes,
  version: string,
): readonly Check[] => [
  versionCheck(facts, version),
  ...frontChecks(facts),
  clockCheck(facts, times),
  targetsCheck(facts),
  concurrencyCheck(facts),
  ...schedulesChecks(facts),
];

function versionCheck({ version: theirs, place }: DeploymentFacts, ours: string): Check {
  return theirs === ours
    ? ok('version', `${theirs}, ${place === 'cloud' ? 'in AWS' : 'on one machine'}`)
    : warning(
        'version',
        `the deployment has version ${theirs}, and this command has version ${ours}`,
        `deploy again, or install version ${theirs} of the command`,
      );
}

function frontChecks({ front }: DeploymentFacts): readonly Check[] {
  if (front === undefined) return [];
  return [
    ok(
      'front of the API',
      front === 'firewall'
        ? 'a firewall; the functions refuse requests that did not pass the firewall'
        : 'the API answers only at its endpoints in VPCs; if the load generators are outside of these VPCs, the test burst cannot work: use --no-burst',
    ),
  ];
}

const clockMsMax = 500;

/**
 * The check of the clocks. The API answered at some time between the request and its answer, so the
 * difference is exact to half of that time.
 */
function clockCheck({ now }: DeploymentFacts, { sentAt, answeredAt }: RequestTimes): Check {
  const offsetMs = Math.round(now - (sentAt + answeredAt) / 2);
  const boundMs = Math.ceil((answeredAt - sentAt) / 2);
  const says = `the clock of the deployment and the clock of this machine differ by ${offsetMs} ms, ± ${boundMs} ms`;
  return Math.abs(offsetMs) - boundMs > clockMsMax
    ? warning(
        'clock of the deployment',
        says,
        'set the clock of this machine, because reports would show wrong times',
      )
    : ok('clock of the deployment', says);
}

function targetsCheck({ targets, place }: DeploymentFacts): Check {
  if (targets.length > 0) return ok('targets', `may load ${targets.join(', ')}`);
  const says =
    place === 'cloud'
      ? 'the deployment may send load only to itself'
      : 'the API may not send load to any host';
  return warning(
    'targets',
    says,
    'set the option `targets` of the deployment to the hosts that you want to load, and deploy again',
  );
}

function schedulesChecks({ schedules }: DeploymentFacts): readonly Check[] {
  if (schedules === undefined) return [];
  const name = 'schedules';
  if (schedules.canMake) return [ok(name, 'a test schedule was created and removed')];
  const advice = 'deploy again; until then Downpour does not clean up after a burst whose execution is lost';
  return [failed(name, `no schedule can be created: ${schedules.problem}`, advice)];
}

/** The check of the measured request rate. It comes after the burst, which makes the measurement. */
export function calibrationCheck(
  { requestsPerSecShard, requestsPerSecTls, calibratedAt }: DeploymentFacts,
  begunAt: number,
): Check {
  const name = 'calibration';
  if (calibratedAt !== undefined && calibratedAt >= begunAt)
    return ok(
      name,
      `from now on, Downpour plans each processor of a shard with at most ${exactly(requestsPerSecShard)} requests/s${requestsPerSecTls === undefined ? '' : `, and ${exactly(requestsPerSecTls)} with TLS`}`,
    );
  return warning(
    name,
    `a shard was too slow to be measured, so Downpour assumes ${exactly(requestsPerSecShard)} requests/s for each processor`,
    'run the check again when no other load runs, or use more shards than `downpour plan` shows',
  );
}

function concurrencyCheck({ concurrency, place, coresShard, shardsMax }: DeploymentFacts): Check {
  const name = 'concurrency';
  if (place === 'one machine') return ok(name, `shards share ${counted(coresShard, 'core')} of one machine`);
  if (concurrency === undefined)
    return warning(
      name,
      'the concurrency limit of the account is unknown: Lambda did not report the limit',
      'read the log of the function api/doctor, and look at Service Quotas (Lambda, Concurrent executions)',
    );
  const { limit, unreserved, drives } = concurrency;
  const own =
    drives === undefined
      ? ''
      : `, ${exactly(drives)} reserved for the load generators (drives) of this deployment`;
  const says = `at most ${exactly(limit)} functions run at once in the account and region, ${exactly(unreserved)} of them without a reservation${own}`;
  if (limit <= lambdaQuotas.concurrencyNewAccount)
    return warning(
      name,
      `${says}: this is the low limit of a new account, and a few shards reach it`,
      'request a higher quota in Service Quotas (Lambda, Concurrent executions)',
    );
  const available = drives ?? unreserved - planning.controlAtOnce;
  if (available >= shardsMax) return ok(name, says);
  const more =
    drives === undefined
      ? 'request a higher quota in Service Quotas'
      : 'deploy with a higher driveConcurrency, as far as Service Quotas allows';
  return warning(
    name,
    `${says}; the ceiling shardsMax allows ${exactly(shardsMax)} shards in a burst, which need more`,
    `run at most ${counted(Math.max(1, available), 'shard')}, or ${more}`,
  );
}
