import type { ShardRun } from '../../session/shard-run.ts';
import type { Measured } from '../../statistics/recording/join-measured.ts';
import type { Turns } from '../work-in-pieces.ts';
import type { DriveRun, RunMeasured } from './drive-run.ts';

/**
 * Runs the users of a shard in this thread. Reports are prepared in small pieces of work, one call after the
 * other, because users may be due meanwhile.
 */
export const runHere = (shardRun: ShardRun, turns: Turns): DriveRun => ({
  get active() {
    return shardRun.active;
  },
  get notices() {
    return shardRun.notices;
  },
  get publications() {
    return shardRun.shared.publications;
  },
  notice: (message) => shardRun.notice(message),
  run: (t0Ns, onFinished, t0) => shardRun.run(t0Ns, onFinished, t0),
  stop: (reason) => shardRun.stop(reason),
  // An error is ignored here, because the call that reads the measurements gets the same error.
  seal: (second) => void turns.do(() => shardRun.recorder.sealing(second)).catch(() => {}),
  live: () => turns.do(() => shardRun.recorder.reporting()),
  recent: async (seconds) => ({
    ...(await turns.do(() => shardRun.recorder.looking(seconds))),
    loops: [],
  }),
  flush: async () => withSums(shardRun, await turns.do(() => shardRun.recorder.flushing())),
  absorb: async (snapshot, maps) => shardRun.shared.absorb(snapshot, maps),
  snapshot: async (final) => shardRun.shared.snapshot(final),
  close: () => shardRun.close(),
  measured: async () => withSums(shardRun, await turns.do(() => shardRun.recorder.measuring())),
  release: () => {},
});

function withSums({ shared }: ShardRun, measured: Measured): RunMeasured {
  const globalCounters = shared.globalSums();
  return { ...measured, ...(globalCounters === undefined ? {} : { globalCounters }), loops: [] };
}
