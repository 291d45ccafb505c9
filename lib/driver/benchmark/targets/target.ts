import { defineBody } from '../../declaration/body.ts';
import { type Field, type ReadOf, shownDefault, withDefault } from '../../declaration/field.ts';
import { choice, flag, positive, positiveInteger, word } from '../../declaration/scalars.ts';
import { define, own, referTo } from '../../declaration/schema.ts';
import type { Path } from '../../document/problem.ts';
import { parseMillis } from '../../document/time.ts';
import { connecting } from '../../http/limits.ts';
import type { Target } from '../../model/benchmark.ts';
import type { TlsSettings } from '../../model/tls.ts';
import { readMembers } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';
import { addresses } from './addresses.ts';
import { sharedConnections } from './connections.ts';
import { httpVersionOf, versionFields } from './http-version.ts';
import { placeFields, placeOf } from './origin.ts';
import { checkManagers, keyManager, trustManager } from './tls.ts';

/** This file reads an `http` entry: its members in the document, and the target that they describe. */

const timeoutMillis = define('timeoutMillis', {
  title: 'a whole number with a unit ms, s, m or h, such as 30s, or none',
  ...own(
    'A time limit: a whole number with the unit `ms`, `s`, `m` or `h` (without a unit: seconds), or `none` for no limit.',
    '5s',
  ),
  type: ['integer', 'string'],
  pattern: '^([0-9]+ *(ms|s|m|h)?|none)$',
});

/** A field with a timeout in milliseconds. Null for `none`. */
const timeout = (description: string): Field<number | null, false> => ({
  schema: referTo(timeoutMillis, description),
  always: false,
  parse(raw, at, { findings }) {
    if (raw === 'none') return null;
    const ms = parseMillis(raw, at, findings);
    if (ms === 0) findings.error(at, `${at.at(-1)} must be above 0`, "write 'none' for no limit");
    return ms;
  },
});

const fields = {
  name: word(
    'Name of this target for `httpRequest.endpoint`. Needed when two entries have the same protocol, host and port.',
    'shop',
  ),
  ...placeFields,
  addresses,
  allowHttp1x: versionFields.allowHttp1x,
  allowHttp2: versionFields.allowHttp2,
  connectionStrategy: withDefault(
    'SHARED_POOL',
    choice(
      ['SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST', 'ALWAYS_NEW'],
      'The connections of a session: from a shared pool for each request, from a shared pool until the session ends, opened by the session itself when it first needs one, or a new connection for every request.',
    ),
  ),
  directHttp2: versionFields.directHttp2,
  keyManager,
  trustManager,
  maxHttp2Streams: shownDefault(
    100,
    positive(
      positiveInteger,
      'Largest number of requests in flight on one HTTP/2 connection. A target may allow fewer.',
      10,
    ),
  ),
  sharedConnections,
  pipeliningLimit: withDefault(
    1,
    positive(positiveInteger, 'Largest number of requests in flight on one HTTP/1.1 connection.'),
  ),
  requestTimeout: withDefault(
    '30s',
    timeout('Default time limit of all requests, counted from sending; `none` for no limit.'),
  ),
  sslHandshakeTimeout: shownDefault(
    '10s',
    timeout(
      'Time limit of the TLS handshake; `none` for no limit. When absent, a handshake before the start may take 2.5 s.',
    ),
  ),
  rawBytesHandlers: shownDefault(true, flag('Allow handlers that receive the raw bytes of HTTP.')),
  useHttpCache: withDefault(
    true,
    flag(
      'Each user keeps the responses of this target as a browser does: a request whose response is still fresh counts as a cache hit and is not sent.',
    ),
  ),
};

export const targetDefinition = defineBody('http', 'One target: its address and its connections.', {
  fields,
});

/** Reads the `http` entry at a path. Returns undefined when its address is missing or wrong. */
export function parseTarget(at: Path, isDefault: boolean, checking: Checking): Target | undefined {
  const own = readMembers(fields, at, checking);
  const place = placeOf(at, own, checking);
  if (place === undefined) return undefined;
  const { name, addresses, connectionStrategy, pipeliningLimit, useHttpCache, maxHttp2Streams } = own;
  const httpVersion = httpVersionOf(at, place.protocol, own, checking);
  checkManagers(at, place, own, checking);
  const tls = tlsOf(own);
  return {
    key: name ?? `${place.protocol}://${place.host}:${place.port}`,
    ...(name === undefined ? {} : { name }),
    ...place,
    isDefault,
    addresses,
    connectionStrategy,
    connections: own.sharedConnections,
    pipeliningLimit,
    ...(httpVersion === undefined ? {} : { httpVersion }),
    ...(maxHttp2Streams === undefined ? {} : { http2StreamsMax: maxHttp2Streams }),
    ...(useHttpCache ? {} : { useHttpCache }),
    ...(own.requestTimeout === null ? {} : { requestTimeoutMs: own.requestTimeout }),
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
  };
}

const tlsOf = ({
  keyManager,
  trustManager,
  sslHandshakeTimeout: timeoutMs,
}: ReadOf<typeof fields>): TlsSettings => ({
  ...(keyManager === undefined ? {} : { keyManager }),
  ...(trustManager === undefined ? {} : { trustManager }),
  ...(timeoutMs === undefined ? {} : { handshakeTimeoutMs: timeoutMs ?? connecting.handshakeMsMax }),
});
