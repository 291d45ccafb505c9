import type { Path } from '../document/problem.ts';
import type { Target } from '../model/benchmark.ts';
import { readMembers } from './members.ts';
import { versionFields } from './target-fields.ts';
import type { Checking } from './valid-part.ts';

/**
 * The version that follows from `allowHttp1x`, `allowHttp2` and `directHttp2`; undefined: the default of the
 * protocol.
 */
export function httpVersionOf(
  at: Path,
  protocol: Target['protocol'],
  checking: Checking,
): Target['httpVersion'] {
  const { findings } = checking;
  const {
    allowHttp1x: allows1,
    allowHttp2: allows2,
    directHttp2: direct,
  } = readMembers(versionFields, at, checking);
  if (!allows1 && !allows2) {
    const hint = 'leave one of them out or write true';
    findings.error(
      [...at, 'allowHttp2'],
      'neither HTTP/1.x nor HTTP/2 is allowed, so no request can be sent',
      hint,
    );
    return undefined;
  }
  if (direct && protocol === 'https') {
    const hint = 'leave it out; to speak nothing but HTTP/2, write allowHttp1x: false';
    findings.error(
      [...at, 'directHttp2'],
      'directHttp2 is for clear text: over TLS the handshake agrees on HTTP/2',
      hint,
    );
    return undefined;
  }
  if (direct && !allows2) {
    const hint = 'leave one of them out';
    findings.error([...at, 'directHttp2'], 'directHttp2 contradicts allowHttp2: false', hint);
    return undefined;
  }
  if (direct) return '2';
  if (protocol === 'http') return allows1 ? undefined : 'upgraded';
  if (allows1 && allows2) return undefined;
  return allows1 ? '1.1' : '2';
}
