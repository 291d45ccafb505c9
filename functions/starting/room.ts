import { planning } from '../../lib/driver/limits.ts';
import type { Room } from '../../lib/driver/planning/checks/room.ts';
import { accountConcurrency } from '../account.ts';
import { driveConcurrency, onLambda } from '../deployment.ts';

/** What an account allows changes rarely; that it did not say may be over soon. */
const keptMs = { known: 300_000, unknown: 60_000 } as const;

let kept: { readonly room: Room; readonly until: number } | undefined;

/**
 * How many drives may run at once; undefined on one machine, where as many run as there are. Lambda is asked when the
 * deployment has set nothing aside, once in some minutes.
 *
 * @param now epoch milliseconds.
 */
export async function roomForDrives(now: number): Promise<Room | undefined> {
  if (!onLambda()) return undefined;
  const drives = driveConcurrency();
  if (drives !== undefined) return { of: 'deployment', drives };
  if (kept !== undefined && kept.until > now) return kept.room;
  const { unreserved: executions } = (await accountConcurrency()) ?? {};
  const room: Room =
    executions === undefined
      ? { of: 'unknown' }
      : { of: 'account', executions, drives: Math.max(0, executions - planning.controlAtOnce) };
  kept = { room, until: now + (room.of === 'unknown' ? keptMs.unknown : keptMs.known) };
  return room;
}
