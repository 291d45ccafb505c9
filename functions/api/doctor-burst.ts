import { environment } from '../../lib/names/environment.ts';
import { refuseUnlessAdmin } from '../../lib/results/access.ts';
import { onLambda } from '../deployment.ts';
import { startBurst } from '../starting/start-burst.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';
import type { Headers } from './pipeline/types.ts';

/**
 * Starts a burst of five seconds against this API itself. The burst checks every part that a burst needs. Its
 * document is fixed, so its target is allowed even if the deployment's list lacks it.
 */
export const handler = operation('doctor-burst', async ({ caller, headers, requestId, now }) => {
  refuseUnlessAdmin(caller);
  const { origin, hostname, pathname } = ownUrl(headers);
  const text = documentFor(origin, pathname.replace(/\/$/, ''));
  const { user } = caller;
  const order = { text, parameters: {}, file: 'doctor', user, shards: 1, ownHost: hostname, now };
  const answer = await startBurst(order);
  if ('burst' in answer) return json({ id: answer.burst }, 202);
  return json({ code: 'BENCHMARK_REFUSED', ...answer, requestId }, 400);
});

/**
 * The address of this API. Behind a firewall, and for a private API, the configuration has it. API Gateway
 * chooses the API by the header `host`, so this header cannot name another host.
 */
const ownUrl = ({ host }: Headers): URL =>
  new URL(process.env[environment.publicUrl] ?? `${onLambda() ? 'https' : 'http'}://${host}`);

/**
 * The document of the test burst. The noop phase needs only an answered task token, and `/api/config/version`
 * needs no store.
 */
const documentFor = (origin: string, base: string): string => `name: doctor
http:
  host: ${JSON.stringify(origin)}
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
            GET: ${base}/api/config/version
            sla: { blockedRatio: 10 }
`;
