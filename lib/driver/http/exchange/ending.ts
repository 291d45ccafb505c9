import type { HandledRequest } from '../../model/session.ts';
import type { RequestRecord } from '../../request/record-request.ts';
import type { Connection } from '../connection.ts';
import type { Reaction } from '../reaction.ts';
import type { RequestPlan } from '../request-plan.ts';

/** What the end of a request means to its handlers and to its user. */

/** Runs the actions of a request that is over, also of one that got no response, or half of one. */
export function complete(
  request: HandledRequest,
  record: RequestRecord,
  reaction: Reaction,
  plan: RequestPlan,
): void {
  const userGoesOn = record.ending !== 'cancelled' && record.ending !== 'internal';
  if (userGoesOn && record.ending !== 'response') record.valid = false;
  let failure = reaction.abort(request);
  if (userGoesOn) failure ??= reaction.complete(request);
  if (failure === undefined) return;
  record.completionFailed = true;
  plan.onMistake(failure);
}

/**
 * Hands out the bytes of a request: those since the request before it on this connection ended. When several were in
 * flight, what belongs to a later one may stand with this one; the sums are exact. False when a handler threw.
 */
export function accountForBytes(request: HandledRequest, connection: Connection, plan: RequestPlan): boolean {
  const [sent, received] = connection.takeBytes();
  try {
    for (const handler of plan.onRawBytes) handler(request, sent, received);
    return true;
  } catch (error) {
    request.markInvalid();
    plan.onMistake(error);
    return false;
  }
}

/** Its user ends with it. */
export function endsUser({ ending, valid, completionFailed }: RequestRecord, plan: RequestPlan): boolean {
  if (ending === 'internal' || completionFailed) return true;
  return plan.stopOnInvalid && !(ending === 'response' && valid);
}
