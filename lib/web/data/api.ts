import { client, type Fetch } from '../../client/index.ts';
import { base } from '../base.ts';
import { answered, answeredFetch } from './answer-timeout.ts';
import { heldKey, isExpired } from './session.ts';

let keyHeader = '';

/** Sets the name of the header for API keys. The server states it in `GET /api/config/web`. */
export function setKeyHeader(name: string): void {
  keyHeader = name;
}

function keyHeaders(): Readonly<Record<string, string>> {
  const key = heldKey.peek();
  return key === undefined ? {} : { [keyHeader]: key };
}

/**
 * Whether a request is small enough that a browser still sends it after the person has left the page.
 * Browsers refuse this above 64 KiB.
 */
const isSmall = (body: unknown): boolean => typeof body !== 'string' || body.length <= 16_000;

/**
 * A `fetch` that detects rejected keys. A key is rejected when it is expired or revoked, and the page then
 * offers to sign in. A small change is sent even when the person leaves the page meanwhile.
 */
const watched: Fetch = async (url, init) => {
  const keepalive = (init.method === 'PUT' || init.method === 'DELETE') && isSmall(init.body);
  const reply = await answered(url, { ...(init as RequestInit), keepalive });
  // The answer may belong to an earlier key, because the person has signed out or has signed in with another
  // key meanwhile.
  const key = init.headers[keyHeader];
  if (reply.status === 401 && key !== undefined && key === heldKey.peek()) isExpired.value = true;
  return reply;
};

/** The client of this origin's API, with the key of the session. */
export const api = client(base, { headers: keyHeaders, fetch: watched });

/** The client of this origin's API without a key, for a person who has none yet. */
export const anonymousApi = client(base, { fetch: answeredFetch });
