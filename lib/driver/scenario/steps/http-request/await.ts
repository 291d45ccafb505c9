import type { Step } from '../../../model/session.ts';

/** Waits for the response of a synchronous request. It is the second step of the request. */
export const awaitResponse: Step = (session, sequence) => {
  const { exchange } = sequence;
  if (exchange === undefined) return true;
  if (!exchange.done) return false;
  sequence.exchange = undefined;
  session.giveBack(exchange);
  return true;
};
