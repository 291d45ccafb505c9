import type { Clock } from '../../../lib/driver/clock.ts';
import { optimiseAfter, stopMemoryReducer } from '../process/v8-flags.ts';
import { compiling } from './limits.ts';
import { runLoopbackLoad } from './loopback-load.ts';

/**
 * Runs the load engine once against its own server on loopback, while the function initialises. V8 compiles
 * code when it first runs, and again when it has run often. Otherwise these milliseconds would appear in the
 * latency of users.
 */
export async function warmUp(clock: Clock): Promise<void> {
  // V8 rejects the compiled code that Node contains when its flags differ. Everything that the engine needs
  // is loaded before the change, also the thread of the alarms, which would take twice as long to start.
  await runLoopbackLoad(clock, { ...warming, begins: () => optimiseAfter(compiling.callsInWarmUp) });
  optimiseAfter(compiling.callsAfterwards);
  stopMemoryReducer();
}

const warming = {
  usersPerSec: 4000,
  connections: 8,
  /**
   * The age of the phase in milliseconds during the warm-up. V8 stores numbers below 2^31 in another way than
   * larger ones, and instants are nanoseconds since the start. Code that was compiled only for small numbers
   * would be discarded in the third second of every run.
   */
  startMs: 10_000,
  /**
   * The duration of the warm-up, enough for about 200 requests. With 600 requests a warm-up takes 100 ms more
   * CPU time, and the first second of the load takes less than 20 ms less. The first users are not faster.
   */
  durationMs: 30,
  lastUsersMs: 25,
} as const;
