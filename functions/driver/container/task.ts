/**
 * The process of a container. In the cloud the container is a task of ECS Fargate. On one machine it is a
 * child process. The process drives one shard as the function does. At its end it reports success or
 * failure to the state that waits for it, with the token of that state.
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
const startedMs = performance.now();

/** The name of the error of a task that ended before its drive did. Lambda uses the same name. */
const taskEnded = 'Runtime.ExitError';

const beating = setInterval(() => void report(), taskBeatS * 1e3);
void report();
process.once('SIGTERM', () => void fail(taskEnded, 'ECS stopped the task'));
process.once('uncaughtException', (error) => void fail(error.name, error.message));
// On one machine this process ends with the process that started it, and with it the load.
if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/**
 * The URL of the function's bundle, next to the bundle of this file. It is imported from there because a
 * drive starts threads from the folder of its own file.
 */
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

/**
 * Reports that the task is alive. When no state waits for it any longer, the task counts as lost: the process
 * exits so that its load ends.
 */
async function report(): Promise<void> {
  try {
    if (await beat(token)) return;
    log.warn('the state machine no longer waits for this task, so the task ends', input);
    process.exit(1);
  } catch (error) {
    log.warn('the load generator could not send its heartbeat to Step Functions', input, error);
  }
}

async function fail(error: string, cause: string): Promise<void> {
  clearInterval(beating);
  await respondFailure(token, error, cause).catch((thrown: unknown) =>
    log.error(
      'the load generator failed, and Downpour could not report the failure to Step Functions',
      input,
      thrown,
    ),
  );
  process.exit(1);
}

/** The part of Lambda's context that a drive reads. Its time is the longest time of a burst. */
function context(): Parameters<typeof driveHandler>[1] {
  return {
    awsRequestId: `task-${process.pid}`,
    getRemainingTimeInMillis: () => startedMs + burstS * 1e3 - performance.now(),
  } as Parameters<typeof driveHandler>[1];
}
