import type { Benchmark } from '../../model/benchmark.ts';
import type { Guards } from '../../model/guards.ts';
import { addressRules, type TargetAllowList } from './allow-list.ts';

/** How a deployment behaves towards the targets that it loads. */
export type TargetPolicy = {
  /** True when each request has a header that names its run. */
  readonly loadTest: boolean;
  /**
   * A contact for the people who run a target, which a request header shows: an address, a URL or a name.
   * Absent: no contact.
   */
  readonly contact?: string | undefined;
  /**
   * The default when the document does not set it: true when Downpour stops the load if a target requests
   * that (`Retry-After`).
   */
  readonly stopOnRetryAfter: boolean;
};

/**
 * The policy for load from Lambda functions. The addresses of functions do not show who sends the load. So a
 * header tells the people who run a target whose load it is and how to end it. The header has about 60 bytes
 * and does not change the measurement of a target that answers.
 */
export const inTheCloud: TargetPolicy = { loadTest: true, stopOnRetryAfter: true };

/**
 * The policy for load from a person's own machine. Requests are exactly as in the document, because the
 * person who started them is at the machine.
 */
export const onOneMachine: TargetPolicy = { loadTest: false, stopOnRetryAfter: false };

export const guardsOf = (
  burst: string,
  allowList: TargetAllowList,
  { loadTest, contact, stopOnRetryAfter }: TargetPolicy,
  { ergonomics }: Benchmark,
): Guards => ({
  addresses: addressRules(allowList),
  ...(loadTest
    ? { loadTest: `downpour; run=${burst}${contact === undefined ? '' : `; contact=${contact}`}` }
    : {}),
  stopOnRetryAfter: ergonomics.stopOnRetryAfter ?? stopOnRetryAfter,
});
