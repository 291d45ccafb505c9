import type { Clock } from '../../../lib/driver/clock.ts';
import { runLoopbackLoad } from './loopback-load.ts';

/**
 * Runs the engine once against a server of its own on loopback, while the function initialises. V8 compiles
 * code while it runs for the first time, and those milliseconds would appear in the latency of the first
 * users.
 */
export async function warmUp(clock: Clock): Promise<void> {
  await runLoopbackLoad(clock, warming);
}

const warming = {
  usersPerSec: 4000,
  connections: 8,
  /**
   * The age of the phase. Instants are nanoseconds from T0, and V8 stores those below 2^31 in another way.
   * Code that was compiled for such small instants only would be discarded in the third second of every run.
   */
  startMs: 10_000,
  /**
   * Long enough for some two hundred requests. Three times as many cost 100 ms of CPU more and save less than
   * 20 ms of the first second of a load. The times of the first users are the same.
   */
  durationMs: 30,
  lastUsersMs: 25,
} as const;
