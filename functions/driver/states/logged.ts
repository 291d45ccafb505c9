import type { Context } from 'aws-lambda';
import { DownpourError } from '../../../lib/errors.ts';
import { log, type Subject } from '../../log.ts';

type Input = Pick<Subject, 'burst' | 'phase' | 'shard' | 'segment'>;

/**
 * Wraps a function of the state machine. An error is logged with its burst, phase and drive before the state
 * machine receives it.
 */
export const logged =
  <In extends Input, Out>(handle: (input: In, context: Context) => Promise<Out>) =>
  async (input: In, context?: Context): Promise<Out> => {
    try {
      // A caller may leave the Lambda context out only for functions that do not use it.
      return await handle(input, context as Context);
    } catch (error) {
      const subject = subjectOf(input, context);
      // The log does not contain the message of a rejected document, because the message may quote the
      // document. The author of the document sees the message.
      if (error instanceof DownpourError && error.status < 500) log.warn(`refused: ${error.code}`, subject);
      else log.error('the function failed', subject, error);
      throw error;
    }
  };

/** The fields that all log lines of an invocation have. */
export const subjectOf = ({ burst, phase, shard, segment }: Input, context?: Context): Subject => ({
  burst,
  phase,
  shard,
  segment,
  requestId: context?.awsRequestId,
});
