import { setFlagsFromString } from 'node:v8';
import type { Clock } from '../../../lib/driver/clock.ts';
import { compiling, memoryReducer } from './limits.ts';
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

/** Applies to all threads of the process, and to functions that V8 has not optimised yet. */
const optimiseAfter = (calls: number): void => setFlagsFromString(`--invocation-count-for-turbofan=${calls}`);

/**
 * Applies to all threads of the process. After eight seconds with few allocations, V8's memory reducer takes
 * the process for idle. It then collects all garbage twice and shrinks the memory for young objects. At 1,000
 * requests a second, these collections make one user in a hundred 10 ms late. V8 reads `--no-memory-reducer`
 * only at the start of a process. V8 ends a process whose reducer is stopped between its collections, so an
 * older process keeps it.
 */
function stopMemoryReducer(): void {
  if (process.uptime() < memoryReducer.stopsWithinS) setFlagsFromString('--memory-reducer-gc-count=0');
}

const warming = {
  usersPerSec: 4000,
  connections: 8,
  /**
   * The age of the phase in milliseconds. Instants count nanoseconds from the start, and V8 stores those
   * below 2^31 in another way. Code that was compiled only for small instants would be discarded in the third
   * second of every run.
   */
  startMs: 10_000,
  /**
   * The duration of the warm-up, enough for about 200 requests. With 600 requests a warm-up takes 100 ms more
   * CPU time, and the first second of the load takes less than 20 ms less. The first users are not faster.
   */
  durationMs: 30,
  lastUsersMs: 25,
} as const;
