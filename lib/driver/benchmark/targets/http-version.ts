import { type ReadOf, withDefault } from '../../declaration/field.ts';
import { flag } from '../../declaration/scalars.ts';
import type { Path } from '../../document/problem.ts';
import type { Target } from '../../model/benchmark.ts';
import type { Checking } from '../valid-part.ts';

/** The members that decide the version of HTTP. */
export const versionFields = {
  allowHttp1x: withDefault(
    true,
    flag(
      'Allow HTTP 1.0 and 1.1 connections. Over TLS the handshake offers the allowed versions, HTTP/2 first. In clear text Downpour uses HTTP/1.1; when HTTP/1.1 is not allowed, Downpour asks for HTTP/2 by an upgrade (h2c). A target that refuses all of this cannot be reached.',
      false,
    ),
  ),
  allowHttp2: withDefault(
    true,
    flag(
      'Allow HTTP 2.0 connections: over TLS by the handshake, in clear text only where HTTP/1.x is not allowed. Over HTTP/2 a `host` header becomes `:authority`; `connection`, `keep-alive`, `proxy-connection`, `transfer-encoding`, `upgrade` and every `te` but `trailers` are left out, because HTTP/2 does not have them.',
      false,
    ),
  ),
  directHttp2: withDefault(
    false,
    flag('In clear text, speak HTTP/2 from the first byte, without the upgrade from 1.x.', true),
  ),
};

/**
 * The version of HTTP by the members `allowHttp1x`, `allowHttp2` and `directHttp2`. Undefined means the
 * default of the protocol.
 */
export function httpVersionOf(
  at: Path,
  protocol: Target['protocol'],
  { allowHttp1x: allows1, allowHttp2: allows2, directHttp2: direct }: ReadOf<typeof versionFields>,
  { findings }: Checking,
): Target['httpVersion'] {
  if (!allows1 && !allows2) {
    const hint = 'remove allowHttp1x or allowHttp2, or set one of them to true';
    findings.error(
      [...at, 'allowHttp2'],
      'neither HTTP/1.x nor HTTP/2 is allowed, so no request can be sent',
      hint,
    );
    return undefined;
  }
  if (direct && protocol === 'https') {
    const hint = "remove directHttp2, and write 'allowHttp1x: false' to use only HTTP/2";
    findings.error(
      [...at, 'directHttp2'],
      'directHttp2 works only without TLS: with TLS the handshake chooses HTTP/2',
      hint,
    );
    return undefined;
  }
  if (direct && !allows2) {
    const hint = 'remove directHttp2 or allowHttp2';
    findings.error([...at, 'directHttp2'], 'directHttp2 contradicts allowHttp2: false', hint);
    return undefined;
  }
  if (direct) return '2';
  if (protocol === 'http') return allows1 ? undefined : 'upgraded';
  if (allows1 && allows2) return undefined;
  return allows1 ? '1.1' : '2';
}
