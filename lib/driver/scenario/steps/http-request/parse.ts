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
import type { Target } from '../../../model/benchmark.ts';
import type { Sla } from '../../../model/sla.ts';
import { bodyOf, fieldsOf, pairsOf, textOf } from '../../fields.ts';
import type { HandlerDefinition } from '../../handlers/handler-kind.ts';
import { parseHandlers } from '../../handlers/registry.ts';
import { constantText } from '../../pattern.ts';
import type { Scope } from '../../scope.ts';
import { parseText, type TextDefinition } from '../../sources.ts';
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
  readonly body?: TextDefinition;
  readonly timeoutMs?: number;
  /** A fixed name, or rules over the path that are tried in order. */
  readonly metric: string | readonly MetricRule[];
  readonly sync: boolean;
  readonly onStatus: readonly HandlerDefinition[];
  readonly onBody: readonly HandlerDefinition[];
  readonly autoRangeCheck?: boolean;
  readonly stopOnInvalid?: boolean;
  readonly slas: readonly Sla[];
};

/** `match` absent: always. `name` absent: the matched text itself. */
export type MetricRule = { readonly match?: string; readonly name?: string };

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

/** Parts of a request, of its `body` and of its `handler` that are not built yet. */
export const requestNotBuilt = ['compensation', 'compression'] as const;
export const bodyNotBuilt = ['form', 'fromFile'] as const;
export const handlerNotBuilt = ['header', 'rawBytes', 'onCompletion'] as const;

export function parseRequest(raw: unknown, at: Path, scope: Scope): RequestBody | undefined {
  const body = bodyOf(raw);
  if (body === undefined) return undefined;
  const step = scope.nextRequest();
  scope.refuseNotBuilt(body, requestNotBuilt, at);
  const line = parseRequestLine(body, at, scope);
  const target = parseTarget(body, line?.path, at, scope);
  const handler = parseHandler(body.handler, [...at, 'handler'], scope);
  const rest = {
    headers: parseHeaders(body.headers, [...at, 'headers'], scope),
    body: parseBody(body.body, [...at, 'body'], scope),
    timeoutMs:
      body.timeout === undefined ? undefined : parseMillis(body.timeout, [...at, 'timeout'], scope.findings),
    metric: parseMetric(body.metric, [...at, 'metric'], scope),
    sync: textOf(body.sync) !== 'false',
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
  return path === undefined ? undefined : { method, path };
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
    return text === undefined ? [] : [[name, text] as const];
  });

function parseBody(raw: unknown, at: Path, scope: Scope): TextDefinition | undefined {
  if (raw === undefined) return undefined;
  const body = fieldsOf(raw);
  for (const key of bodyNotBuilt) {
    if (body?.[key] === undefined) continue;
    scope.findings.error(
      [...at, key],
      `'${key}' is part of the format but not built yet`,
      'give the body as text or a pattern',
    );
    return undefined;
  }
  return body?.text === undefined ? parseText(raw, at, scope) : { literal: textOf(body.text) ?? '' };
}

function parseMetric(raw: unknown, at: Path, scope: Scope): RequestBody['metric'] {
  if (raw === undefined) return scope.sequence;
  if (!Array.isArray(raw)) return textOf(raw) ?? scope.sequence;
  return raw.flatMap((item: unknown, index) => {
    const rule = metricRule(textOf(item) ?? '');
    try {
      if (rule.match !== undefined) new RegExp(rule.match, 'u');
    } catch (error) {
      scope.findings.error(
        [...at, index],
        `metric rule has an invalid regular expression: ${(error as Error).message}`,
      );
    }
    return [rule];
  });
}

/** `REGEX -> NAME`, `REGEX`, `-> NAME`. */
function metricRule(text: string): MetricRule {
  const arrow = text.indexOf('->');
  if (arrow < 0) return { match: text.trim() };
  const match = text.slice(0, arrow).trim();
  const name = text.slice(arrow + 2).trim();
  return match === '' ? { name } : { match, name };
}

function parseHandler(
  raw: unknown,
  at: Path,
  scope: Scope,
): Pick<RequestBody, 'onStatus' | 'onBody' | 'autoRangeCheck' | 'stopOnInvalid'> {
  const body = bodyOf(raw) ?? {};
  scope.refuseNotBuilt(body, handlerNotBuilt, at);
  if (body.followRedirect !== undefined && body.followRedirect !== 'NEVER') {
    scope.findings.error(
      [...at, 'followRedirect'],
      'following redirects is part of the format but not built yet',
    );
  }
  return {
    onStatus: parseHandlers('status', body.status, [...at, 'status'], scope),
    onBody: parseHandlers('body', body.body, [...at, 'body'], scope),
    ...flag(body, 'autoRangeCheck'),
    ...flag(body, 'stopOnInvalid'),
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
