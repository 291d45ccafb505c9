import { defineBody } from '../declaration/body.ts';
import { type Around, type Field, oneOrMany, required } from '../declaration/field.ts';
import { word } from '../declaration/scalars.ts';
import { oneOrList, own, referTo } from '../declaration/schema.ts';
import { textOf } from '../declaration/value-readers.ts';
import type { Path } from '../document/problem.ts';
import { hotRod as defaults } from '../hotrod/limits.ts';
import type { HotRodCluster } from '../model/benchmark.ts';
import { parseHost } from './host.ts';
import { inParts, readMembers } from './read-members.ts';
import type { Checking } from './valid-part.ts';

const uri: Field<Omit<HotRodCluster, 'caches'>, false> = {
  ...word(
    '`hotrod://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...]`, or `hotrods://` for TLS; the port is 11222 when absent. After a `?`: `socket_timeout` (milliseconds from sending until a request times out, 30000), `sasl_mechanism` (SCRAM-SHA-512), `trust_ca` (the file of trusted certificates on the machine that drives the load; required for `hotrods`), `sni_host_name` (the name that the certificate must have in place of the host).',
    'hotrod://localhost:11222',
  ),
  parse: parseUri,
};

const caches: Field<readonly string[], false> = {
  schema: {
    title: 'a list of caches',
    ...own(
      'Names of the caches in use. A name belongs to one cluster only, because a request gives only the name of its cache.',
      ['stock', 'prices'],
    ),
    type: 'array',
    minItems: 1,
    items: { type: 'string', minLength: 1, title: 'the name of a cache' },
  },
  always: false,
  parse: oneOrMany(textOf),
};

const fields = { uri: required(uri), caches: required(caches) };

const cluster = defineBody(
  'hotrodCluster',
  'A Hot Rod cluster (Infinispan, Data Grid) and its caches. Each shard opens a connection to each server for each cache before its phase starts, and sends requests to the servers in turn.',
  { fields },
);

type HotRod = {
  readonly clusters: readonly HotRodCluster[];
  /**
   * The names of all caches in the document. Undefined when an entry could not be read. Then Downpour refuses
   * no request because of its cache.
   */
  readonly caches: readonly string[] | undefined;
};

export const hotRod = inParts(
  {
    ...own('Hot Rod clusters for `hotrodRequest`, as one mapping or a list.', {
      uri: 'hotrod://localhost:11222',
      caches: ['stock'],
    }),
    ...oneOrList(referTo(cluster)),
  },
  readHotRod,
);

function readHotRod(path: Path, checking: Checking): HotRod {
  const { document } = checking;
  const places = document.each(path);
  const taken = new Set<string>();
  const clusters = places.flatMap((at) => {
    const { uri, caches = [] } = readMembers(fields, at, checking);
    const own = ownOf(caches, [...at, 'caches'], taken, checking);
    return uri === undefined ? [] : [{ ...uri, caches: own }];
  });
  const known = clusters.length === places.length && places.every((at) => document.isValid(at));
  return { clusters, caches: known ? [...taken] : undefined };
}

/**
 * The caches of one cluster. Reports a cache that another entry has already listed. A request names only its
 * cache, so each name must belong to one cluster.
 */
const ownOf = (
  caches: readonly string[],
  at: Path,
  taken: Set<string>,
  { findings }: Checking,
): readonly string[] =>
  caches.filter((name, index) => {
    if (taken.has(name))
      findings.error(
        [...at, index],
        `cache '${name}' is listed twice`,
        'remove one of the two, because a request gives only the name of a cache',
      );
    return !taken.has(name) && taken.add(name);
  });

const form = /^(hotrods?):\/\/(?:([^@]*)@)?([^@/?#]+)\/?(?:\?([^#]*))?$/;

/**
 * Reads the URI of a Hot Rod cluster:
 * `hotrod[s]://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]...][?NAME=VALUE&...]`.
 */
function parseUri(raw: unknown, at: Path, { findings }: Around): Omit<HotRodCluster, 'caches'> | undefined {
  const problems: Problem[] = [];
  const match = form.exec(textOf(raw) ?? '');
  if (match === null) {
    // The message does not quote the URI, because it may contain a password.
    findings.error(at, 'uri is malformed', 'expected a URI such as hotrod://localhost:11222');
    return undefined;
  }
  const [, protocol, userInfo, hosts = '', query = ''] = match;
  const servers = hosts.split(',').flatMap((text) => serverOf(text, problems));
  const options = optionsOf(new URLSearchParams(query), problems);
  const login = loginOf(userInfo, options.mechanism, problems);
  const secure = protocol === 'hotrods';
  if (secure && options.trustCa === undefined)
    problems.push({
      wrong: 'uri has no trust_ca, so Downpour cannot verify the certificate of the server',
      hint: 'name the file with the trusted certificates, such as trust_ca=/etc/ssl/certs/ca-certificates.crt',
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
    return [{ host: parts.host, port: parts.port ?? defaults.port }];
  problems.push({
    wrong: `'${text}' in uri is not the address of a server`,
    hint: 'expected a host with or without a port, such as localhost or localhost:11222',
  });
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
      wrong: `socket_timeout '${timeout}' in uri must be a whole number of milliseconds above 0`,
      hint: 'write for example socket_timeout=2000',
    });
  return {
    mechanism,
    trustCa: query.get('trust_ca') ?? undefined,
    sniHost: query.get('sni_host_name') ?? undefined,
    requestTimeoutMs: timeout === null ? defaults.requestTimeoutMs : Number(timeout),
  };
}

const knownAre = (names: readonly string[]): string => `expected one of ${names.join(', ')}`;

function loginOf(
  userInfo: string | undefined,
  mechanism: string,
  problems: Problem[],
): HotRodCluster['login'] {
  if (userInfo === undefined) return undefined;
  const [, user = '', password] = /^([^:]*)(?::(.*))?$/s.exec(userInfo) ?? [];
  if (user === '' || password === undefined) {
    problems.push({
      wrong: 'uri has a user without a password, or a password without a user',
      hint: 'write both, as in hotrod://USER:PASSWORD@localhost:11222',
    });
    return undefined;
  }
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password), mechanism };
  } catch {
    const hint = "write '%25' for the character '%'";
    problems.push({ wrong: 'the user or the password in uri has a malformed percent-escape', hint });
    return undefined;
  }
}
