import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { environment } from '../../names/environment.ts';
import { type Answer, message } from './answer.ts';

/**
 * Rejects a request whose host is a public name that this server does not have. Undefined for other requests.
 * An owner of a name can let it lead to the loopback. Pages of that name would then have the origin of this
 * server (DNS rebinding). No other person can do that with an address, or with a name that is not public.
 */
export function foreignHost({ headers: { host } }: IncomingMessage): Answer | undefined {
  if (host === undefined) return undefined;
  const name = nameOf(`http://${host}`);
  const own = nameOf(process.env[environment.publicUrl] ?? '');
  if (name !== undefined && (isPrivate(name) || name === own)) return undefined;
  return message(
    403,
    `Forbidden: this server has no name ${JSON.stringify(host)}. Use http://127.0.0.1 or localhost with its port; for another name, start the server with the variable ${environment.publicUrl} set to the URL that clients use`,
  );
}

/** The host of a URL without its port. A name may end with a dot. */
const nameOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;

/** Whether a host is an address, or a name that no public domain contains (RFC 6761, 6762 and 8375). */
const isPrivate = (name: string): boolean =>
  name.startsWith('[') ||
  isIP(name) !== 0 ||
  !name.includes('.') ||
  /\.(?:localhost|internal|local|test|home\.arpa)$/.test(name);
