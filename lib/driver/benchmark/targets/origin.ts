import { type Field, type ReadOf, required } from '../../declaration/field.ts';
import { choice, word } from '../../declaration/scalars.ts';
import { own } from '../../declaration/schema.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { Target } from '../../model/benchmark.ts';
import { type HostParts, parseHost } from '../host.ts';
import type { Checking } from '../valid-part.ts';

/** The members that give the address of a target. */
export const placeFields = {
  protocol: choice(
    ['http', 'https'],
    'Scheme. When absent: the scheme written in `host`, else https for port 443, else http.',
    'https',
  ),
  host: required(
    word(
      'Target host name; may also include scheme and port, as in `https://example.com:8443`.',
      'http://localhost:8080',
    ),
  ),
  port: {
    schema: {
      title: 'a port from 1 to 65535',
      ...own(
        'Target TCP port. When absent: the port written in `host`, else 80 for http and 443 for https.',
        8080,
      ),
      type: 'integer',
      minimum: 1,
      maximum: 65535,
    },
    always: false,
    parse: (raw) => Number(textOf(raw)),
  } satisfies Field<number, false>,
};

export type Place = Pick<Target, 'protocol' | 'host' | 'port' | 'authority'>;

/**
 * Finds the scheme and the port of a target from `host`, `protocol` and `port`. A missing member is derived
 * from the others.
 */
export function placeOf(
  at: Path,
  { host: written, protocol, port }: ReadOf<typeof placeFields>,
  { document, findings }: Checking,
): Place | undefined {
  if (written === undefined || !document.isValid([...at, 'port']) || !document.isValid([...at, 'protocol']))
    return undefined;
  const parts = parseHost(written);
  if ('wrong' in parts) {
    findings.error([...at, 'host'], parts.wrong, parts.hint);
    return undefined;
  }
  if (protocol !== undefined && parts.scheme !== undefined && protocol !== parts.scheme) {
    const message = `protocol ${protocol} contradicts the scheme ${parts.scheme} in host`;
    findings.error([...at, 'protocol'], message, 'give the protocol only once');
  }
  if (port !== undefined && parts.port !== undefined) {
    const message = `port ${port} is given although host ends with port ${parts.port}`;
    findings.error([...at, 'port'], message, 'give the port only once');
  }
  return inferred(parts, protocol ?? parts.scheme, port ?? parts.port);
}

function inferred(
  { host }: HostParts,
  protocol: 'http' | 'https' | undefined,
  port: number | undefined,
): Place {
  const scheme = protocol ?? (port === 443 ? 'https' : 'http');
  return {
    protocol: scheme,
    host,
    port: port ?? (scheme === 'https' ? 443 : 80),
    authority: port === undefined ? host : `${host}:${port}`,
  };
}
