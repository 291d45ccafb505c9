import type { Capacity } from '../../lib/driver/planning/checks/drive-concurrency.ts';
import { planning } from '../../lib/driver/planning/limits.ts';
import { driveConcurrency, onLambda, regions } from '../deployment.ts';
import { accountConcurrency } from '../lambda-concurrency.ts';

/**
 * The milliseconds for which a quota is cached. The quota of an account changes rarely. A quota that AWS did
 * not report may be available soon.
 */
const keptMs = { known: 300_000, unknown: 60_000 } as const;

let kept: { readonly capacity: Capacity; readonly until: number } | undefined;

/**
 * The number of drives that may run at once. Undefined on one machine, where Downpour sets no limit. When the
 * deployment reserves no concurrency, Downpour asks Lambda in each region, once in some minutes.
 *
 * @param now epoch milliseconds.
 */
export async function driveCapacity(now: number): Promise<Capacity | undefined> {
  if (!onLambda()) return undefined;
  const drives = driveConcurrency();
  if (drives !== undefined) return { of: 'deployment', drives };
  if (kept !== undefined && kept.until > now) return kept.capacity;
  const { others = [] } = regions() ?? {};
  const [home, ...afar] = await Promise.all([undefined, ...others].map(accountCapacity));
  const capacity: Capacity = {
    ...(home ?? { of: 'unknown' }),
    ...(others.length === 0 ? {} : { afar: Object.fromEntries(others.map((name, at) => [name, afar[at]!])) }),
  };
  const isKnown = [home, ...afar].every((each) => each?.of === 'account');
  kept = { capacity, until: now + (isKnown ? keptMs.known : keptMs.unknown) };
  return capacity;
}

/**
 * The concurrency for drives in a region. A part of the account's concurrency remains for other functions.
 * Further regions need such functions too, because these report lost drives.
 */
async function accountCapacity(region: string | undefined): Promise<Capacity> {
  const { unreserved: executions } = (await accountConcurrency(region)) ?? {};
  return executions === undefined
    ? { of: 'unknown' }
    : { of: 'account', executions, drives: Math.max(0, executions - planning.controlAtOnce) };
}
