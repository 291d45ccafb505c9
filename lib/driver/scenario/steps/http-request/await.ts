import type { Step } from '../../../model/session.ts';

/**
 * Waits for the response of a synchronous request. It is the second of the two steps to which a request
 * compiles.
 */
export const awaitResponse: Step = (session, sequence) => {
  const { exchange } = sequence;
  if (exchange === undefined) return true;
  if (!exchange.done) return false;
  sequence.exchange = undefined;
  session.giveBack(exchange);
  return true;
};
