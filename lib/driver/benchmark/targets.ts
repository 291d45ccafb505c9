import { isIP } from 'node:net';
import type { Path } from '../document/problem.ts';
import { parseMillis } from '../document/time.ts';
import { connecting } from '../http/limits.ts';
import type { ConnectionStrategy, Target } from '../model/benchmark.ts';
import { asciiAuthority } from '../model/host-name.ts';
import { type HostParts, parseHost } from './host.ts';
import { httpVersionOf } from './http-version.ts';
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
  const { document } = checking;
  const place = placeOf(at, checking);
  const connections = connectionsOf([...at, 'sharedConnections'], checking);
  const requestTimeoutMs = timeoutOf([...at, 'requestTimeout'], '30s', checking);
  const addresses = addressesOf([...at, 'addresses'], checking);
  const name = document.read<string>([...at, 'name']);
  const handshakeTimeoutMs = timeoutOf([...at, 'sslHandshakeTimeout'], undefined, checking);
  const http2StreamsMax = document.read<number>([...at, 'maxHttp2Streams']);
  if (place === undefined) return undefined;
  const httpVersion = httpVersionOf(at, place.protocol, checking);
  const tls = {
    ...parseTls(at, place, checking),
    ...(handshakeTimeoutMs === undefined
      ? {}
      : { handshakeTimeoutMs: handshakeTimeoutMs ?? connecting.handshakeMsMax }),
  };
  return {
    key: name ?? `${place.protocol}://${place.host}:${place.port}`,
    ...(name === undefined ? {} : { name }),
    ...place,
    isDefault,
    addresses,
    connectionStrategy: document.read<ConnectionStrategy>([...at, 'connectionStrategy']) ?? 'SHARED_POOL',
    connections,
    pipeliningLimit: document.read<number>([...at, 'pipeliningLimit']) ?? 1,
    ...(httpVersion === undefined ? {} : { httpVersion }),
    ...(http2StreamsMax === undefined ? {} : { http2StreamsMax }),
    ...(document.read([...at, 'useHttpCache']) === false ? { useHttpCache: false } : {}),
    ...(typeof requestTimeoutMs === 'number' ? { requestTimeoutMs } : {}),
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
  };
}

type Place = Pick<Target, 'protocol' | 'host' | 'port' | 'authority'>;

/**
 * Scheme and port from `host`, `protocol` and `port`; what one of them leaves open follows from the others.
 */
function placeOf(at: Path, { document, findings }: Checking): Place | undefined {
  const written = document.read<string>([...at, 'host']);
  if (written === undefined || !document.isValid([...at, 'port']) || !document.isValid([...at, 'protocol']))
    return undefined;
  const parts = parseHost(written);
  if ('wrong' in parts) {
    findings.error([...at, 'host'], parts.wrong, parts.hint);
    return undefined;
  }
  const protocol = document.read<'http' | 'https'>([...at, 'protocol']);
  const port = document.read<number>([...at, 'port']);
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

function connectionsOf(at: Path, { document, findings }: Checking): Target['connections'] {
  const number = (name: string): number | undefined => document.read<number>([...at, name]);
  if (document.members(at).length === 0) {
    const connections = document.read<number>(at) ?? 1;
    return { core: connections, max: connections, buffer: 0, keepAliveMs: 0 };
  }
  const max = number('max') ?? Number.POSITIVE_INFINITY;
  const [core = 1, buffer = 0] = [number('core'), number('buffer')];
  if (core > max) findings.error([...at, 'core'], `core ${core} is above max ${max}`);
  if (buffer > max) findings.error([...at, 'buffer'], `buffer ${buffer} is above max ${max}`);
  const keepAlive = document.read([...at, 'keepAliveTime']) ?? '0s';
  const keepAliveMs = parseMillis(keepAlive, [...at, 'keepAliveTime'], findings) ?? 0;
  return { core, max, buffer, keepAliveMs };
}

/** Null for `none`; undefined when it is wrong, or absent without a default. */
function timeoutOf(
  at: Path,
  byDefault: string | undefined,
  { document, findings }: Checking,
): number | null | undefined {
  const written = document.read<number | string>(at) ?? byDefault;
  if (written === undefined) return undefined;
  if (written === 'none') return null;
  const timeoutMs = parseMillis(written, at, findings);
  if (timeoutMs === 0) findings.error(at, `${at.at(-1)} must be above 0`, "write 'none' for no limit");
  return timeoutMs;
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
