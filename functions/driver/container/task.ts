/**
 * The process of a container, which is a task of ECS Fargate, and a child process on one machine. It drives
 * one shard as the function does, and answers the state that waits for it with a token.
 */
import { taskBeatS } from '../../../lib/facts/fargate.ts';
import { burstS } from '../../../lib/facts/timeouts.ts';
import { taskEnvironment } from '../../../lib/names/environment.ts';
import { beat, respond, respondFailure } from '../../burst-machine.ts';
import { log } from '../../log.ts';
import type { handler as driveHandler } from '../drive.ts';
import type { DriveInput } from '../states/messages.ts';

const { [taskEnvironment.drive]: drive = '', [taskEnvironment.token]: token = '' } = process.env;
const input = JSON.parse(drive) as DriveInput;
const startedAt = Date.now();

/** The error of a task that ended before its drive, by the name that Lambda has for its functions. */
const taskEnded = 'Runtime.ExitError';

const beating = setInterval(() => void report(), taskBeatS * 1e3);
void report();
process.once('SIGTERM', () => void fail(taskEnded, 'ECS stopped the task'));
process.once('uncaughtException', (error) => void fail(error.name, error.message));
// On one machine the load ends with the process that started it.
if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/** The bundle of the function is next to this one, and a drive starts threads from the folder of its file. */
const bundle = new URL('./index.mjs', import.meta.url);

try {
  const { handler } = (await import(bundle.href)) as { readonly handler: typeof driveHandler };
  await handler(input, context());
  clearInterval(beating);
  await respond(token);
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  await fail(name, message);
}
process.exit();

/** A task whose state no longer waits for it counts as lost, so its load must end. */
async function report(): Promise<void> {
  try {
    if (await beat(token)) return;
    log.warn('no state waits for this task', input);
    process.exit(1);
  } catch (error) {
    log.warn('the heartbeat was not reported', input, error);
  }
}

async function fail(error: string, cause: string): Promise<void> {
  clearInterval(beating);
  await respondFailure(token, error, cause).catch((thrown: unknown) =>
    log.error('the failure was not reported', input, thrown),
  );
  process.exit(1);
}

/** The part of Lambda's context that a drive reads. A task may drive as long as a burst. */
function context(): Parameters<typeof driveHandler>[1] {
  return {
    awsRequestId: `task-${process.pid}`,
    getRemainingTimeInMillis: () => startedAt + burstS * 1e3 - Date.now(),
  } as Parameters<typeof driveHandler>[1];
}
