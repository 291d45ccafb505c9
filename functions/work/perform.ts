import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { handlers } from '../../lib/repository/pipeline/handlers.ts';
import { eraseRun } from '../../lib/repository/pipeline/removal/delete-run.ts';
import { eraseRevision } from '../../lib/repository/pipeline/removal/erase-revision.ts';
import { performIndex } from '../../lib/repository/pipeline/store/index-upload.ts';
import { attemptsMax, perform, retryAfterS } from '../../lib/repository/work/perform.ts';
import type { Message } from '../../lib/repository/work/work.ts';
import { log } from '../log.ts';
import { outside } from '../outside/outside.ts';
import { requestOutside } from '../outside/request-outside.ts';
import { queues, workContext } from '../work-context.ts';

/**
 * Performs the messages of the queues and returns the failed ones. The queue delivers these again, and
 * finally moves them to the dead letters.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const done = await Promise.all(Records.map(performed));
  return {
    batchItemFailures: Records.flatMap(({ messageId }, n) =>
      done[n] ? [] : [{ itemIdentifier: messageId }],
    ),
  };
}

const all = { ...handlers, index: performIndex, revision: eraseRevision, erase: eraseRun };

async function performed({ body, attributes, receiptHandle }: SQSRecord): Promise<boolean> {
  const attempt = Number(attributes.ApproximateReceiveCount);
  const message = messageOf(body);
  if (message === undefined) {
    log.error('a message of the queue has no task; the queue moves this message to the dead letters');
    return false;
  }
  const { task } = message;
  try {
    await perform({ ...workContext(), outside, requestOutside }, all, message, attempt);
    return true;
  } catch (error) {
    const run = 'run' in task ? { run: task.run } : {};
    log.error(`the task ${JSON.stringify(task)} failed at attempt ${attempt}`, run, error);
    if (attempt < attemptsMax) await retry(message, receiptHandle, retryAfterS(attempt, error));
    return false;
  }
}

/**
 * Parses a message of the queue. Undefined for a body that Downpour did not write, so that it does not fail
 * the other messages of the batch.
 */
function messageOf(body: string): Message | undefined {
  try {
    const message = JSON.parse(body) as Partial<Message> | null;
    return typeof message?.task === 'object' && message.task !== null ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sets the time of the next delivery. Without it, the message would come again only after its visibility
 * timeout.
 */
async function retry({ task, priority }: Message, receipt: string, afterS: number): Promise<void> {
  try {
    await queues().retry(priority, receipt, afterS);
  } catch (error) {
    log.warn(
      `Downpour tries the task ${JSON.stringify(task)} again later than planned, because the queue did not accept the planned time`,
      {},
      error,
    );
  }
}
