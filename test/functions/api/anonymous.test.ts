import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import fc from 'fast-check';
import type { Handler } from '../../../functions/api/pipeline/types.ts';
import { operations } from '../../../lib/api.generated.ts';
import { type FunctionSpec, routesOf } from '../../../lib/functions/spec.ts';
import { functions } from '../../../lib/functions.ts';
import { environment } from '../../../lib/names/environment.ts';
import type { Access } from '../../../lib/results/access.ts';
import { makeKey } from '../../../lib/results/identity/api-key.ts';
import { openMemory } from '../memory.ts';
import { type Answer, type Ask, invoke } from './invoke.ts';

/** If a deployment allows it, callers without a key can read PUBLIC data and nothing else. */

const memory = openMemory();
const made = makeKey(1, { name: 'ada', user: 'ada', role: 'admin' }, new Uint8Array(32), Date.now());
const ada = made.text;
memory.keys.set(1, made.key);

const handlers = new Map<string, Handler>();
for (const spec of functions as readonly FunctionSpec[]) {
  const routes = routesOf(spec);
  if (routes.length === 0) continue;
  const { handler } = (await import(`../../../functions/${spec.name}.ts`)) as { handler: Handler };
  for (const route of routes) handlers.set(route, handler);
}

/**
 * Sends the request `METHOD /path` of the OpenAPI description, with values for the variables of the path and
 * with `query`.
 */
function ask(route: string, query = '', more: Ask = {}): Promise<Answer> {
  const handler = handlers.get(route) ?? assert.fail(route);
  return invoke(handler, `${route}${query}`, { routeKey: route, ...more });
}

async function numberOf(answer: Promise<Answer>): Promise<number> {
  const { status, body } = await answer;
  assert.ok(status < 300, body);
  const value = JSON.parse(body);
  return Number(value.id ?? value);
}

beforeEach(() => {
  memory.table.clear();
  process.env[environment.anonymous] = 'true';
});
afterEach(() => {
  delete process.env[environment.anonymous];
});

suite('without a key', () => {
  for (const [name, { method, path, secured, open }] of Object.entries(operations)) {
    const route = `${method} ${path}`;
    if (!secured) continue;
    test(`${name} is ${open ? 'open where the deployment says so' : 'refused whatever it says'}`, async () => {
      const requested = await ask(route);
      if (open) assert.notEqual(requested.status, 401);
      else assert.equal(requested.status, 401);
      for (const key of ['', 'nonsense', `${ada.slice(0, 6)}${'x'.repeat(43)}`])
        assert.equal((await ask(route, '', { key })).status, 401, `the key '${key}'`);
      for (const other of ['false', 'TRUE', '1', '']) {
        process.env[environment.anonymous] = other;
        assert.equal((await ask(route)).status, 401, `the setting '${other}'`);
      }
      delete process.env[environment.anonymous];
      assert.equal((await ask(route)).status, 401);
    });
  }

  test('every row that is PUBLIC is seen, and no other', async () => {
    const access = fc.constantFrom<Access>('PUBLIC', 'PROTECTED', 'PRIVATE');
    const world = fc.array(fc.record({ access, runs: fc.array(access, { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(world, async (tests) => {
        memory.table.clear();
        const [presentTests, presentRuns]: [number[], number[]] = [[], []];
        for (const [number, { access, runs }] of tests.entries()) {
          const id = await put(`test ${number}`, access);
          if (access === 'PUBLIC') presentTests.push(id);
          for (const each of runs) {
            const run = await upload(`test ${number}`, each);
            if (each === 'PUBLIC') presentRuns.push(run);
            await seenAlone(run, each);
          }
          const path = { id: String(id) };
          const count = await ask('GET /api/run/count', `?testId=${id}`);
          assert.equal(JSON.parse(count.body).total, runs.filter((each) => each === 'PUBLIC').length);
          assert.equal(
            (await ask('GET /api/run/list/{testId}', '', { path: { testId: String(id) } })).status,
            statusOf(access),
          );
          assert.equal((await ask('GET /api/test/{id}', '', { path })).status, statusOf(access));
          const name = { name: `test ${number}` };
          assert.equal(
            (await ask('GET /api/test/byName/{name}', '', { path: name })).status,
            statusOf(access),
          );
        }
        assert.deepEqual(await listed('GET /api/test', '', 'tests'), presentTests);
        const folders = JSON.parse((await ask('GET /api/test/folders')).body);
        assert.deepEqual(folders, presentTests.length > 0 ? [null, 'PUBLIC'] : [null]);
        assert.deepEqual(await listed('GET /api/test/summary', '?folder=*', 'tests'), presentTests);
        for (const query of ['', '?sort=owner', '?query=$.a', '?roles=__my', '?roles=ada-team'])
          assert.deepEqual(await listed('GET /api/run/list', query, 'runs'), presentRuns, query);
      }),
      { numRuns: 25 },
    );
  });
});

test('the name of a hidden test selects no run, and its id selects the visible runs', async () => {
  const id = await put('hidden', 'PRIVATE');
  const run = await upload('hidden', 'PUBLIC');
  assert.deepEqual(await listed('GET /api/run/list', '?test=hidden', 'runs'), []);
  assert.deepEqual(await listed('GET /api/run/list', `?test=${id}`, 'runs'), [run]);
  const { body } = await ask('GET /api/run/list', '?test=hidden', { key: ada });
  assert.equal(JSON.parse(body).total, 1);
});

const statusOf = (access: Access): number => (access === 'PUBLIC' ? 200 : 404);

const put = (name: string, access: Access): Promise<number> =>
  numberOf(
    ask('POST /api/test', '', {
      key: ada,
      body: JSON.stringify({ name, access, folder: access }),
      headers: { 'content-type': 'application/json' },
    }),
  );

const upload = (name: string, access: Access): Promise<number> =>
  numberOf(
    ask('POST /api/run/data', `?test=${encodeURIComponent(name)}&start=1&stop=2&access=${access}`, {
      key: ada,
      body: '{"a":1}',
    }),
  );

/** Checks the requests that read one run. */
async function seenAlone(run: number, access: Access): Promise<void> {
  const path = { id: String(run) };
  for (const [route, query] of [
    ['GET /api/run/{id}', ''],
    ['GET /api/run/{id}/data', ''],
    ['GET /api/run/{id}/summary', ''],
    ['GET /api/sql/{id}/queryrun', '?query=$.a'],
  ] as const) {
    const answer = await ask(route, query, { path });
    assert.equal(answer.status, statusOf(access), `${route} of a run that is ${access}: ${answer.body}`);
  }
}

async function listed(route: string, query: string, member: string): Promise<number[]> {
  const answer = await ask(route, query);
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body)
    [member].map(({ id }: { id: number }) => id)
    .sort((a: number, b: number) => a - b);
}
