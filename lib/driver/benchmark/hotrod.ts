import type { Path } from '../document/problem.ts';
import { hotRod } from '../hotrod/limits.ts';
import type { HotRodCluster } from '../model/benchmark.ts';
import { parseHost } from './host.ts';
import type { Checking } from './valid-part.ts';

/**
 * The `hotrod` entries. `caches` is undefined when an entry could not be read, so that requests to its caches
 * are not called wrong.
 */
export function parseHotRod(checking: Checking): {
  readonly clusters: readonly HotRodCluster[];
  readonly caches: readonly string[] | undefined;
} {
  const { document } = checking;
  const places = document.each(['hotrod']);
  const caches = new Set<string>();
  const clusters = places.flatMap((at) => {
    const here = parseCaches([...at, 'caches'], caches, checking);
    const cluster = parseUri([...at, 'uri'], checking);
    return cluster === undefined ? [] : [{ ...cluster, caches: here }];
  });
  const known = clusters.length === places.length && places.every((at) => document.isValid(at));
  return { clusters, caches: known ? [...caches] : undefined };
}

/** A request names its cache alone, so no two clusters have one of the same name. */
function parseCaches(at: Path, taken: Set<string>, { document, findings }: Checking): readonly string[] {
  if (!document.isValid(at)) return [];
  return document.each(at).flatMap((place) => {
    const name = document.read<string>(place) ?? '';
    if (taken.has(name)) {
      findings.error(place, `cache '${name}' is listed twice`, 'a request names its cache alone');
      return [];
    }
    taken.add(name);
    return [name];
  });
}

const form = /^(hotrods?):\/\/(?:([^@]*)@)?([^@/?#]+)\/?(?:\?([^#]*))?$/;

/** `hotrod[s]://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...][?NAME=VALUE&...]`. */
function parseUri(at: Path, { document, findings }: Checking): Omit<HotRodCluster, 'caches'> | undefined {
  const written = document.read<string>(at);
  if (written === undefined) return undefined;
  const problems: Problem[] = [];
  const match = form.exec(written);
  if (match === null) {
    // The text may hold a password.
    findings.error(at, 'uri is malformed', 'expected one such as hotrod://localhost:11222');
    return undefined;
  }
  const [, protocol, userInfo, hosts = '', query = ''] = match;
  const servers = hosts.split(',').flatMap((text) => serverOf(text, problems));
  const options = optionsOf(new URLSearchParams(query), problems);
  const login = loginOf(userInfo, options.mechanism, problems);
  const secure = protocol === 'hotrods';
  if (secure && options.trustCa === undefined)
    problems.push({
      wrong: 'uri has no trust_ca, and no certificate is trusted without it',
      hint: 'name a file of certificates such as trust_ca=/etc/ssl/certs/ca-certificates.crt',
    });
  for (const { wrong, hint } of problems) findings.error(at, wrong, hint);
  if (problems.length > 0) return undefined;
  return {
    protocol: secure ? 'hotrods' : 'hotrod',
    servers,
    ...(login && { login }),
    ...(options.trustCa === undefined ? {} : { trustCa: options.trustCa }),
    ...(options.sniHost === undefined ? {} : { sniHost: options.sniHost }),
    requestTimeoutMs: options.requestTimeoutMs,
  };
}

type Problem = { readonly wrong: string; readonly hint?: string };

function serverOf(text: string, problems: Problem[]): HotRodCluster['servers'] {
  const parts = parseHost(text);
  if (!('wrong' in parts) && parts.scheme === undefined)
    return [{ host: parts.host, port: parts.port ?? hotRod.port }];
  problems.push({ wrong: `'${text}' in uri is no server`, hint: 'expected HOST or HOST:PORT' });
  return [];
}

type Options = {
  readonly mechanism: string;
  readonly trustCa: string | undefined;
  readonly sniHost: string | undefined;
  readonly requestTimeoutMs: number;
};

const optionNames = ['sasl_mechanism', 'sni_host_name', 'socket_timeout', 'trust_ca'];
const mechanisms = ['PLAIN', 'DIGEST-MD5', 'SCRAM-SHA-1', 'SCRAM-SHA-256', 'SCRAM-SHA-384', 'SCRAM-SHA-512'];

function optionsOf(query: URLSearchParams, problems: Problem[]): Options {
  for (const name of query.keys())
    if (!optionNames.includes(name))
      problems.push({ wrong: `uri has the unknown option '${name}'`, hint: knownAre(optionNames) });
  const mechanism = query.get('sasl_mechanism') ?? 'SCRAM-SHA-512';
  if (!mechanisms.includes(mechanism))
    problems.push({ wrong: `uri has the unknown sasl_mechanism '${mechanism}'`, hint: knownAre(mechanisms) });
  const timeout = query.get('socket_timeout');
  if (timeout !== null && !/^[1-9]\d{0,8}$/.test(timeout))
    problems.push({
      wrong: `socket_timeout '${timeout}' in uri is no number above 0`,
      hint: 'give milliseconds',
    });
  return {
    mechanism,
    trustCa: query.get('trust_ca') ?? undefined,
    sniHost: query.get('sni_host_name') ?? undefined,
    requestTimeoutMs: timeout === null ? hotRod.requestTimeoutMs : Number(timeout),
  };
}

const knownAre = (names: readonly string[]): string => `known are ${names.join(', ')}`;

function loginOf(
  userInfo: string | undefined,
  mechanism: string,
  problems: Problem[],
): HotRodCluster['login'] {
  if (userInfo === undefined) return undefined;
  const [, user = '', password] = /^([^:]*)(?::(.*))?$/s.exec(userInfo) ?? [];
  if (user === '' || password === undefined) {
    problems.push({
      wrong: 'uri has a user without a password or the reverse',
      hint: 'write USER:PASSWORD@',
    });
    return undefined;
  }
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password), mechanism };
  } catch {
    const hint = "write '%25' for a '%'";
    problems.push({ wrong: 'user or password in uri has a malformed escape', hint });
    return undefined;
  }
}
