import { abandonDrive } from '../conduct.ts';
import { logged } from './logged.ts';
import { type DriveLostInput, sentenceOf } from './messages.ts';

/** A drive ended without a word, or could not be invoked. The others of its phase must not wait for it. May run twice. */
export const handler = logged(driveLost);

async function driveLost({ burst, phase, shard, segment, ...why }: DriveLostInput): Promise<void> {
  await abandonDrive(burst, { phase, shard, segment }, sentenceOf(why));
}
