import { client, type Fetch } from '../../client/index.ts';
import { heldKey, isExpired } from './session.ts';

let keyHeader = '';

/** The name of the header for keys, which `GET /api/config/web` answers. */
export function setKeyHeader(name: string): void {
  keyHeader = name;
}

function keyHeaders(): Readonly<Record<string, string>> {
  const key = heldKey.peek();
  return key === undefined ? {} : { [keyHeader]: key };
}

/**
 * A key that the server rejects is expired or revoked, and a bar offers to sign in. A small change arrives
 * also when the page goes meanwhile.
 */
const watched: Fetch = async (url, init) => {
  const keepalive = init.method === 'PUT' || init.method === 'DELETE';
  const reply = await fetch(url, { ...(init as RequestInit), keepalive });
  if (reply.status === 401 && keyHeader in init.headers) isExpired.value = true;
  return reply;
};

/** The API of this origin, with the key of the session. */
export const api = client('', { headers: keyHeaders, fetch: watched });

/** The API of this origin for a person who has no key yet. */
export const anonymousApi = client('');
