/** A route of an HTTP API. Its key is `METHOD /path/{name}`, `ANY /path`, `/path/{rest+}` or `$default`. */
export type Route = { readonly key: string; readonly functionName: string };

export type Match = { readonly route: Route; readonly parameters: Readonly<Record<string, string>> };

export type Router = (method: string, path: string) => Match | undefined;

type Compiled = {
  readonly route: Route;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly rank: string;
};

/**
 * Creates a router that finds a route as API Gateway does: the most exact path first, and for the same path
 * the method before `ANY`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function createRouter(routes: readonly Route[]): Router {
  const table = routes
    .filter(({ key }) => key !== '$default')
    .map(compile)
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const fallback = routes.find(({ key }) => key === '$default');
  return (method, path) => {
    for (const { route, method: routeMethod, pattern, names } of table) {
      const match = routeMethod === 'ANY' || routeMethod === method ? pattern.exec(path) : null;
      if (match) return { route, parameters: parametersOf(names, match) };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

/**
 * Compiles a route. Its segments have ranks: 0 for an exact one, 1 for a variable, 2 for the greedy rest. An
 * earlier segment decides first.
 */
function compile(route: Route): Compiled {
  const [method = '', path = ''] = route.key.split(' ', 2);
  const names: string[] = [];
  let rank = '';
  const segments = path.split('/').map((segment) => {
    const [, name, greedy] = /^\{([\w.-]+)(\+)?\}$/.exec(segment) ?? [];
    rank += name === undefined ? '0' : greedy ? '2' : '1';
    if (name === undefined) return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    names.push(name);
    return greedy ? '(.+)' : '([^/]+)';
  });
  return {
    route,
    method,
    names,
    pattern: new RegExp(`^${segments.join('/')}$`),
    rank: rank + (method === 'ANY' ? '1' : '0'),
  };
}

/**
 * The values of a path's variables.
 * @throws URIError for a broken percent escape.
 */
const parametersOf = (names: readonly string[], match: RegExpExecArray): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? '')]));
