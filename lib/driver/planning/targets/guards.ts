import type { Benchmark } from '../../model/benchmark.ts';
import type { Guards } from '../../model/guards.ts';
import { addressRules, type TargetAllowList } from './allow-list.ts';

/** The behaviour of a deployment towards the targets that it loads. */
export type TargetPolicy = {
  /** Each request names its run. */
  readonly loadTest: boolean;
  /** Contact for the people of a target: an address, a URL or a name. Absent: requests name no contact. */
  readonly contact?: string | undefined;
  /** The default for documents without this setting: Downpour stops when a target requests it. */
  readonly stopOnRetryAfter: boolean;
};

/**
 * Policy of Lambda functions. Their addresses do not identify them, so the header tells the people of a
 * target whose load it is and how to end it. The header has some 60 bytes, and it does not change the
 * measurement of a target that answers.
 */
export const inTheCloud: TargetPolicy = { loadTest: true, stopOnRetryAfter: true };

/**
 * Policy of a person's own machine. Requests are to the byte as in the document, and the person who started
 * them is at the machine.
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
