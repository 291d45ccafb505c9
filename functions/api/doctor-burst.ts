import { refuseUnlessAdmin } from '../../lib/results/access.ts';
import { onLambda } from '../deployment.ts';
import { startBurst } from '../starting/start-burst.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

/**
 * Starts a burst of five seconds against this API itself, which checks every part that a burst needs. The
 * document is fixed, so its target is allowed without being in the deployment's list.
 */
export const handler = operation('doctor-burst', async ({ caller, headers, requestId, now }) => {
  refuseUnlessAdmin(caller);
  // API Gateway routes by this header, so it cannot name another host.
  const host = headers.host ?? '';
  const text = documentFor(`${onLambda() ? 'https' : 'http'}://${host}`);
  const { user } = caller;
  const order = { text, parameters: {}, file: 'doctor', user, shards: 1, ownHost: nameOf(host), now };
  const answer = await startBurst(order);
  if ('burst' in answer) return json({ id: answer.burst }, 202);
  return json({ code: 'BENCHMARK_REFUSED', ...answer, requestId }, 400);
});

/** The host without its port. */
const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/** The noop needs only an answered task token, and the version needs no store. */
const documentFor = (url: string): string => `name: doctor
http:
  host: ${JSON.stringify(url)}
  sharedConnections: 10
phases:
- token:
    noop: { duration: 100ms }
- echo:
    constantRate:
      startAfterStrict: token
      usersPerSec: 20
      variance: false
      duration: 5s
      maxSessions: 40
      scenario:
      - echo:
        - httpRequest:
            GET: /api/config/version
            sla: { blockedRatio: 10 }
`;
