import {
  isUrl,
  type Lookup,
  targetByAuthority,
  targetByEndpoint,
  targetByUrl,
} from '../../../http/find-target.ts';
import type { Pool } from '../../../http/pool.ts';
import type { Read } from '../../../model/session.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { compileText, constantOf, type TextDefinition } from '../../sources.ts';
import { kindOf } from '../../values.ts';
import type { RequestBody } from './request-members.ts';

/**
 * Compiles the choice of a request's pool of connections. If the target never changes, the pool is found
 * once. Otherwise it is found for each request.
 */
export function compilePool(body: RequestBody, compiler: SequenceCompiler): Pool | Read<Pool> {
  const pools = compiler.environment.pools.list.map((pool) => ({ ...pool.target, pool }));
  if (body.endpoint) return lookup(body.endpoint, (name) => targetByEndpoint(pools, name), compiler);
  if (body.authority)
    return lookup(body.authority, (authority) => targetByAuthority(pools, authority), compiler);
  const fallback = pools.find((pool) => pool.isDefault)?.pool;
  const byPath = (path: string): Lookup<{ pool: Pool }> => {
    if (!isUrl(path))
      return fallback === undefined
        ? { problem: `the request to '${path}' names no target, and no http target is the default` }
        : { found: { pool: fallback } };
    const found = targetByUrl(pools, path);
    return 'problem' in found ? found : { found: found.found[0] };
  };
  return couldBeUrl(body.path) || fallback === undefined ? lookup(body.path, byPath, compiler) : fallback;
}

/**
 * True when the path of a request could be a whole URL at run time. A pattern that begins with a slash never
 * is, so its target is known in advance.
 */
const couldBeUrl = (path: TextDefinition): boolean =>
  'fromVar' in path || !('pattern' in path ? path.pattern : path.literal).startsWith('/');

function lookup(
  definition: TextDefinition,
  find: (text: string) => Lookup<{ readonly pool: Pool }>,
  compiler: SequenceCompiler,
): Pool | Read<Pool> {
  const constant = constantOf(definition);
  if (constant !== undefined) {
    const result = find(constant);
    if ('problem' in result) throw new Error(result.problem);
    return result.found.pool;
  }
  const compute = compileText(definition, compiler.variables);
  return (session, sequence) => {
    const text = compute(session, sequence);
    const result = find(text);
    if ('problem' in result)
      throw new Error(
        `${sourceOf(definition)} gives ${kindOf(text)}, which fits no http target, or more than one`,
      );
    return result.found.pool;
  };
}

function sourceOf(definition: TextDefinition): string {
  if ('fromVar' in definition) return `variable '${definition.fromVar}'`;
  return 'pattern' in definition ? `pattern '${definition.pattern}'` : `'${definition.literal}'`;
}
