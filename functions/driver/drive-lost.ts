import { abandonDrive, conduct } from '../conduct.ts';
import { onLambda } from '../deployment.ts';
import { logged } from './logged.ts';
import { type DriveLostInput, sentenceOf } from './messages.ts';

/** Lambda's name for it, and the local host's. */
const processEnded = 'Runtime.ExitError';

/** A drive ended without a word, or could not be invoked. The others of its phase must not wait for it. May run twice. */
export const handler = logged(driveLost);

async function driveLost({ burst, phase, shard, segment, ...why }: DriveLostInput): Promise<void> {
  const sentence = sentenceOf(why);
  await abandonDrive(burst, { phase, shard, segment }, sentence);
  // A process of one machine was killed by a person, or for want of memory: the load of the command ends with it. Of the
  // thousands of functions that a burst may have on AWS, the loss of one ends none of the others.
  if (onLambda() || why.error !== processEnded) return;
  const reason = `drive ${shard + 1} was lost, and the others stop with it: ${sentence}`;
  await conduct(burst, { type: 'PhaseFailed', phase, reason, stopsAll: true });
}
