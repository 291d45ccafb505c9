import type { Path } from '../../../document/problem.ts';
import { parseMillis } from '../../../document/time.ts';
import {
  defaultTarget,
  isUrl,
  type Lookup,
  targetByAuthority,
  targetByEndpoint,
  targetByUrl,
} from '../../../http/addressing.ts';
import { sentValue } from '../../../http/header-bytes.ts';
import { headerProblem } from '../../../http/http1/header-text.ts';
import { type FollowRedirect, followRedirects, type Target } from '../../../model/benchmark.ts';
import type { Sla } from '../../../model/sla.ts';
import { bodyOf, pairsOf, textOf } from '../../fields.ts';
import type { Part } from '../../groups.ts';
import { constantText } from '../../pattern/pattern.ts';
import type { Scope } from '../../scope.ts';
import { parseText, type TextDefinition } from '../../sources.ts';
import { type BodyDefinition, parseBody } from './body.ts';
import { type Compensation, parseCompensation } from './compensation.ts';
import { type Compression, parseCompression } from './compression.ts';
import { type Metric, parseMetric } from './metric.ts';
import { parseSlas } from './sla.ts';

/** A request as it travels in the plan. */
export type RequestBody = {
  /** Number of the request step in its scenario. */
  readonly step: number;
  readonly method: string;
  readonly path: TextDefinition;
  readonly authority?: TextDefinition;
  readonly endpoint?: TextDefinition;
  readonly headers: readonly (readonly [string, TextDefinition])[];
  readonly body?: BodyDefinition;
  readonly compression?: Compression;
  readonly timeoutMs?: number;
  /** A fixed name, or rules over the path that are tried in order. */
  readonly metric: Metric;
  readonly sync: boolean;
  readonly compensation?: Compensation;
  readonly onStatus: readonly Part[];
  readonly onHeader: readonly Part[];
  readonly onBody: readonly Part[];
  readonly onCompletion: readonly Part[];
  readonly onRawBytes: readonly Part[];
  readonly autoRangeCheck?: boolean;
  readonly stopOnInvalid?: boolean;
  readonly followRedirect?: FollowRedirect;
  readonly slas: readonly Sla[];
};

export const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
] as const;

export function parseRequest(raw: unknown, at: Path, scope: Scope): RequestBody | undefined {
  const body = bodyOf(raw);
  if (body === undefined) return undefined;
  const step = scope.nextRequest();
  const line = parseRequestLine(body, at, scope);
  const target = parseTarget(body, line?.path, at, scope);
  const handler = parseHandler(body.handler, [...at, 'handler'], scope);
  const metric = parseMetric(body.metric, [...at, 'metric'], scope);
  const compensation = parseCompensation(body.compensation, metric, [...at, 'compensation'], scope);
  const rest = {
    headers: parseHeaders(body.headers, [...at, 'headers'], scope),
    body: parseBody(body.body, [...at, 'body'], scope),
    compression: parseCompression(body.compression, [...at, 'compression'], scope),
    timeoutMs:
      body.timeout === undefined ? undefined : parseMillis(body.timeout, [...at, 'timeout'], scope.findings),
    metric,
    sync: textOf(body.sync) !== 'false',
    ...(compensation === undefined ? {} : { compensation }),
    slas: parseSlas(body.sla, [...at, 'sla'], scope),
  };
  if (rest.timeoutMs === 0) scope.findings.error([...at, 'timeout'], 'timeout must be above 0');
  return line === undefined ? undefined : { step, ...line, ...target, ...handler, ...rest };
}

function parseRequestLine(
  body: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): Pick<RequestBody, 'method' | 'path'> | undefined {
  const named = methods.filter((method) => body[method] !== undefined);
  const paths = [...named, ...(body.path === undefined ? [] : ['path'])];
  const method = textOf(body.method) ?? named[0];
  const [key] = paths;
  if (named.length > 1 || (named.length === 1 && body.method !== undefined)) {
    scope.findings.error(
      at,
      `httpRequest has several methods: ${[...(body.method === undefined ? [] : ['method']), ...named].join(', ')}`,
    );
    return undefined;
  }
  if (method === undefined || key === undefined) {
    scope.findings.error(at, 'httpRequest needs a method and a path', "write for example 'GET: /path'");
    return undefined;
  }
  if (paths.length > 1)
    scope.findings.error([...at, 'path'], `path is given twice: under ${named[0]} and under path`);
  const path = parseText(body[key], [...at, key], scope);
  if (path !== undefined && method !== 'CONNECT') checkPath(path, [...at, key], scope);
  return path === undefined ? undefined : { method, path };
}

/** Also of a path that is known in part: its beginning. */
function checkPath(path: TextDefinition, at: Path, scope: Scope): void {
  const known = constantOf(path);
  const begin = known ?? ('pattern' in path ? path.pattern.slice(0, path.pattern.indexOf('${')) : '');
  if (known === '') scope.findings.error(at, 'path is empty', "write '/' for the root of the target");
  else if (begin.includes('#'))
    scope.findings.warning(
      at,
      `what follows # in '${begin}' is not sent, because a fragment is for the client alone`,
      `write '${begin.slice(0, begin.indexOf('#'))}', or %23 for a # that is part of the path`,
    );
  else if (begin !== '' && !/^(?:\/|http|\*$)/i.test(begin))
    scope.findings.error(at, `the path '${begin}' does not begin with /`, `write '/${begin}'`);
}

/** Looks constant targets up now, so that a wrong one is refused at load. */
function parseTarget(
  body: Readonly<Record<string, unknown>>,
  path: TextDefinition | undefined,
  at: Path,
  scope: Scope,
): Pick<RequestBody, 'authority' | 'endpoint'> {
  const { targets } = scope.context;
  const report = (where: Path, look: (among: readonly Target[]) => Lookup<unknown>) => {
    const lookup = targets === undefined ? undefined : look(targets);
    if (lookup !== undefined && 'problem' in lookup) scope.findings.error(where, lookup.problem);
  };
  if (body.authority !== undefined && body.endpoint !== undefined) {
    scope.findings.error([...at, 'endpoint'], 'endpoint and authority exclude each other');
  }
  const authority =
    body.authority === undefined ? undefined : parseText(body.authority, [...at, 'authority'], scope);
  const endpoint =
    body.endpoint === undefined ? undefined : parseText(body.endpoint, [...at, 'endpoint'], scope);
  const host = authority && constantOf(authority);
  const name = endpoint && constantOf(endpoint);
  const url = path && constantOf(path);
  if (host !== undefined) report([...at, 'authority'], (among) => targetByAuthority(among, host));
  if (name !== undefined) report([...at, 'endpoint'], (among) => targetByEndpoint(among, name));
  if (authority === undefined && endpoint === undefined && url !== undefined) {
    report(at, (among) => (isUrl(url) ? targetByUrl(among, url) : defaultTarget(among)));
  }
  return { ...(authority && { authority }), ...(endpoint && { endpoint }) };
}

/** The text of a definition that reads no variable. */
export function constantOf(definition: TextDefinition): string | undefined {
  if ('literal' in definition) return definition.literal;
  return 'pattern' in definition ? constantText(definition.pattern) : undefined;
}

const parseHeaders = (raw: unknown, at: Path, scope: Scope): RequestBody['headers'] =>
  pairsOf(raw).flatMap(([name, value]) => {
    const text = parseText(value, [...at, name], scope);
    if (name.toLowerCase() === 'host') {
      scope.findings.warning([...at, name], 'an explicit host header replaces the one of the target');
    }
    const known = text && constantOf(text);
    const problem = headerProblem(name, known && sentValue(name, known));
    if (problem !== undefined) scope.findings.error([...at, name], problem);
    return text === undefined ? [] : [[name, text] as const];
  });

function parseHandler(
  raw: unknown,
  at: Path,
  scope: Scope,
): Pick<
  RequestBody,
  | 'onStatus'
  | 'onHeader'
  | 'onBody'
  | 'onCompletion'
  | 'onRawBytes'
  | 'autoRangeCheck'
  | 'stopOnInvalid'
  | 'followRedirect'
> {
  const body = bodyOf(raw) ?? {};
  const followRedirect = followRedirects.find((policy) => policy === textOf(body.followRedirect));
  return {
    onStatus: scope.parseParts('statusHandler', body.status, [...at, 'status']),
    onHeader: scope.parseParts('headerHandler', body.header, [...at, 'header']),
    onBody: scope.parseParts('processor', body.body, [...at, 'body']),
    onCompletion: scope.parseParts('action', body.onCompletion, [...at, 'onCompletion']),
    onRawBytes: scope.parseParts('rawBytesHandler', body.rawBytes, [...at, 'rawBytes']),
    ...flag(body, 'autoRangeCheck'),
    ...flag(body, 'stopOnInvalid'),
    ...(followRedirect === undefined ? {} : { followRedirect }),
  };
}

function flag<K extends string>(
  body: Readonly<Record<string, unknown>>,
  key: K,
): { readonly [P in K]?: boolean } {
  const text = textOf(body[key]);
  return (text === undefined ? {} : { [key]: text.toLowerCase() === 'true' }) as {
    readonly [P in K]?: boolean;
  };
}
