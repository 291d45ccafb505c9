import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { publicOperation } from '../../../functions/api/pipeline/public-operation.ts';
import { json } from '../../../functions/api/pipeline/replies/reply.ts';
import { router } from '../../../functions/api/pipeline/router.ts';
import type { Event, Handler, Reply } from '../../../functions/api/pipeline/types.ts';
import { routeKeys } from '../../../lib/functions/routes.ts';
import { type FunctionSpec, routesOf } from '../../../lib/functions/spec.ts';
import { functions } from '../../../lib/functions.ts';
import { environment } from '../../../lib/names/environment.ts';
import { frontHeader } from '../../../lib/names/front.ts';
import { createRouter } from '../../../lib/router.ts';
import { openMemory } from '../memory.ts';

/**
 * Functions of the API also work behind two other front ends: a distribution, whose secret they require in
 * each request, and a REST API, whose events they convert.
 */

openMemory();
process.env[environment.logLevel] = 'error';
const context = { awsRequestId: 'request-1' } as Context;
const specs: readonly FunctionSpec[] = functions;
const keys = routeKeys(specs);
const takers = [...new Set(keys.map(([, name]) => name))];
const handlers = new Map<string, Handler>();
for (const name of takers)
  handlers.set(name, ((await import(`../../../functions/${name}.ts`)) as { handler: Handler }).handler);
const handlerOf = (name: string): Handler => handlers.get(name) ?? assert.fail(name);
const route = createRouter(keys.map(([key, functionName]) => ({ key, functionName })));

afterEach(() => {
  for (const name of ['frontSecrets', 'routes', 'corsOrigins', 'publicUrl'] as const)
    delete process.env[environment[name]];
});

/** A request to each route, and one with a method that no route has. The name is that of the function. */
const requests = specs.flatMap((spec) =>
  [...routesOf(spec), ...routesOf(spec).map((each) => each.replace(/^\w+/, 'OPTIONS'))].map((each) => {
    const [method = '', path = ''] = each.split(' ');
    const url = path.replace(/\{\w+\}/g, '7');
    const found = route(method, url);
    return { name: found?.route.functionName ?? '', method, url, found };
  }),
);

function httpEvent({ method, url, found }: (typeof requests)[number], headers = {}): Event {
  return {
    version: '2.0',
    routeKey: found?.route.key ?? '$default',
    rawPath: url,
    rawQueryString: '',
    headers,
    pathParameters: found?.parameters,
    requestContext: { requestId: 'r', http: { method, path: url, sourceIp: '10.0.0.9' } },
    isBase64Encoded: false,
  } as unknown as Event;
}

/** An event of a REST API. Its paths and variables differ from those of the routes. */
const restEvent = (
  method: string,
  path: string,
  more: { readonly [Name in keyof APIGatewayProxyEvent]?: unknown } = {},
): Event =>
  ({
    resource: '/{rest+}',
    path,
    httpMethod: method,
    headers: {},
    multiValueHeaders: { Host: ['abc.execute-api.eu-central-1.amazonaws.com'] },
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: { rest: path.slice(1) },
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    ...more,
    requestContext: {
      apiId: 'abc',
      accountId: '123456789012',
      requestId: 'r',
      stage: 'downpour',
      path: `/downpour${path}`,
      protocol: 'HTTP/1.1',
      identity: { sourceIp: '10.0.0.9', userAgent: 'curl' },
    },
  }) as unknown as Event;

const routesFor = (name: string): string =>
  keys.flatMap(([key, taker]) => (taker === name ? [key] : [])).join(',');

suite('behind a distribution', () => {
  test('every function of the API refuses a request without its secret, and takes each of two', async () => {
    process.env[environment.frontSecrets] = 'present,next';
    assert.ok(takers.length > 40);
    for (const name of takers) {
      const request = requests.find((each) => each.name === name) ?? {
        ...{ name, method: 'OPTIONS', url: '/nowhere', found: undefined },
      };
      const ask = async (headers: object) => handlerOf(name)(httpEvent(request, headers), context);
      const wrong = [
        {},
        { [frontHeader]: '' },
        { [frontHeader]: 'presen' },
        { [frontHeader]: 'present,next' },
      ];
      for (const headers of wrong) {
        const reply = await ask(headers);
        const { code, requestId } = JSON.parse(reply.body ?? '{}');
        assert.deepEqual([reply.statusCode, code, requestId], [403, 'NOT_THROUGH_FIREWALL', 'r'], name);
      }
      for (const secret of ['present', 'next'])
        for (const header of [frontHeader, frontHeader.toUpperCase()]) {
          const { body = '' } = await ask({ [header]: secret });
          assert.doesNotMatch(body, /NOT_THROUGH_FIREWALL/, name);
        }
    }
  });

  test('the caller is the last address before the distribution, whatever callers write', async () => {
    process.env[environment.frontSecrets] = 'present,next';
    const seen = publicOperation('version', async ({ source }) => json({ source }));
    const request = { name: '', method: 'GET', url: '/api/config/version', found: undefined };
    const sourceOf = async (passed?: string) => {
      const headers = { [frontHeader]: 'next', ...(passed && { 'x-forwarded-for': passed }) };
      return JSON.parse((await seen(httpEvent(request, headers), context)).body ?? '').source;
    };
    assert.equal(await sourceOf('203.0.113.7, 10.0.0.9'), '203.0.113.7');
    assert.equal(await sourceOf('203.0.113.7'), '203.0.113.7');
    assert.equal(await sourceOf('198.51.100.1, 203.0.113.7, 10.0.0.9'), '203.0.113.7');
    assert.equal(await sourceOf('198.51.100.1,2001:db8::7'), '2001:db8::7');
    assert.equal(await sourceOf(), '10.0.0.9');
  });
});

suite('behind a REST API', () => {
  test('every route is answered as behind an HTTP API', async () => {
    assert.ok(requests.length > 200, String(requests.length));
    const told = ({ statusCode = 200, headers, body = '' }: Reply) => ({
      statusCode,
      allow: headers?.allow,
      body,
    });
    for (const request of requests) {
      const handler = handlerOf(request.name);
      const expected = told(await handler(httpEvent(request), context));
      process.env[environment.routes] = routesFor(request.name);
      const { method, url } = request;
      for (const path of [url, `${url}/`])
        assert.deepEqual(
          told(await handler(restEvent(method, path), context)),
          expected,
          `${method} ${path}`,
        );
    }
  });

  test('a request keeps its query, its headers, its body and the values of its path', async () => {
    const handler = router({
      'GET /api/run/{id}/data': async (event) => json(event),
      'POST /api/burst/{id}/stop': async (event) => json(event),
    });
    process.env[environment.routes] = 'ANY /api/run/{id}/data,ANY /api/burst/{id}/stop';
    const seen = async (event: Event): Promise<Event> =>
      JSON.parse((await handler(event, context)).body ?? '');
    const asked = await seen(
      restEvent('GET', '/api/run/a%2Fb%20%C3%A9/data', {
        multiValueQueryStringParameters: { query: ['$.a[?(@.b == "x & y")]'], tag: ['1', '2'], empty: [''] },
        multiValueHeaders: { Accept: ['text/html', 'text/plain'], 'X-Downpour-API-Key': ['dpr_1'] },
      }),
    );
    assert.deepEqual(asked.pathParameters, { id: 'a/b é' });
    assert.equal(asked.routeKey, 'ANY /api/run/{id}/data');
    assert.deepEqual(
      [...new URLSearchParams(asked.rawQueryString)],
      [
        ['query', '$.a[?(@.b == "x & y")]'],
        ['tag', '1'],
        ['tag', '2'],
        ['empty', ''],
      ],
    );
    assert.deepEqual(asked.headers, { accept: 'text/html,text/plain', 'x-downpour-api-key': 'dpr_1' });
    assert.deepEqual(asked.requestContext.http, {
      ...{ method: 'GET', path: '/downpour/api/run/a%2Fb%20%C3%A9/data', protocol: 'HTTP/1.1' },
      ...{ sourceIp: '10.0.0.9', userAgent: 'curl' },
    });
    const body = Buffer.from('{"reason":"é"}').toString('base64');
    const sent = await seen(restEvent('POST', '/api/burst/b-1/stop/', { body, isBase64Encoded: true }));
    assert.deepEqual([sent.body, sent.isBase64Encoded, sent.pathParameters], [body, true, { id: 'b-1' }]);
    const broken = await handler(restEvent('GET', '/api/run/%E0%A4/data'), context);
    assert.equal(broken.statusCode, 404);
  });

  test('pages of other origins get the answers that an HTTP API gives them', async () => {
    process.env[environment.routes] = 'ANY /api/config/{rest+}';
    const handler = handlerOf('api/config');
    const ask = async (origins: string | undefined, method = 'GET', more = {}) => {
      if (origins !== undefined) process.env[environment.corsOrigins] = origins;
      const multiValueHeaders = { Origin: ['https://a.example.com'], ...more };
      const { statusCode, headers = {} } = await handler(
        restEvent(method, '/api/config/version', { multiValueHeaders }),
        context,
      );
      return { statusCode, origin: headers['access-control-allow-origin'], headers };
    };
    const none = await ask(undefined);
    assert.deepEqual([none.statusCode, none.origin], [200, undefined]);
    assert.equal((await ask('*')).origin, '*');
    const listed = await ask('https://a.example.com,https://b.example.com');
    assert.deepEqual([listed.origin, listed.headers.vary], ['https://a.example.com', 'Origin']);
    assert.equal((await ask('https://b.example.com')).origin, undefined);
    const preflight = await ask('https://a.example.com', 'OPTIONS', {
      'Access-Control-Request-Method': ['PUT'],
    });
    assert.equal(preflight.statusCode, 204);
    assert.match(String(preflight.headers['access-control-allow-methods']), /PUT/);
    assert.match(String(preflight.headers['access-control-allow-headers']), /x-downpour-api-key/);
  });

  test('the pages know the stage before all paths', async () => {
    process.env[environment.routes] = routesFor('api/pages');
    const multiValueHeaders = { Accept: ['text/html'] };
    const shellOf = async (event: Event) => (await handlerOf('api/pages')(event, context)).body ?? '';
    const shell = await shellOf(restEvent('GET', '/run/7', { multiValueHeaders }));
    assert.match(shell, /<meta name="downpour-base" content="\/downpour">/);
    const files = [...shell.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, file = '']) => file);
    assert.ok(files.length > 2);
    for (const file of files) assert.match(file, /^(\/downpour\/|data:)/);
    const [, script = ''] = /src="\/downpour(\/app\/[^"]+)"/.exec(shell) ?? [];
    assert.equal((await handlerOf('api/pages')(restEvent('GET', script), context)).statusCode, 200);
    const request = { ...{ name: '', method: 'GET', url: '/run/7', found: undefined } };
    assert.doesNotMatch(
      await shellOf(httpEvent(request, { accept: 'text/html' })),
      /downpour-base|"\/downpour/,
    );
  });

  test('the address of the API gets the id of the API, which its functions cannot have before', async () => {
    process.env[environment.publicUrl] =
      'https://{apiId}-vpce-1.execute-api.eu-central-1.amazonaws.com/downpour/';
    process.env[environment.routes] = 'ANY /api/config/{rest+}';
    const { body = '' } = await handlerOf('api/config')(restEvent('GET', '/api/config/keycloak'), context);
    const url = 'https://abc-vpce-1.execute-api.eu-central-1.amazonaws.com/downpour';
    assert.equal(JSON.parse(body).url, url);
  });
});
