import type { Benchmark } from '../../model/benchmark.ts';
import type { Guards } from '../../model/guards.ts';
import { addressRules, type TargetAllowList } from './allow-list.ts';

/** How a deployment behaves towards the targets that it loads. */
export type TargetPolicy = {
  /** Each request tells which run it belongs to. */
  readonly loadTest: boolean;
  /**
   * Where people of a target can ask or complain: an address, a URL or a name. Absent: requests name nobody.
   */
  readonly contact?: string | undefined;
  /** Where a document says nothing of it: a target that asks for the load to stop is obeyed. */
  readonly stopOnRetryAfter: boolean;
};

/**
 * Of functions in the cloud: their addresses say nothing to the people of a target, who have to find out
 * whose load it is and how to end it. The header is some 60 bytes of a request, and a target that answers is
 * measured as without it.
 */
export const inTheCloud: TargetPolicy = { loadTest: true, stopOnRetryAfter: true };

/**
 * Of a machine of one's own: requests are to the byte what the document says, and whoever started them sits
 * beside it.
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
