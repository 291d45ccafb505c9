import type { Context } from 'aws-lambda';
import { DownpourError } from '../../lib/errors.ts';
import { log, type Subject } from '../log.ts';

type Input = Pick<Subject, 'burst' | 'phase' | 'shard' | 'segment'>;

/** A function of the state machine: what it throws is logged with what it was about, before the machine hears of it. */
export const logged =
  <In extends Input, Out>(handle: (input: In, context: Context) => Promise<Out>) =>
  async (input: In, context?: Context): Promise<Out> => {
    try {
      // Of those that are called without a context, none asks for it.
      return await handle(input, context as Context);
    } catch (error) {
      const subject = subjectOf(input, context);
      // The message is for the author of the document: it may quote it.
      if (error instanceof DownpourError && error.status < 500) log.warn(`refused: ${error.code}`, subject);
      else log.error('the function failed', subject, error);
      throw error;
    }
  };

/** What the lines of an invocation are about. */
export const subjectOf = ({ burst, phase, shard, segment }: Input, context?: Context): Subject => ({
  ...{ burst, phase, shard, segment },
  requestId: context?.awsRequestId,
});
