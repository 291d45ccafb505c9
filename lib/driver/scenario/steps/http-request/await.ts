import type { Step } from '../../../model/session.ts';

/** The second half of a request that its sequence waits for. */
export const awaitResponse: Step = (session, sequence) => {
  const { exchange } = sequence;
  if (exchange === undefined) return true;
  if (!exchange.done) return false;
  sequence.exchange = undefined;
  session.giveBack(exchange);
  return true;
};
