import type { Benchmark } from '../../model/benchmark.ts';
import type { Guards } from '../../model/guards.ts';
import { addressRules, type TargetAllowList } from './allow-list.ts';

/** The behaviour of a deployment towards the targets that it loads. */
export type TargetPolicy = {
  /** True when each request names its run in a header. */
  readonly loadTest: boolean;
  /** A contact for the people who run a target: an address, a URL or a name. Absent: no contact. */
  readonly contact?: string | undefined;
  /** The default for documents without this setting: true when Downpour stops if a target requests it. */
  readonly stopOnRetryAfter: boolean;
};

/**
 * The policy of Lambda functions. Their addresses do not identify them. So a header tells the people who run
 * a target whose load it is and how to end it. The header has about 60 bytes and does not change the
 * measurement of a target that answers.
 */
export const inTheCloud: TargetPolicy = { loadTest: true, stopOnRetryAfter: true };

/**
 * The policy of a person's own machine. Requests are exactly as in the document, because the person who
 * started them is at the machine.
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
