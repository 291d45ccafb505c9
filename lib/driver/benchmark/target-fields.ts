import { defineBody, mappingSchema } from '../declaration/body.ts';
import { type Field, required, shownDefault, withDefault } from '../declaration/field.ts';
import { textOf } from '../declaration/raw.ts';
import { choice, flag, name, positive, positiveInteger, unread, word } from '../declaration/scalars.ts';
import { define, own, referTo } from '../declaration/schema.ts';
import { millis } from '../declaration/times.ts';
import { parseMillis } from '../document/time.ts';

/** The members of `http` entries, as a document writes them. */

const timeoutMillis = define('timeoutMillis', {
  title: 'a whole number with a unit ms, s, m or h, such as 30s, or none',
  ...own(
    'A time limit: a whole number with the unit `ms`, `s`, `m` or `h` (without a unit: seconds), or `none` for no limit.',
    '5s',
  ),
  type: ['integer', 'string'],
  pattern: '^([0-9]+ *(ms|s|m|h)?|none)$',
});

/** Milliseconds; null for `none`. */
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

/** The version of HTTP follows from these. */
export const versionFields = {
  allowHttp1x: withDefault(
    true,
    flag(
      'Allow HTTP 1.0 and 1.1 connections. Over TLS the handshake offers what is allowed, HTTP/2 first, and a target that takes none of it cannot be reached. In clear text HTTP/1.1 is spoken; when it is not allowed, HTTP/2 is asked for by an upgrade (h2c), and a target that refuses it cannot be reached.',
      false,
    ),
  ),
  allowHttp2: withDefault(
    true,
    flag(
      'Allow HTTP 2.0 connections: over TLS by the handshake, in clear text only where HTTP/1.x is not allowed. Over HTTP/2 a `host` header becomes `:authority`; `connection`, `keep-alive`, `proxy-connection`, `transfer-encoding`, `upgrade` and every `te` but `trailers` are left out, because it has none of them.',
      false,
    ),
  ),
  directHttp2: withDefault(
    false,
    flag('In clear text, speak HTTP/2 from the first byte, without the upgrade from 1.x.', true),
  ),
};

/** The place of a target. */
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

/** A pool of connections that is no single number. */
export const poolFields = {
  core: required(positive(positiveInteger, 'Connections that are opened before the start and kept.', 10)),
  max: required(positive(positiveInteger, 'Most connections at any time; at least `core`.', 20)),
  buffer: required(
    positive(positiveInteger, 'Free connections to keep in reserve while below `max`; at most `max`.', 2),
  ),
  keepAliveTime: shownDefault(
    0,
    millis('How long a free connection above `core` is kept; 0 keeps it for ever.'),
  ),
};

const sharedConnections = define('sharedConnections', {
  title: 'a whole number of at least 1, or a mapping with core, max and buffer',
  ...own(
    'Maximum number of connections to the target, shared by all phases and sessions. A number means that many, all opened before the start.',
    20,
  ),
  type: ['integer', 'object'],
  minimum: 1,
  ...mappingSchema(poolFields),
});

const keyManager = defineBody(
  'keyManager',
  'Certificate that the client shows to an https target (mutual TLS): of a key store, or in PEM with its key. Files lie next to the document and travel with it.',
  {
    fields: {
      storeType: shownDefault(
        'JKS',
        name(
          'Type of the key store: `JKS` or `PKCS12`. Downpour reads the real type from the file, so either name takes both.',
          'PKCS12',
        ),
      ),
      storeFile: name('Path of the key store.', 'client.p12'),
      password: name(
        'Password of the key store and of its keys, or of an encrypted `keyFile`. Give it as a parameter; it is shown nowhere.',
        '!param STORE_PASSWORD',
      ),
      alias: name('Name of the entry in the key store. Needed when it has several keys.', 'client'),
      certFile: name(
        'Path of a PEM certificate, with those that signed it behind it; needs `keyFile`, and no `storeFile`.',
        'client.crt',
      ),
      keyFile: name('Path of the PEM key that belongs to `certFile`.', 'client.key'),
    },
  },
  { certFile: 'client.crt', keyFile: 'client.key' },
);

const trustManager = defineBody(
  'trustManager',
  'Which certificates of an https target are trusted: all that its store or file holds and what these have signed, each for its own host names. Without it every certificate is accepted.',
  {
    fields: {
      storeType: shownDefault(
        'JKS',
        name(
          'Type of the trust store: `JKS` or `PKCS12`, or `SYSTEM` without a file for the public authorities that a browser trusts.',
          'SYSTEM',
        ),
      ),
      storeFile: name('Path of the trust store.', 'trust.jks'),
      password: name(
        'Password of the trust store. A JKS store opens without it, unverified.',
        '!param TRUST_PASSWORD',
      ),
      certFile: name(
        'Path of the PEM or DER certificate to trust, in addition to the store if there is one.',
        'authority.crt',
      ),
    },
  },
  { certFile: 'authority.crt' },
);

/** The members that need no other one to be read. */
export const targetFields = {
  name: word(
    'Name of this target for `httpRequest.endpoint`. Needed when two entries have the same protocol, host and port.',
    'shop',
  ),
  connectionStrategy: withDefault(
    'SHARED_POOL',
    choice(
      ['SHARED_POOL', 'SESSION_POOLS', 'OPEN_ON_REQUEST', 'ALWAYS_NEW'],
      'How sessions get connections: from one pool, from one pool but kept to the end of the session, opened by each session on first need, or a new one for every request.',
    ),
  ),
  maxHttp2Streams: shownDefault(
    100,
    positive(
      positiveInteger,
      'Most requests in flight on one HTTP/2 connection. A target may allow fewer.',
      10,
    ),
  ),
  pipeliningLimit: withDefault(
    1,
    positive(positiveInteger, 'Most HTTP 1.1 requests in flight on one connection.'),
  ),
  requestTimeout: withDefault(
    '30s',
    timeout('Default time limit of all requests, counted from sending; `none` for no limit.'),
  ),
  sslHandshakeTimeout: shownDefault(
    '10s',
    timeout(
      'Time limit of the TLS handshake; `none` for no limit. A handshake that takes longer than 2.5 s before the start is given up unless this is written.',
    ),
  ),
  useHttpCache: withDefault(
    true,
    flag(
      'Each user keeps the responses of this target as a browser does: what is still fresh is counted as a cache hit and not sent.',
    ),
  ),
};

const addresses = unread({
  title: 'a list of addresses',
  ...own(
    'IP addresses (or host names), each with an optional port, that connections go to, chosen at random for every connection. When empty, connections go to `host`.',
    ['10.0.0.7:8080'],
  ),
  type: ['array', 'string'],
  items: { title: 'an address', type: 'string' },
  default: [],
});

export const targetDefinition = defineBody(
  'http',
  'One target: where it is and how connections to it are pooled.',
  {
    fields: {
      name: targetFields.name,
      ...placeFields,
      addresses,
      allowHttp1x: versionFields.allowHttp1x,
      allowHttp2: versionFields.allowHttp2,
      connectionStrategy: targetFields.connectionStrategy,
      directHttp2: versionFields.directHttp2,
      keyManager: unread(referTo(keyManager)),
      trustManager: unread(referTo(trustManager)),
      maxHttp2Streams: targetFields.maxHttp2Streams,
      sharedConnections: shownDefault(1, unread(referTo(sharedConnections))),
      pipeliningLimit: targetFields.pipeliningLimit,
      requestTimeout: targetFields.requestTimeout,
      sslHandshakeTimeout: targetFields.sslHandshakeTimeout,
      rawBytesHandlers: shownDefault(true, flag('Add the handlers that can look at raw HTTP bytes.')),
      useHttpCache: targetFields.useHttpCache,
    },
  },
);
