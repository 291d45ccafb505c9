import { createRouter } from '../../../lib/router.ts';
import { behindFront } from './front/front.ts';
import { json } from './replies/reply.ts';
import type { Event, Handler, Reply } from './types.ts';

/** The handler of several routes that use the same records and permissions. */
export type Router = Handler & { readonly routes: readonly string[] };

/**
 * Routes each request to the operation of its route: `METHOD /path`, as in lib/functions.ts. Other methods of
 * a path go to its `GET`, else to its first operation. When a route receives all paths below a path, its last
 * variable accepts slashes, because a URI has them. A slash at the end of a path is ignored then.
 */
export function router(operations: Readonly<Record<string, Handler>>): Router {
  const known = new Map(Object.entries(operations));
  for (const [route, operation] of Object.entries(operations)) {
    const any = route.replace(/^\w+/, 'ANY');
    if (route.startsWith('GET ') || !known.has(any)) known.set(any, operation);
  }
  const match = createRouter(
    [...known.keys()].map((key) => ({ key: key.replace(/\}$/, '+}'), functionName: key })),
  );
  const handler: Handler = (event, context) => {
    const method = event.requestContext?.http?.method ?? 'ANY';
    const operation = known.get(event.routeKey.replace(/^ANY/, method)) ?? known.get(event.routeKey);
    if (operation !== undefined) return operation(event, context);
    const path = pathOf(event);
    // A name in the path may end in a slash, which is written as %2F.
    const hasSlash = (event.rawPath ?? path).endsWith('/');
    const found = match(method, hasSlash ? path.replace(/\/$/, '') : path);
    if (found === undefined) return Promise.resolve(nowhere(event, path));
    const { route, parameters } = found;
    return handler({ ...event, routeKey: route.functionName, pathParameters: parameters }, context);
  };
  return Object.assign(behindFront(handler), { routes: Object.keys(operations) });
}

/**
 * The path of a request: its route with the values of the variables. The last value may be the rest of a
 * path, with its slashes.
 */
function pathOf({ routeKey, pathParameters = {} }: Event): string {
  const template = routeKey.slice(routeKey.indexOf(' ') + 1);
  return template.replace(/\{(\w+)\+?\}/g, (_, name: string) =>
    encodeURI(pathParameters[name] ?? '').replace(/[?#]/g, encodeURIComponent),
  );
}

function nowhere(event: Event, path: string): Reply {
  const { requestId, http } = event.requestContext ?? {};
  const slash = path.endsWith('/') ? 'leave out the slash at the end; ' : '';
  const message = `there is no ${http?.method ?? 'operation'} ${path}: ${slash}/openapi lists all operations`;
  return json({ code: 'NOT_FOUND', message, requestId: requestId ?? 'unknown' }, 404);
}
