import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { restPaths } from '../../../lib/cloud/api/rest-paths.ts';
import { routeKeys } from '../../../lib/functions/routes.ts';
import { functions } from '../../../lib/functions.ts';
import { createRouter } from '../../../lib/router.ts';

/** The REST API sends each request to the same function as the HTTP API. */

const keys = routeKeys(functions);
const paths = restPaths(keys);
const route = createRouter(keys.map(([key, functionName]) => ({ key, functionName })));

/**
 * The function that gets a request. The search takes the most exact segment at each step and never goes back,
 * as a REST API does.
 */
function takerOf(method: string, path: string): string | undefined {
  let at = '';
  for (const segment of path
    .split('/')
    .slice(1)
    .filter((each) => each !== '')) {
    const next = [segment, '{'].flatMap((start) =>
      paths.flatMap((each) => {
        const own = each.path.startsWith(`${at}/`) ? each.path.slice(at.length + 1).split('/') : [];
        const isNext = own.length === 1 && (own[0] === start || (start === '{' && own[0]?.startsWith('{')));
        return isNext ? [each.path] : [];
      }),
    );
    if (next[0] === undefined) return undefined;
    at = next[0];
    if (at.endsWith('+}')) break;
  }
  const takers = paths.find((each) => each.path === (at || '/'))?.takers;
  return takers?.get(method) ?? takers?.get('ANY');
}

/** Paths with the segments of each route, and with other segments before, between and after them. */
const samples = [
  ...new Set(
    keys.flatMap(([key]) => {
      const path = key.split(' ')[1] ?? '/';
      const named = path.replace(/\{\w+\}/g, '7').replace(/\{\w+\+\}/, 'a/b');
      const parts = named.split('/');
      return [
        named,
        `${named}/x`,
        `${named}/x/y/z`,
        ...parts.map((_, n) => parts.slice(0, n + 1).join('/') || '/'),
      ];
    }),
  ),
].map((path) => path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1'));

describe('the paths of a REST API', () => {
  it('lead to the function of an HTTP API, with each method', () => {
    assert.ok(samples.length > 150, String(samples.length));
    for (const path of samples)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
        assert.equal(takerOf(method, path), route(method, path)?.route.functionName, `${method} ${path}`);
  });

  it('have one variable segment after each prefix, and all methods', () => {
    const variables = new Map<string, string>();
    for (const { path, takers } of paths) {
      assert.ok(takers.get('ANY'), path);
      const parts = path.split('/');
      const last = parts.pop() ?? '';
      const prefix = parts.join('/');
      if (!last.startsWith('{')) continue;
      assert.equal(variables.get(prefix), undefined, path);
      variables.set(prefix, last);
    }
  });

  it('are fewer than an account allows for an API, and each is there once', () => {
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
    assert.ok(paths.length <= 300, String(paths.length));
    assert.equal(new Set(paths.map(({ path }) => path)).size, paths.length);
  });
});
