/**
 * A path of a REST API, and by method the name of the function (or state machine) that takes its requests.
 * Each path has the method `ANY`.
 */
export type RestPath = { readonly path: string; readonly takers: ReadonlyMap<string, string> };

/**
 * Turns the routes of an HTTP API into paths of a REST API. A REST API differs from an HTTP API in four ways:
 *
 * - A path may have only one variable segment after a prefix. Where `/run/{id}` and `/run/{rest+}` are
 *   routes, `/run/{id}` gets a further path `/run/{id}/{rest+}` for all paths below it.
 * - A REST API follows the most exact segment and never goes back. So each path gets a further path for its
 *   rest.
 * - A REST API rejects an unknown method or path, as if a signature were missing. So each path has all
 *   methods. Methods without a route go to the function with the nearest path for the rest.
 * - A REST API ignores a slash at the end of a path.
 *
 * @param keys the route keys of an HTTP API, each with the name of the function that takes the requests. One
 * of the keys is `$default`.
 */
export function restPaths(keys: readonly (readonly [key: string, taker: string])[]): readonly RestPath[] {
  const root = createNode();
  let usual = '';
  for (const [key, taker] of keys) {
    const [method = '', path] = key.split(' ');
    if (path === undefined) usual = taker;
    else if (!path.endsWith('/')) insert(root, path.slice(1).split('/'), method, taker);
  }
  return [...pathsBelow(root, '', usual)];
}

type Node = {
  readonly exact: Map<string, Node>;
  readonly takers: Map<string, string>;
  variable?: { readonly segment: string; readonly node: Node };
  /** The function that takes requests to all paths below this path for which there is no route. */
  rest?: string;
};

const createNode = (): Node => ({ exact: new Map(), takers: new Map() });

function insert(node: Node, [segment, ...others]: readonly string[], method: string, taker: string): void {
  if (segment === undefined) node.takers.set(method, taker);
  else if (segment.endsWith('+}')) node.rest = taker;
  else insert(childOf(node, segment), others, method, taker);
}

/**
 * A REST API allows only one name for the variables at one position of its paths, so all variables of a
 * position share a name. Events contain this name, but Downpour does not read it.
 */
function childOf(node: Node, segment: string): Node {
  if (segment.startsWith('{')) {
    node.variable ??= { segment, node: createNode() };
    return node.variable.node;
  }
  const child = node.exact.get(segment) ?? createNode();
  node.exact.set(segment, child);
  return child;
}

/** @param usual the function that gets a request to this path when no route has its method. */
function* pathsBelow(node: Node, path: string, usual: string): Generator<RestPath> {
  yield { path: path || '/', takers: new Map([['ANY', usual], ...node.takers]) };
  const rest = node.rest ?? usual;
  for (const [segment, child] of node.exact) yield* pathsBelow(child, `${path}/${segment}`, rest);
  if (node.variable === undefined) yield { path: `${path}/{rest+}`, takers: new Map([['ANY', rest]]) };
  else yield* pathsBelow(node.variable.node, `${path}/${node.variable.segment}`, rest);
}
