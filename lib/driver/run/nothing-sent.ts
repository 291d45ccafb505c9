import { numbered } from '../../words.ts';
import { startsUsers } from '../arrivals/registry.ts';
import { RowCursor } from '../statistics/wire/row-cursor.ts';
import { type PhaseView, sendsRequests } from './run-record.ts';

/**
 * The reason why a run without requests is inconclusive, and the next step for the user. Undefined if a phase
 * that counts has sent a request.
 */
export function nothingSent(views: readonly PhaseView[]): Unsent | undefined {
  const active = views.filter(({ phase }) => startsUsers(phase.arrivals));
  const counting = active.filter(({ phase }) => !phase.isWarmup);
  const own = counting.length > 0 ? counting : active;
  if (own.some((view) => requestsIn(view) > 0)) return undefined;
  const users = own.reduce((sum, { delivery }) => sum + delivery.started, 0);
  const [why, advice] =
    own.length === 0
      ? ['no phase starts users', 'add a phase that starts users, such as constantRate']
      : users === 0
        ? ['no user started', 'raise the rate or the duration']
        : [usersWithout(users), 'check why users end before their first request'];
  const where = active.length > own.length ? 'no request was sent after the warm-up' : 'no request was sent';
  return { message: `${where}, so there is nothing to judge: ${why}`, advice };
}

type Unsent = { readonly message: string; readonly advice: string };

/**
 * A notice about a phase that should have sent requests and sent none. Undefined for other phases, and when
 * the failure of the phase already reports it.
 */
export function unsentNotice(view: PhaseView): string | undefined {
  const { run, plan, merged, delivery } = view;
  const isSilent = plan.requests.length > 0 && run.t0 !== undefined && requestsIn(view) === 0;
  const isWhole =
    run.failed === undefined &&
    delivery.lost.length === 0 &&
    merged.drives.every(({ outcome }) => outcome.result === 'completed');
  if (!isSilent || !isWhole || run.status === 'CANCELLED') return undefined;
  return delivery.started === 0
    ? 'no user started, so no request was sent'
    : `no request was sent: ${usersWithout(delivery.started)}`;
}

const usersWithout = (users: number): string =>
  `${numbered(users, 'user')} started without sending a request`;

/** The number of requests of a phase. Measurements of stopwatches and headers do not count. */
function requestsIn({ plan, merged }: PhaseView): number {
  let sum = 0;
  for (const row = new RowCursor(merged.rows); row.next(); )
    if (sendsRequests(plan, row.step)) sum += row.counter('requests');
  return sum;
}
