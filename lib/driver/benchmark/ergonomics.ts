import type { Ergonomics } from '../model/benchmark.ts';
import { refuseNotBuilt } from './not-built.ts';
import type { Checking } from './valid-part.ts';

/** Every flag is true unless the document says otherwise. */
export function parseErgonomics(checking: Checking): Ergonomics {
  const { document } = checking;
  refuseNotBuilt('ergonomics', ['ergonomics'], checking);
  const flag = (name: string): boolean => document.read<boolean>(['ergonomics', name]) ?? true;
  return {
    userAgentFromSession: flag('userAgentFromSession'),
    autoRangeCheck: flag('autoRangeCheck'),
    stopOnInvalid: flag('stopOnInvalid'),
    ...(flag('compensateInternalLatency') ? {} : { compensateInternalLatency: false }),
    ...(flag('repeatCookies') ? {} : { repeatCookies: false }),
  };
}
