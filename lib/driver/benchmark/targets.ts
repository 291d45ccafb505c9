import { isIP } from 'node:net';
import type { Path } from '../document/problem.ts';
import { connecting } from '../http/limits.ts';
import type { Target } from '../model/benchmark.ts';
import { asciiAuthority } from '../model/host-name.ts';
import { type HostParts, parseHost } from './host.ts';
import { httpVersionOf } from './http-version.ts';
import { readMembers } from './members.ts';
import { placeFields, poolFields, targetFields } from './target-fields.ts';
import { parseTls, type TlsChecking } from './tls.ts';
import type { Checking } from './valid-part.ts';

/**
 * The `http` entries. `complete` is false when an entry could not be read, so that requests
 * to it are not called wrong.
 */
export function parseTargets(checking: TlsChecking): {
  readonly targets: readonly Target[];
  readonly complete: boolean;
} {
  const { document } = checking;
  const places = document.each(['http']);
  const entries = places.flatMap((at) => {
    const target = parseTarget(at, places.length === 1, checking);
    return target === undefined ? [] : [{ at, target }];
  });
  checkIdentity(entries, checking);
  return {
    targets: entries.map(({ target }) => target),
    complete: (places.length > 0 || document.has(['hotrod'])) && entries.length === places.length,
  };
}

function parseTarget(at: Path, isDefault: boolean, checking: TlsChecking): Target | undefined {
  const place = placeOf(at, checking);
  const connections = connectionsOf([...at, 'sharedConnections'], checking);
  const addresses = addressesOf([...at, 'addresses'], checking);
  const own = readMembers(targetFields, at, checking);
  const { name, connectionStrategy, pipeliningLimit, useHttpCache } = own;
  const { requestTimeout, sslHandshakeTimeout, maxHttp2Streams } = own;
  if (place === undefined) return undefined;
  const httpVersion = httpVersionOf(at, place.protocol, checking);
  const tls = {
    ...parseTls(at, place, checking),
    ...(sslHandshakeTimeout === undefined
      ? {}
      : { handshakeTimeoutMs: sslHandshakeTimeout ?? connecting.handshakeMsMax }),
  };
  return {
    key: name ?? `${place.protocol}://${place.host}:${place.port}`,
    ...(name === undefined ? {} : { name }),
    ...place,
    isDefault,
    addresses,
    connectionStrategy,
    connections,
    pipeliningLimit,
    ...(httpVersion === undefined ? {} : { httpVersion }),
    ...(maxHttp2Streams === undefined ? {} : { http2StreamsMax: maxHttp2Streams }),
    ...(useHttpCache ? {} : { useHttpCache }),
    ...(requestTimeout === null ? {} : { requestTimeoutMs: requestTimeout }),
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
  };
}

type Place = Pick<Target, 'protocol' | 'host' | 'port' | 'authority'>;

/**
 * Scheme and port from `host`, `protocol` and `port`; what one of them leaves open follows from the others.
 */
function placeOf(at: Path, checking: Checking): Place | undefined {
  const { document, findings } = checking;
  const { host: written, protocol, port } = readMembers(placeFields, at, checking);
  if (written === undefined || !document.isValid([...at, 'port']) || !document.isValid([...at, 'protocol']))
    return undefined;
  const parts = parseHost(written);
  if ('wrong' in parts) {
    findings.error([...at, 'host'], parts.wrong, parts.hint);
    return undefined;
  }
  if (protocol !== undefined && parts.scheme !== undefined && protocol !== parts.scheme) {
    const message = `protocol ${protocol} contradicts the scheme ${parts.scheme} in host`;
    findings.error([...at, 'protocol'], message, 'give only one of them');
  }
  if (port !== undefined && parts.port !== undefined) {
    const message = `port ${port} is given although host ends with port ${parts.port}`;
    findings.error([...at, 'port'], message, 'give only one of them');
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

function connectionsOf(at: Path, checking: Checking): Target['connections'] {
  const { document, findings } = checking;
  if (document.members(at).length === 0) {
    const connections = document.read<number>(at) ?? 1;
    return { core: connections, max: connections, buffer: 0, keepAliveMs: 0 };
  }
  const pool = readMembers(poolFields, at, checking);
  const { core = 1, max = Number.POSITIVE_INFINITY, buffer = 0, keepAliveTime: keepAliveMs = 0 } = pool;
  if (core > max) findings.error([...at, 'core'], `core ${core} is above max ${max}`);
  if (buffer > max) findings.error([...at, 'buffer'], `buffer ${buffer} is above max ${max}`);
  return { core, max, buffer, keepAliveMs };
}

/** `ip`, `ip:port`, `[v6]`, `[v6]:port`; a host name in place of the address is resolved when connecting. */
function addressesOf(at: Path, { document, findings }: Checking): readonly string[] {
  const places = document.read(at) === undefined ? [] : document.each(at);
  return places.flatMap((place) => {
    const address = document.read<string>(place) ?? '';
    if (isAddress(address)) return [asciiAuthority(address) ?? address];
    const expected = 'expected one such as 10.0.0.7, 10.0.0.7:8080 or [::1]:8080';
    findings.error(place, `'${address}' is not an address, ${expected}`);
    return [];
  });
}

function isAddress(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const parts = parseHost(text);
  if ('wrong' in parts || parts.scheme !== undefined) return false;
  const bare = parts.host.replace(/^\[(.*)\]$/, '$1');
  const isNumeric = bare !== parts.host || /^[\d.]+$/.test(bare);
  return isNumeric ? isIP(bare) !== 0 : true;
}

type Entry = { readonly at: Path; readonly target: Target };

/** Names are unique; the same protocol, host and port may come twice when names tell them apart. */
function checkIdentity(entries: readonly Entry[], { findings }: Checking): void {
  const names = new Set<string>();
  const places = new Map<string, Entry>();
  for (const entry of entries) {
    const { name, protocol, host, port } = entry.target;
    if (name !== undefined && names.has(name)) {
      findings.error([...entry.at, 'name'], `another http entry has the name '${name}' already`);
    }
    if (name !== undefined) names.add(name);
    const place = `${protocol}://${host}:${port}`;
    const first = places.get(place);
    if (first !== undefined && (name === undefined || first.target.name === undefined)) {
      findings.error(
        [...entry.at, 'host'],
        `another http entry is ${place} already`,
        'give each of them a name of its own',
      );
    }
    places.set(place, first ?? entry);
  }
}
