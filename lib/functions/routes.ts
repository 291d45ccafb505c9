import { type FunctionSpec, routesOf } from './spec.ts';

/**
 * The keys of the routes of an HTTP API, with the function of each. For each path one function also receives
 * the methods without a route, so that they get a proper error: the function of `GET`, or else the first. A
 * function that has all paths `below` another has a key for these, and two more where it has the path itself:
 * with and without a slash at the end, which means nothing.
 */
export function routeKeys(specs: readonly FunctionSpec[]): readonly (readonly [key: string, name: string])[] {
  const routes = specs.flatMap((spec) =>
    routesOf(spec).flatMap((route) => (isBelow(spec, route) ? [] : [[route, spec.name] as const])),
  );
  const takers = new Map<string, string>();
  for (const [route] of routes) {
    const [method, path = ''] = route.split(' ');
    if (method === 'GET' || !takers.has(path)) takers.set(path, route);
  }
  const all = new Set(takers.values());
  const wide = specs.flatMap((spec) => belowKeys(spec).map((key) => [key, spec.name] as const));
  return [
    ...routes.map(([route, name]) => [all.has(route) ? route.replace(/^\w+/, 'ANY') : route, name] as const),
    ...wide,
    ...specs.flatMap(({ takesRest, name }) => (takesRest ? [['$default', name] as const] : [])),
  ];
}

function isBelow({ below }: FunctionSpec, route: string): boolean {
  const path = route.slice(route.indexOf(' ') + 1);
  return [below ?? []].flat().some((one) => path === one || path.startsWith(`${one}/`));
}

function belowKeys(spec: FunctionSpec): readonly string[] {
  return [spec.below ?? []].flat().flatMap((below) => {
    const rest = `ANY ${below}/{rest+}`;
    return routesOf(spec).some((route) => route.endsWith(` ${below}`))
      ? [`ANY ${below}`, `ANY ${below}/`, rest]
      : [rest];
  });
}

/**
 * Routes of the HTTP API that start a state machine instead of a function, by the name of their operation.
 */
export const machineRoutes = { 'burst-stop-by-token': 'POST /api/burst/stop' } as const;
