import { startBurst } from '../start-burst.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

/** A document is refused with all of its problems, or started. */
export const handler = operation('burst-start', async ({ body, header, caller, now, requestId }) => {
  const { document: text, parameters = {}, ...asked } = body;
  const { user } = caller;
  const idempotencyKey = header['idempotency-key'];
  const answer = await startBurst({ ...asked, text, parameters, user, idempotencyKey, now });
  if ('burst' in answer) return json({ id: answer.burst, stopToken: answer.stopToken }, 202);
  return json({ code: 'BENCHMARK_REFUSED', ...answer, requestId }, 400);
});
