import type { Ergonomics, FollowRedirect } from '../model/benchmark.ts';
import type { Checking } from './valid-part.ts';

/** Every flag is true unless the document gives another value. A deployment decides `stopOnRetryAfter`. */
export function parseErgonomics(checking: Checking): Ergonomics {
  const { document } = checking;
  const flag = (name: string): boolean => document.read<boolean>(['ergonomics', name]) ?? true;
  const stopOnRetryAfter = document.read<boolean>(['ergonomics', 'stopOnRetryAfter']);
  const followRedirect = document.read<FollowRedirect>(['ergonomics', 'followRedirect']) ?? 'NEVER';
  return {
    userAgentFromSession: flag('userAgentFromSession'),
    autoRangeCheck: flag('autoRangeCheck'),
    stopOnInvalid: flag('stopOnInvalid'),
    ...(followRedirect === 'NEVER' ? {} : { followRedirect }),
    ...(flag('compensateInternalLatency') ? {} : { compensateInternalLatency: false }),
    ...(stopOnRetryAfter === undefined ? {} : { stopOnRetryAfter }),
    ...(flag('repeatCookies') ? {} : { repeatCookies: false }),
  };
}
