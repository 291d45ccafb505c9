import { numbered } from '../../words.ts';
import type { Phase } from '../model/benchmark.ts';
import { impossibleLimitOf } from '../planning/checks/sessions.ts';
import { summarise } from '../statistics/histograms/summary-statistics.ts';
import type { Drive, MergedPhase } from '../statistics/merge.ts';
import { Tally } from '../statistics/tally.ts';
import { RowCursor } from '../statistics/wire/row-cursor.ts';
import { time } from './criteria.ts';
import { excusing, judging } from './limits.ts';
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
 * scenario alone exceed the limit, the document is the cause, even when the generator was busy. If users
 * waited while the target was silent, the target is the cause. With `CONTINUE` an exceeded limit is reported,
 * but passes.
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
  const silent = impossible === undefined ? silentSeconds(merged) : none;
  const isCertain = impossible !== undefined || silent.size > 0;
  const isOurs = !isCertain && exceeded.every(causedItself);
  return {
    phase: phase.name,
    criterion: 'sessionLimit',
    passed,
    ...(!passed && isOurs ? { unclear: true } : {}),
    ...(!passed && isCertain ? { certain: true } : {}),
    limit: phase.maxSessions,
    measured: throttled,
    ...evidenceOf({ startSecond: 0, endSecond, tally }),
    message: messageOf(phase, throttled, impossible?.message ?? paceOf(tally, silent)),
    ...(passed ? {} : { advice: impossible?.advice ?? (isOurs ? oursAdvice : adviceOn(phase)) }),
  };
}

const none: ReadonlySet<number> = new Set();

/**
 * The seconds in which the target was silent while users waited for a session. A second is silent when
 * requests were in flight all the time, no response arrived, and every event loop read its sockets. A
 * generator that is short of CPU still reads some of the responses that arrive, so it does not look silent.
 */
function silentSeconds({ answers, connections, machine, users }: MergedPhase): ReadonlySet<number> {
  const answered = new Set(answers.map(([second]) => second));
  const awake = new Set(
    machine.flatMap(({ second, stallNs = 0 }) => (stallNs > judging.silenceStallNsMax ? [] : [second])),
  );
  const silent = new Set<number>();
  for (const types of Object.values(connections))
    for (const [second, least] of types['in-flight requests'] ?? [])
      if (least > 0 && awake.has(second) && !answered.has(second)) silent.add(second);
  const lasting = [...silent].filter((second) => silent.has(second - 1) || silent.has(second + 1));
  const isWaitedIn = users.some(([second, , , waited]) => waited > 0 && lasting.includes(second));
  return isWaitedIn ? new Set(lasting) : none;
}

/**
 * True when the generator itself made users wait for sessions. A late generator starts its delayed users all
 * at once, at most as many as the requests that it sent while unhealthy. A generator without CPU keeps its
 * sessions for longer than the target needs. Then nearly all waiting users came in unhealthy seconds.
 */
function causedItself({ outcome: { throttled }, health }: Drive): boolean {
  const others = throttled - health.unhealthyUsers;
  return throttled <= health.unhealthyRequests || others <= throttled * excusing.unhealthyShareMax;
}

const oursAdvice =
  'more sessions would not help, because the generator was slower than the target. Use more shards, or lower the rate';

/**
 * The message about an exceeded session limit. It explains the limit if it is a default, because the document
 * does not contain it.
 */
function messageOf({ maxSessions, maxSessionsGiven }: Limited, throttled: number, cause: string): string {
  const origin = maxSessionsGiven ? '' : ' (by default the users of one second)';
  const users = numbered(throttled, 'user');
  const sessions = maxSessions === 1 ? 'the only session' : `all ${maxSessions} sessions`;
  return `Exceeded session limit: ${users} found ${sessions}${origin} in use and had to wait; ${cause}`;
}

function paceOf({ service, counters: { requests, responses } }: Tally, silent: ReadonlySet<number>): string {
  if (service.count === 0) return 'the target sent no response';
  if (silent.size > 0) return `the target sent no response for ${numbered(silent.size, 'second')}`;
  const mean = time(summarise(service).meanNs);
  if (responses >= requests) return `the target took ${mean} on average`;
  const without = numbered(requests - responses, 'request');
  return `${without} of ${requests} got no response, and the target took ${mean} on average for the others`;
}

function adviceOn({ maxSessionsGiven }: Limited): string {
  return maxSessionsGiven
    ? 'raise maxSessions, or set sessionLimitPolicy: CONTINUE if users may wait'
    : 'lower the rate, or set maxSessions above its default, the number of users who start in a second';
}
