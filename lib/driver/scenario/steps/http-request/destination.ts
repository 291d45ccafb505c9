import { given, type Mapping, schemasOf } from '../../../declaration/field.ts';
import { choice } from '../../../declaration/scalars.ts';
import { textOf } from '../../../declaration/value-readers.ts';
import type { Path } from '../../../document/problem.ts';
import {
  defaultTarget,
  isUrl,
  type Lookup,
  targetByAuthority,
  targetByEndpoint,
  targetByUrl,
} from '../../../http/find-target.ts';
import type { Target } from '../../../model/benchmark.ts';
import type { ScopedGroup } from '../../declaration/scoped-field.ts';
import type { Scope } from '../../scope.ts';
import { constantOf, type TextDefinition, textSource } from '../../sources.ts';

/**
 * The method, the path and the target of a request. Without a target, the request goes to the default target.
 */
export type Destination = {
  readonly method: string;
  readonly path: TextDefinition;
  readonly authority?: TextDefinition;
  readonly endpoint?: TextDefinition;
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT'] as const;

const members = {
  ...Object.fromEntries(
    methods.map((method) => [method, textSource(`Send a ${method} request to this path.`, '/products')]),
  ),
  method: choice(methods, 'Method, together with path.', 'GET'),
  path: textSource('Path, or absolute URL of a target.', '/products'),
  authority: textSource('`host[:port]` of the target. Not together with endpoint.', 'localhost:8080'),
  endpoint: textSource('Name of the target (http.name). Not together with authority.', 'shop'),
};

export const destination: ScopedGroup<Destination, true> = {
  members: schemasOf(members),
  always: true,
  isGiven: () => true,
  parse(body, at, scope) {
    const line = parseRequestLine(body, at, scope);
    const target = parseTarget(body, line?.path, at, scope);
    return line && { ...line, ...target };
  },
};

function parseRequestLine(
  body: Mapping,
  at: Path,
  scope: Scope,
): Pick<Destination, 'method' | 'path'> | undefined {
  const named = methods.filter((method) => body[method] !== undefined);
  const paths = [...named, ...(body.path === undefined ? [] : ['path'])];
  const method = textOf(body.method) ?? named[0];
  const [key] = paths;
  if (named.length > 1 || (named.length === 1 && body.method !== undefined)) {
    scope.findings.error(
      at,
      `httpRequest has several methods: ${[...given({ method }, body), ...named].join(', ')}`,
      'keep only one of them',
    );
    return undefined;
  }
  if (method === undefined || key === undefined) {
    scope.findings.error(at, 'httpRequest needs a method and a path', "write for example 'GET: /path'");
    return undefined;
  }
  if (paths.length > 1)
    scope.findings.error(
      [...at, 'path'],
      `the path is given twice, in '${named[0]}' and in 'path'`,
      'remove one of the two',
    );
  const path = members.path.parse(body[key], [...at, key], scope);
  if (path !== undefined && method !== 'CONNECT') checkPath(path, [...at, key], scope);
  return path === undefined ? undefined : { method, path };
}

/** Checks a path, or the fixed beginning of a path with variables. */
function checkPath(path: TextDefinition, at: Path, scope: Scope): void {
  const known = constantOf(path);
  const begin = known ?? ('pattern' in path ? path.pattern.slice(0, path.pattern.indexOf('${')) : '');
  if (known === '') scope.findings.error(at, 'path is empty', "write '/' for the root of the target");
  else if (begin.includes('#'))
    scope.findings.warning(
      at,
      `the part after # in '${begin}' is not sent, because a fragment is only for the client`,
      `write '${begin.slice(0, begin.indexOf('#'))}', or %23 for a # that is part of the path`,
    );
  else if (begin !== '' && !/^(?:\/|http|\*$)/i.test(begin))
    scope.findings.error(at, `the path '${begin}' does not begin with /`, `write '/${begin}'`);
}

/**
 * Parses the target of a request. A wrong target that uses no variables is refused when the document is read.
 */
function parseTarget(
  body: Mapping,
  path: TextDefinition | undefined,
  at: Path,
  scope: Scope,
): Pick<Destination, 'authority' | 'endpoint'> {
  const { targets } = scope.context;
  const report = (where: Path, look: (among: readonly Target[]) => Lookup<unknown>) => {
    const lookup = targets === undefined ? undefined : look(targets);
    if (lookup !== undefined && 'problem' in lookup) scope.findings.error(where, lookup.problem);
  };
  const text = (key: 'authority' | 'endpoint'): TextDefinition | undefined =>
    body[key] === undefined ? undefined : members[key].parse(body[key], [...at, key], scope);
  const [authority, endpoint] = [text('authority'), text('endpoint')];
  if (body.authority !== undefined && body.endpoint !== undefined)
    scope.findings.error(
      [...at, 'endpoint'],
      'httpRequest has both endpoint and authority',
      'remove one of the two',
    );
  const host = authority && constantOf(authority);
  const name = endpoint && constantOf(endpoint);
  const url = path && constantOf(path);
  if (host !== undefined) report([...at, 'authority'], (among) => targetByAuthority(among, host));
  if (name !== undefined) report([...at, 'endpoint'], (among) => targetByEndpoint(among, name));
  if (authority === undefined && endpoint === undefined && url !== undefined)
    report(at, (among) => (isUrl(url) ? targetByUrl(among, url) : defaultTarget(among)));
  return { ...(authority && { authority }), ...(endpoint && { endpoint }) };
}
