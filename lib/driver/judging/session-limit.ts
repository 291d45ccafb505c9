import { numbered } from '../../words.ts';
import type { Phase } from '../model/benchmark.ts';
import { impossibleLimitOf } from '../planning/checks/sessions.ts';
import { summarise } from '../statistics/histograms/percentiles.ts';
import type { Drive, MergedPhase } from '../statistics/merge.ts';
import { Tally } from '../statistics/tally.ts';
import { RowCursor } from '../statistics/wire/row-cursor.ts';
import { time } from './criteria.ts';
import { excusing } from './limits.ts';
import type { Verdict } from './sla.ts';
import { evidenceOf } from './sla.ts';

type Limited = Pick<
  Phase,
  | 'name'
  | 'maxSessions'
  | 'maxSessionsGiven'
  | 'sessionLimitPolicy'
  | 'arrivals'
  | 'durationMs'
  | 'leastStayNs'
>;

/**
 * Judges the session limit of a phase. Undefined when every user found a free session. If the pauses of the
 * scenario alone exceed the limit, the document breaks it, even when the generator was busy. With `CONTINUE`
 * an exceeded limit is reported but passes.
 */
export function judgeSessionLimit(phase: Limited, merged: MergedPhase): Verdict | undefined {
  const exceeded = merged.drives.filter(({ outcome }) => outcome.sessionLimitExceeded);
  if (exceeded.length === 0) return undefined;
  const passed = phase.sessionLimitPolicy === 'CONTINUE';
  const throttled = exceeded.reduce((sum, { outcome }) => sum + outcome.throttled, 0);
  const tally = new Tally();
  let endSecond = 0;
  for (const row = new RowCursor(merged.rows); row.next(); ) {
    row.addTo(tally);
    endSecond = Math.max(endSecond, row.second + 1);
  }
  const impossible = impossibleLimitOf(phase);
  const isOurs = impossible === undefined && exceeded.every(causedItself);
  return {
    phase: phase.name,
    criterion: 'sessionLimit',
    passed,
    ...(!passed && isOurs ? { unclear: true } : {}),
    ...(!passed && impossible !== undefined ? { certain: true } : {}),
    limit: phase.maxSessions,
    measured: throttled,
    ...evidenceOf({ startSecond: 0, endSecond, tally }),
    message: messageOf(phase, throttled, impossible?.message ?? paceOf(tally)),
    ...(passed ? {} : { advice: impossible?.advice ?? (isOurs ? oursAdvice : adviceOn(phase)) }),
  };
}

/**
 * True when the generator itself caused the waits. A late generator starts its users in a burst, at most as
 * many as the requests that it sent while unhealthy. A generator without CPU keeps its sessions for longer
 * than the target needs. Then nearly all waiting users came in unhealthy seconds.
 */
function causedItself({ outcome: { throttled }, health }: Drive): boolean {
  const others = throttled - health.unhealthyUsers;
  return throttled <= health.unhealthyRequests || others <= throttled * excusing.unhealthyShareMax;
}

const oursAdvice =
  'more sessions would not help, because the generator was slower than the target. Use more shards, or lower the rate';

/** The message about the session limit. It explains a default, because the document does not contain it. */
function messageOf({ maxSessions, maxSessionsGiven }: Limited, throttled: number, cause: string): string {
  const origin = maxSessionsGiven ? '' : ' (as many as users start in a second)';
  const users = numbered(throttled, 'user');
  const sessions = maxSessions === 1 ? 'the only session' : `all ${maxSessions} sessions`;
  return `Exceeded session limit: ${users} found ${sessions}${origin} in use and had to wait; ${cause}`;
}

function paceOf({ service, counters: { requests, responses } }: Tally): string {
  if (service.count === 0) return 'the target sent no response';
  const mean = time(summarise(service).meanNs);
  if (responses >= requests) return `the target took ${mean} on average`;
  const without = numbered(requests - responses, 'request');
  return `${without} of ${requests} got no response, and the target took ${mean} on average for the others`;
}

function adviceOn({ maxSessionsGiven }: Limited): string {
  return maxSessionsGiven
    ? 'raise maxSessions, or set sessionLimitPolicy: CONTINUE if users may wait'
    : 'lower the rate, or set maxSessions to allow more users at once than start in a second';
}
