import type { Context } from 'aws-lambda';
import { DownpourError } from '../../../lib/errors.ts';
import { log, type Subject } from '../../log.ts';

type Input = Pick<Subject, 'burst' | 'phase' | 'shard' | 'segment'>;

/**
 * Wraps a function of the state machine: an error is logged with its burst, phase and drive before the
 * machine receives it.
 */
export const logged =
  <In extends Input, Out>(handle: (input: In, context: Context) => Promise<Out>) =>
  async (input: In, context?: Context): Promise<Out> => {
    try {
      // Functions that are called without a context do not use it.
      return await handle(input, context as Context);
    } catch (error) {
      const subject = subjectOf(input, context);
      // Only the author of the document sees the message, because it may quote the document.
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
