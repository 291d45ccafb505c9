import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { parsed, sendingAs } from './requests.ts';

/**
 * Testers of a test configure its subscribers, and administrators those of all tests. URLs must be below
 * sites that administrators allow.
 */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
const root = keyOfUser(memory, 3, 'root', 'admin');
let testId = 0;
beforeEach(async () => {
  memory.table.clear();
  const made = await repository().tests.create({
    name: `shop ${Math.random()}`,
    owner: 'ada-team',
    access: 'PUBLIC',
  });
  testId = made?.id ?? 0;
  await repository().actions.addSite('https://ci.example.com/hooks');
});

const ask = sendingAs(ada);
const url = 'https://ci.example.com/hooks/downpour';
const hook = (more: object = {}) => ({ event: 'change/new', type: 'http', config: { url }, testId, ...more });

suite('an action', () => {
  test('is made with a secret that is shown once, changed without losing it, and deleted', async () => {
    const made = parsed(await ask('POST /api/action', hook()));
    assert.match(made.secrets.token, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const displayed = {
      ...hook(),
      id: made.id,
      secrets: { token: '********' },
      active: true,
      runAlways: false,
    };
    assert.deepEqual(parsed(await ask(`GET /api/action/${made.id}`)), displayed);
    assert.deepEqual(parsed(await ask(`GET /api/action/test/${testId}`)), [displayed]);
    const changed = await ask('PUT /api/action', { ...displayed, active: false });
    assert.equal(changed.status, 200);
    const next = parsed(changed);
    assert.deepEqual(next, { ...displayed, active: false });
    assert.equal((await repository().actions.find(made.id))?.secret, made.secrets.token);
    const own = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    await ask('PUT /api/action', { ...displayed, secrets: { token: own } });
    assert.equal((await repository().actions.find(made.id))?.secret, own);
    assert.equal((await ask(`DELETE /api/action/${made.id}`)).status, 204);
    assert.equal((await ask(`GET /api/action/${made.id}`)).status, 404);
  });

  test('that is deleted during a change stays deleted', async (t) => {
    const { id } = parsed(await ask('POST /api/action', hook()));
    const { actions } = repository();
    t.mock.method(actions, 'sites', async () => {
      await actions.remove(id);
      return [{ id: 1, prefix: 'https://ci.example.com/hooks' }];
    });
    assert.equal((await ask('PUT /api/action', hook({ id, active: false }))).status, 404);
    assert.equal(await actions.find(id), undefined);
  });

  test('that is hidden from a caller is like a missing action', async () => {
    const secret = await repository().tests.create({
      name: `secret ${Math.random()}`,
      owner: 'ada-team',
      access: 'PRIVATE',
    });
    const own = parsed(await ask('POST /api/action', hook({ testId: secret?.id })));
    const global = parsed(await ask('POST /api/action/global', hook({ testId: undefined }), root));
    const answers = async (id: number) => {
      const requests = [
        await ask(`GET /api/action/${id}`, undefined, eve),
        await ask('PUT /api/action', hook({ id }), eve),
        await ask(`DELETE /api/action/${id}`, undefined, eve),
      ];
      return requests.map(({ status, body }) => [status, JSON.parse(body).code, JSON.parse(body).message]);
    };
    for (const id of [own.id, global.id]) {
      assert.deepEqual(
        await answers(id),
        (await answers(99_999)).map(([status, code, text]) => [status, code, text.replace('99999', id)]),
      );
      assert.equal((await answers(id))[0]?.[1], 'ACTION_NOT_FOUND');
      assert.notEqual(await repository().actions.find(id), undefined);
    }
  });

  test('is refused with the reason', async () => {
    const reason = async (more: object) => {
      const answer = await ask('POST /api/action', hook(more));
      assert.deepEqual([answer.status, parsed(answer).code], [400, 'ACTION_INVALID'], answer.body);
      return parsed(answer).message;
    };
    for (const config of [{ url: 'https://ci.example.com/hooks' }, { channel: 'C1', formatter: 'plain' }])
      assert.match(
        await reason({ type: 'slack-channel-message', config }),
        /type of an action must be 'http', found 'slack-channel-message'/,
      );
    for (const url of ['', null, undefined])
      assert.match(await reason({ config: { url } }), /needs a URL below an allowed site/);
    assert.match(
      await reason({ event: 'test/new' }),
      /the events are change\/new, run\/new, run\/failed, missing-data, key\/expiring/,
    );
    assert.match(
      await reason({ event: 'key/expiring' }),
      /the event 'key\/expiring' belongs to no test; create an action for this event with POST \/api\/action\/global/,
    );
    assert.match(
      await reason({ config: { url: 'https://ci.example.com.evil.org/hooks' } }),
      /not below an allowed site/,
    );
    assert.match(await reason({ secrets: { token: 'secret' } }), /at least 24 bytes/);
    assert.deepEqual(await repository().actions.list(), []);
  });

  test('is the affair of the testers of its test', async () => {
    const { id } = parsed(await ask('POST /api/action', hook()));
    for (const line of [
      `GET /api/action/${id}`,
      `DELETE /api/action/${id}`,
      `GET /api/action/test/${testId}`,
    ])
      assert.equal((await ask(line, undefined, eve)).status, 403, line);
    assert.equal((await ask('POST /api/action', hook(), eve)).status, 403);
    assert.equal((await ask('PUT /api/action', hook({ id }), eve)).status, 403);
    assert.equal((await ask('POST /api/action', hook({ testId: 999 }))).status, 404);
    // A change cannot move an action to another test, or to all tests.
    await ask('PUT /api/action', hook({ id, testId: -1 }));
    assert.equal((await repository().actions.find(id))?.testId, testId);
  });
});

suite('an action for all tests', () => {
  test('is the affair of administrators', async () => {
    assert.equal((await ask('POST /api/action/global', hook())).status, 403);
    const { id, testId: all } = parsed(await ask('POST /api/action/global', hook(), root));
    assert.equal(all, -1);
    const own = parsed(await ask('POST /api/action', hook()));
    assert.deepEqual(
      parsed(await ask('GET /api/action/list', undefined, root)).map((action: { id: number }) => action.id),
      [id],
    );
    for (const line of [`DELETE /api/action/global/${id}`, 'GET /api/action/list'])
      assert.equal((await ask(line)).status, 403, line);
    for (const line of [`GET /api/action/${id}`, `DELETE /api/action/${id}`])
      assert.equal((await ask(line)).status, 404, `${line}: others do not learn that it is there`);
    assert.equal((await ask(`DELETE /api/action/global/${own.id}`, undefined, root)).status, 404);
    assert.equal((await ask(`DELETE /api/action/global/${id}`, undefined, root)).status, 204);
  });
});

suite('allowed sites', () => {
  test('are added and deleted by administrators, and seen by all who have a key', async () => {
    assert.equal((await ask('POST /api/action/allowedSites', 'https://a.example.com', ada)).status, 403);
    const { id } = parsed(await ask('POST /api/action/allowedSites', 'https://a.example.com', root));
    const prefixes = async () =>
      parsed(await ask('GET /api/action/allowedSites', undefined, eve)).map(
        ({ prefix }: { prefix: string }) => prefix,
      );
    assert.deepEqual(await prefixes(), ['https://ci.example.com/hooks', 'https://a.example.com']);
    assert.equal((await ask(`DELETE /api/action/allowedSites/${id}`)).status, 403);
    assert.equal((await ask(`DELETE /api/action/allowedSites/${id}`, undefined, root)).status, 204);
    assert.equal((await ask(`DELETE /api/action/allowedSites/${id}`, undefined, root)).status, 404);
    assert.deepEqual(await prefixes(), ['https://ci.example.com/hooks']);
  });

  test('are URLs of HTTP', async () => {
    for (const text of [
      '*',
      'ci.example.com',
      'ftp://ci.example.com',
      'https://a:b@ci.example.com',
      'https://ci.example.com/?x',
    ])
      assert.equal((await ask('POST /api/action/allowedSites', text, root)).status, 400, text);
  });
});
