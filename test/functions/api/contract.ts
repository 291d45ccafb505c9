import assert from 'node:assert/strict';
import { parse as parseYaml } from 'yaml';
import type { Event, Handler, Reply } from '../../../functions/api/pipeline/types.ts';
import type { Answer } from '../../../lib/contract/openapi-types.ts';
import { resolved } from '../../../lib/contract/openapi-types.ts';
import { type FunctionSpec, routesOf } from '../../../lib/functions/spec.ts';
import { functions } from '../../../lib/functions.ts';
import { createRouter } from '../../../lib/router.ts';
import { contract, faultsOf, repliesOf } from '../../contract/replies.ts';

/**
 * Compares every reply of a test with schema/openapi.json: the contract lists its status, and its body has
 * the documented form.
 */

type Api = { readonly routes: readonly string[]; readonly spec: FunctionSpec };
const apis: readonly Api[] = (functions as readonly FunctionSpec[])
  .map((spec) => ({ spec, routes: routesOf(spec) }))
  .filter(({ routes }) => routes.length > 0);
const routeOfAll = routerOf(apis.flatMap(({ routes }) => routes));

/** The routes of each handler that a test has called. Undefined for a handler that the test itself wrote. */
const routesOfHandlers = new Map<Handler, readonly string[] | undefined>();

/**
 * The statuses that every route may have without listing them, because the front end and the pipeline send
 * them.
 */
const everywhere = new Set(['405', '503']);

/**
 * @throws AssertionError for a reply that the contract does not list. Handlers that tests define are ignored.
 */
export async function holdToContract(handler: Handler, event: Event, reply: Reply): Promise<void> {
  const operation = await operationOf(handler, event);
  if (operation === undefined) return;
  const { route, responses } = operation;
  const status = String(reply.statusCode ?? 200);
  if (everywhere.has(status) || event.requestContext.http.method === 'OPTIONS') return;
  const answer = responses[status];
  assert.ok(answer, `${route} answers ${status}, which its contract does not list: ${reply.body}`);
  const { content } = resolved(answer, contract.components.responses);
  const type = String(reply.headers?.['content-type'] ?? '').split(';', 1)[0] ?? '';
  if (content === undefined) {
    assert.ok(!reply.body, `${route} answers ${status} with a body, which its contract does not know`);
    return;
  }
  const schema = content[type]?.schema;
  assert.ok(schema, `${route} answers ${status} as ${type}, the contract says ${Object.keys(content)}`);
  // A document keeps the byte order mark of its upload.
  const text = (reply.body ?? '').replace(/^\uFEFF/, '');
  const value = parsedBody(type, text);
  const faults = faultsOf(value, schema);
  assert.equal(faults, undefined, `${route} ${status}: ${faults} in ${reply.body?.slice(0, 500)}`);
}

function parsedBody(type: string, text: string): unknown {
  if (type === 'application/yaml') return parsedYaml(text);
  return type === 'application/json' ? JSON.parse(text) : text;
}

/** The last YAML and its value. The contract is the only YAML of the API, and takes 0.3 s to parse. */
let lastYaml: { readonly text: string; readonly value: unknown } | undefined;

function parsedYaml(text: string): unknown {
  if (lastYaml?.text !== text) lastYaml = { text, value: parseYaml(text) };
  return lastYaml.value;
}

type Found = { readonly route: string; readonly responses: Readonly<Record<string, Answer>> };

async function operationOf(handler: Handler, event: Event): Promise<Found | undefined> {
  const routes = await routesOfHandler(handler, event);
  if (routes === undefined) return undefined;
  const named = routes.find((route) => route === event.routeKey);
  const only = routes.length === 1 ? routes[0] : undefined;
  const route = only ?? named ?? routerOf(routes)(event);
  if (route === undefined) return undefined;
  return { route, responses: repliesOf(route) };
}

/**
 * Finds the routes of a handler. Functions that have the event's route are loaded first, because all
 * functions together take half a second.
 */
async function routesOfHandler(handler: Handler, event: Event): Promise<readonly string[] | undefined> {
  if (routesOfHandlers.has(handler)) return routesOfHandlers.get(handler);
  const expected = [event.routeKey, routeOfAll(event)];
  const [likely, others] = [true, false].map((isLikely) =>
    apis.filter(({ routes }) => routes.some((route) => expected.includes(route)) === isLikely),
  );
  let found: readonly string[] | undefined;
  for (const { spec, routes } of [...(likely ?? []), ...(others ?? [])]) {
    const loaded = (await import(`../../../functions/${spec.name}.ts`)) as { handler: Handler };
    if (loaded.handler !== handler) continue;
    found = routes;
    break;
  }
  routesOfHandlers.set(handler, found);
  return found;
}

/**
 * Returns a function that finds the route of an event. Escapes in a path remain, because they may be broken.
 */
function routerOf(routes: readonly string[]): (event: Event) => string | undefined {
  const router = createRouter(routes.map((key) => ({ key, functionName: key })));
  return ({ rawPath, requestContext }) =>
    router(requestContext.http.method, rawPath.replace(/\/$/, '').replaceAll('%', '_'))?.route.key;
}
