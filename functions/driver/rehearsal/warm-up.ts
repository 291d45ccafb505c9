import type { Clock } from '../../../lib/driver/clock.ts';
import { rehearse } from './rehearse.ts';

/**
 * Runs the engine once against a server of its own on loopback, while the function initialises: code that runs for the
 * first time is compiled on the way, and those milliseconds would stand in the latency of the first users.
 */
export async function warmUp(clock: Clock): Promise<void> {
  await rehearse(clock, warming);
}

const warming = {
  usersPerSec: 4000,
  connections: 8,
  /**
   * The phase is this old already. Instants are nanoseconds from T0, and V8 keeps those below 2^31 in another way: code
   * compiled for such small ones only would be thrown away in the third second of every run.
   */
  startMs: 10_000,
  /**
   * Some two hundred requests. Three times as many take 100 ms of CPU more and save less than 20 of the first second of a
   * load; the times of the first users are the same.
   */
  durationMs: 30,
  lastUsersMs: 25,
} as const;
