import type { Plan } from '../../model/plan.ts';
import { connectionsAtOnce } from '../checks/connections.ts';
import { peakUsersPerSec, usersAtOnce } from '../demand.ts';
import { overlapOf } from '../overlap.ts';

/**
 * The targets and the load of a burst, for later audits. The record of the burst keeps them with the person
 * who started it.
 */
export type Audit = {
  /** The targets that get load: URLs without paths, and the servers of Hot Rod clusters. */
  readonly targets: readonly string[];
  /** The highest sum of arrival rates over phases that may run at once, in users per second. */
  readonly peakUsersPerSec: number;
  readonly usersAtOnce: number;
  readonly connectionsAtOnce: number;
  readonly shards: number;
  /** The estimated price in US dollars. */
  readonly dollars: number;
};

export function auditOf(plan: Plan): Audit {
  const { phases, targets, hotRod = [] } = plan.benchmark;
  const overlap = overlapOf(phases);
  const servers = hotRod.flatMap(({ protocol, servers: all }) =>
    all.map(({ host, port }) => `${protocol}://${host}:${port}`),
  );
  const places = targets.flatMap(({ protocol, host, port, addresses }) => [
    `${protocol}://${host}:${port}`,
    ...addresses.map((address) => `${protocol}://${host}:${port} at ${address}`),
  ]);
  return {
    targets: [...places, ...servers],
    peakUsersPerSec: overlap.heaviest(peakUsersPerSec),
    usersAtOnce: overlap.heaviest(usersAtOnce),
    connectionsAtOnce: connectionsAtOnce(plan, overlap),
    shards: plan.shards,
    dollars: plan.estimate.dollars,
  };
}
