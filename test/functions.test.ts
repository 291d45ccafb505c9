import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { routeKeys } from '../lib/functions/routes.ts';
import { type FunctionSpec, routesOf } from '../lib/functions/spec.ts';
import { functions } from '../lib/functions.ts';
import { createRouter } from '../lib/router.ts';

const spec = (name: string, route?: string): FunctionSpec => ({
  name,
  memoryMb: 1,
  timeoutS: 1,
  needs: [],
  ...(route !== undefined && { route }),
});

test('a function of each path takes the other methods: the function of GET, else the first', () => {
  const specs = [
    spec('make', 'POST /a'),
    spec('list', 'GET /a'),
    spec('get', 'GET /a/{id}'),
    spec('change', 'PUT /b'),
    spec('drop', 'DELETE /b'),
    { ...spec('family'), routes: ['PUT /c', 'DELETE /c', 'POST /d', 'GET /d'] },
    spec('none'),
    { ...spec('rest'), routes: ['GET /e', 'POST /e', 'GET /e/{id}', 'GET /x'], below: '/e' },
    { ...spec('inner'), routes: ['GET /e/{id}/f'], below: '/e/{id}' },
  ];
  assert.deepEqual(routeKeys(specs), [
    ['POST /a', 'make'],
    ['ANY /a', 'list'],
    ['ANY /a/{id}', 'get'],
    ['ANY /b', 'change'],
    ['DELETE /b', 'drop'],
    ...(['ANY /c', 'DELETE /c', 'POST /d', 'ANY /d'] as const).map((key) => [key, 'family']),
    ['ANY /x', 'rest'],
    ['ANY /e', 'rest'],
    ['ANY /e/', 'rest'],
    ['ANY /e/{rest+}', 'rest'],
    ['ANY /e/{id}/{rest+}', 'inner'],
  ]);
});

test('every route has a key, and no key is repeated', () => {
  const keys = routeKeys(functions).map(([key]) => key);
  assert.equal(new Set(keys).size, keys.length);
  const paths = new Set(functions.flatMap((one) => ('route' in one ? [one.route.split(' ')[1]] : [])));
  for (const path of paths) assert.equal(keys.filter((key) => key === `ANY ${path}`).length, 1, path);
});

test('the platform hands each operation to the function that has it', () => {
  const router = createRouter(routeKeys(functions).map(([key, functionName]) => ({ key, functionName })));
  const specs: readonly FunctionSpec[] = functions;
  for (const spec of specs)
    for (const route of routesOf(spec)) {
      const [method = '', path = ''] = route.split(' ');
      const found = router(method, path.replace(/\{\w+\+?\}/g, '7'));
      assert.equal(found?.route.functionName, spec.name, route);
    }
});

test('a function with all below a path has its path with a slash at the end too, as data sources of dashboards call it', () => {
  const router = createRouter(routeKeys(functions).map(([key, functionName]) => ({ key, functionName })));
  for (const path of [
    '/api/changes/',
    '/api/test/',
    '/api/schema/',
    '/api/action/',
    '/api/schema/import/',
    '/api/test/import/',
  ])
    assert.equal(
      router('GET', path)?.route.functionName,
      router('GET', path.slice(0, -1))?.route.functionName,
    );
  assert.equal(router('GET', '/api/changes/')?.route.functionName, 'api/alerting');
});

test('a folder of handlers holds handlers only', () => {
  const names = new Set<string>(functions.map(({ name }) => name));
  for (const folder of ['api', 'driver', 'work'])
    for (const { name: file } of readdirSync(`functions/${folder}`, { withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ))
      if (file.endsWith('.ts')) assert.ok(names.has(`${folder}/${file.slice(0, -3)}`), `${folder}/${file}`);
});
