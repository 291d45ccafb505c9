import type { Room } from '../../lib/driver/planning/checks/room.ts';
import { planning } from '../../lib/driver/planning/limits.ts';
import { accountConcurrency } from '../account.ts';
import { driveConcurrency, onLambda, regions } from '../deployment.ts';

/** The quota of an account changes rarely. A quota that the service did not report may be available soon. */
const keptMs = { known: 300_000, unknown: 60_000 } as const;

let kept: { readonly room: Room; readonly until: number } | undefined;

/**
 * The number of drives that may run at once. Undefined on one machine, where Downpour sets no limit. When the
 * deployment reserves no concurrency, Downpour asks Lambda in each region, once in some minutes.
 *
 * @param now epoch milliseconds.
 */
export async function driveCapacity(now: number): Promise<Room | undefined> {
  if (!onLambda()) return undefined;
  const drives = driveConcurrency();
  if (drives !== undefined) return { of: 'deployment', drives };
  if (kept !== undefined && kept.until > now) return kept.room;
  const { others = [] } = regions() ?? {};
  const [home, ...afar] = await Promise.all([undefined, ...others].map(accountCapacity));
  const room: Room = {
    ...(home ?? { of: 'unknown' }),
    ...(others.length === 0 ? {} : { afar: Object.fromEntries(others.map((name, at) => [name, afar[at]!])) }),
  };
  const isKnown = [home, ...afar].every((each) => each?.of === 'account');
  kept = { room, until: now + (isKnown ? keptMs.known : keptMs.unknown) };
  return room;
}

/**
 * Part of the concurrency remains for functions that are not drives. Each further region needs them too: they
 * report lost drives.
 */
async function accountCapacity(region: string | undefined): Promise<Room> {
  const { unreserved: executions } = (await accountConcurrency(region)) ?? {};
  return executions === undefined
    ? { of: 'unknown' }
    : { of: 'account', executions, drives: Math.max(0, executions - planning.controlAtOnce) };
}
