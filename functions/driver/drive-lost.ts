import { abandonDrive, conduct } from '../conductor-events.ts';
import { onLambda } from '../deployment.ts';
import { logged } from './states/logged.ts';
import { type DriveLostInput, sentenceOf } from './states/messages.ts';

/** The error that Lambda and the local host report for a process that ended. */
const processEnded = 'Runtime.ExitError';

/**
 * Handles a drive that ended without a report, or that could not be invoked. The other drives of its phase
 * must not wait for it. The function may run twice.
 */
export const handler = logged(driveLost);

async function driveLost({ burst, phase, shard, segment, ...why }: DriveLostInput): Promise<void> {
  const sentence = sentenceOf(why);
  await abandonDrive(burst, { phase, shard, segment }, sentence);
  // On one machine a person or a lack of memory has ended the process, so the other drives of the burst stop
  // too. On AWS a burst may have thousands of functions, and goes on without one of them.
  if (onLambda() || why.error !== processEnded) return;
  const reason = `load generator ${shard + 1} was lost, so the others stop too: ${sentence}`;
  await conduct(burst, { type: 'PhaseFailed', phase, reason, stopsAll: true });
}
