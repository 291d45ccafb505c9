import { refuseUnlessAdmin } from '../../lib/results/access.ts';
import { onLambda } from '../deployment.ts';
import { startBurst } from '../starting/start-burst.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';

/**
 * Starts a burst of five seconds against this API itself. The burst checks every part that a burst needs. Its
 * document is fixed, so its target is allowed even if the deployment's list lacks it.
 */
export const handler = operation('doctor-burst', async ({ caller, headers, requestId, now }) => {
  refuseUnlessAdmin(caller);
  // API Gateway chooses the API by the header `host`, so the header cannot name another host.
  const host = headers.host ?? '';
  const text = documentFor(`${onLambda() ? 'https' : 'http'}://${host}`);
  const { user } = caller;
  const order = { text, parameters: {}, file: 'doctor', user, shards: 1, ownHost: nameOf(host), now };
  const answer = await startBurst(order);
  if ('burst' in answer) return json({ id: answer.burst }, 202);
  return json({ code: 'BENCHMARK_REFUSED', ...answer, requestId }, 400);
});

/** The name of a host without its port. */
const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/**
 * The document of the test burst. The noop phase needs only an answered task token, and `/api/version` needs
 * no store.
 */
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
