import { planning } from '../../lib/driver/limits.ts';
import type { Room } from '../../lib/driver/planning/checks/room.ts';
import { accountConcurrency } from '../account.ts';
import { driveConcurrency, onLambda, regions } from '../deployment.ts';

/** What an account allows changes rarely; that it did not say may be over soon. */
const keptMs = { known: 300_000, unknown: 60_000 } as const;

let kept: { readonly room: Room; readonly until: number } | undefined;

/**
 * How many drives may run at once; undefined on one machine, where as many run as there are. Lambda is asked in each region
 * when the deployment has set nothing aside, once in some minutes.
 *
 * @param now epoch milliseconds.
 */
export async function roomForDrives(now: number): Promise<Room | undefined> {
  if (!onLambda()) return undefined;
  const drives = driveConcurrency();
  if (drives !== undefined) return { of: 'deployment', drives };
  if (kept !== undefined && kept.until > now) return kept.room;
  const { others = [] } = regions() ?? {};
  const [home, ...afar] = await Promise.all([undefined, ...others].map(roomOfAccount));
  const room: Room = {
    ...(home ?? { of: 'unknown' }),
    ...(others.length === 0 ? {} : { afar: Object.fromEntries(others.map((name, at) => [name, afar[at]!])) }),
  };
  const isKnown = [home, ...afar].every((each) => each?.of === 'account');
  kept = { room, until: now + (isKnown ? keptMs.known : keptMs.unknown) };
  return room;
}

/** Some of it stays for the functions beside drives, which a region away from home has too: those that hear of lost drives. */
async function roomOfAccount(region: string | undefined): Promise<Room> {
  const { unreserved: executions } = (await accountConcurrency(region)) ?? {};
  return executions === undefined
    ? { of: 'unknown' }
    : { of: 'account', executions, drives: Math.max(0, executions - planning.controlAtOnce) };
}
