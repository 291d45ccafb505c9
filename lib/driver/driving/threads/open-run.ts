import type { Assignment } from '../../model/plan.ts';
import type { PublishedData } from '../../model/shared-state.ts';
import { threadParts } from '../../planning/sharding/thread-parts.ts';
import { type Environment, openShardRun } from '../../session/shard-run.ts';
import type { Turns } from '../work-in-pieces.ts';
import { Team } from './combined-run.ts';
import type { DriveRun } from './drive-run.ts';
import { runHere } from './local-run.ts';
import type { Thread } from './messages.ts';
import { runRemotely } from './remote-run.ts';

/**
 * The environment of a drive that starts threads by `startThread`. `turns` runs work in pieces on this event
 * loop.
 */
type ThreadStarter = Environment & { readonly turns: Turns; startThread(): Thread };

/**
 * Opens the connections of a drive on this event loop, and on its other threads if it has several. Rejects
 * with the error of `openShardRun`, after all threads have given up.
 */
export async function openRun(
  assignment: Assignment,
  environment: ThreadStarter,
  signal: AbortSignal,
): Promise<DriveRun> {
  const parts = threadParts(assignment);
  const runs: (DriveRun | undefined)[] = [];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const open = async (part: Assignment, index: number): Promise<void> => {
    const own = { ...environment, published: relay(runs, index) };
    try {
      runs[index] = index === 0 ? await openHere(part, own, either) : await openThere(part, own, either);
    } catch (error) {
      failed.abort(error);
    }
  };
  await Promise.all(parts.map(open));
  if (!either.aborted) return teamOf(runs.flatMap((run) => run ?? []));
  await Promise.all(runs.map((run) => run?.close()));
  for (const run of runs) run?.release();
  throw either.reason;
}

function teamOf(runs: readonly DriveRun[]): DriveRun {
  const [only, ...others] = runs;
  return only !== undefined && others.length === 0 ? only : new Team(runs);
}

type Own = ThreadStarter & { readonly published: (data: PublishedData) => void };

const openHere = async (part: Assignment, own: Own, signal: AbortSignal): Promise<DriveRun> =>
  runHere(await openShardRun(part, own, signal), own.turns);

function openThere(
  assignment: Assignment,
  { clock, log, published, startThread, files, hostname, runId }: Own,
  signal: AbortSignal,
): Promise<DriveRun> {
  const order = {
    assignment,
    ...(files === undefined ? {} : { files }),
    ...(hostname === undefined ? {} : { hostname }),
    ...(runId === undefined ? {} : { runId }),
  };
  return runRemotely(startThread(), order, { clock, log, published }, signal);
}

/** Passes a value that one event loop publishes to the users of all other event loops. */
const relay =
  (runs: readonly (DriveRun | undefined)[], from: number) =>
  (data: PublishedData): void => {
    const snapshot = { version: 1, final: false, maps: [], taken: [], counters: [], data: [data] } as const;
    runs.forEach((run, index) => {
      if (index === from || run === undefined) return;
      run.absorb(snapshot, undefined).catch((error: unknown) => {
        run.stop(error instanceof Error ? error.message : String(error));
      });
    });
  };
