import { pause } from '../clock.ts';
import type { Start } from '../conducting/replies.ts';
import type { Assignment } from '../model/plan.ts';
import { type DriveBackend, type DriveEnvironment, orWarn } from './backend.ts';
import { driving } from './limits.ts';
import { withRetries } from './retries.ts';
import { outOfTime, type Sharing } from './shared-data-handover.ts';
import type { DriveRun } from './threads/drive-run.ts';
import { openRun } from './threads/open-run.ts';
import type { Turns } from './work-in-pieces.ts';

/** The error of a drive whose phase was stopped while the drive opened its connections. */
export class Stopped extends Error {}

/**
 * Opens the connections of a drive. Gives up when the phase is stopped meanwhile, because a slow target can
 * take long to accept or refuse a connection.
 */
export async function openUnlessStopped(
  assignment: Assignment,
  backend: DriveBackend,
  environment: DriveEnvironment & { readonly turns: Turns },
): Promise<DriveRun> {
  const over = new AbortController();
  const giveUp = new AbortController();
  const watch = async (): Promise<void> => {
    for (;;) {
      await pause(environment.clock, driving.stopLookMs, over.signal);
      if (over.signal.aborted) return;
      const reason = await backend.stopReason();
      if (reason !== undefined) return giveUp.abort(new Stopped(reason));
    }
  };
  const watching = orWarn(watch(), 'stop flag', environment);
  try {
    return await openRun(assignment, environment, giveUp.signal);
  } finally {
    over.abort();
    await watching;
  }
}

/**
 * Reports that the drive is ready. Then asks the service repeatedly, until the drive knows when to start or
 * why it must not start.
 */
export async function startWhenReady(
  { segment }: Assignment,
  sharing: Sharing | undefined,
  backend: DriveBackend,
  environment: DriveEnvironment,
): Promise<Exclude<Start, { kind: 'wait' }>> {
  const late = await sharing?.takeOver();
  if (late !== undefined) return late;
  if (segment.index === 0) await withRetries(() => backend.ready(environment.lease), environment);
  for (;;) {
    const start = await withRetries(() => backend.start(), environment);
    if (start.kind !== 'wait') return start;
    if (environment.remainingMs() < driving.reserveMs) return { kind: 'stop', reason: outOfTime };
    await pause(environment.clock, start.ms);
  }
}
