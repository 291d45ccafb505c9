import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { isSecret } from '../../../lib/repository/records/actions/signature.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { refused, sendingAs } from './requests.ts';

/** The bundle of a test contains the subscribers of its events. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
let source = 0;
beforeEach(async () => {
  memory.table.clear();
  await repository().actions.addSite('https://ci.example.com/hooks');
  source = await made('shop');
});

async function made(name: string): Promise<number> {
  const test = await repository().tests.create({ name, owner: 'ada-team', access: 'PUBLIC' });
  return test?.id ?? assert.fail('the name is taken');
}

const ask = sendingAs(ada);
async function report(line: string, body?: unknown) {
  const answer = await ask(line, body);
  assert.ok(answer.status < 300, answer.body);
  return JSON.parse(answer.body);
}
const url = 'https://ci.example.com/hooks/downpour';
const token = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const hook = (more: object = {}) => ({ event: 'run/new', type: 'http', config: { url }, ...more });
const listed = (id: number) => report(`GET /api/action/test/${id}`);
const exported = (id: number) => report(`GET /api/test/${id}/export`);
const stored = async (id: number) => (await repository().actions.find(id)) ?? assert.fail(`no action ${id}`);
const all = () => JSON.stringify([...memory.table.items].map(([pk, items]) => [pk, [...items]]));

suite('a bundle of a test', () => {
  test('takes its actions along as they are listed, without their secrets (row 132)', async () => {
    const own = await report('POST /api/action', hook({ testId: source, active: false, runAlways: true }));
    await report('POST /api/action', hook({ testId: await made('another') }));
    const every = { event: 'run/new' as const, url, secret: token, active: true, runAlways: true };
    await repository().actions.put({ ...every, id: 99 });
    const bundle = await exported(source);
    const [{ secrets, ...displayed }] = await listed(source);
    assert.equal(displayed.id, own.id);
    assert.deepEqual(bundle.actions, [displayed]);

    const id = await report('POST /api/test/import', { ...bundle, name: 'copy' });
    const [copy, ...rest] = await listed(id);
    assert.deepEqual(copy, { ...displayed, secrets, id: copy.id, testId: id });
    assert.deepEqual(rest, []);
    assert.notEqual(copy.id, own.id);
    const { secret } = await stored(copy.id);
    assert.ok(isSecret(secret) && secret !== own.secrets.token);
    assert.deepEqual((await exported(source)).actions, [displayed], 'the source keeps its own');
    assert.deepEqual((await exported(id)).actions, [{ ...displayed, id: copy.id, testId: id }]);
  });

  test('brings the secret of an action that it has', async () => {
    const actions = [hook({ secrets: { token } }), hook({ secrets: { token: '********' } })];
    const id = await report('POST /api/test/import', { name: 'copy', actions });
    const [one, two] = await repository().actions.ofTest(id);
    assert.equal(one?.secret, token);
    assert.ok(isSecret(two?.secret ?? ''));
  });

  test('with actions that are refused changes nothing, and names which and why', async () => {
    const elsewhere = { url: 'https://ci.example.com.evil.org/hooks' };
    const config = { url: 'https://ci.example.com/hooks', authentication: { type: 'none' } };
    const bundle = {
      id: source,
      name: 'copy',
      variables: [{ name: 'p99' }],
      datastore: { name: 'search', type: 'ELASTICSEARCH', config },
      actions: [hook(), hook({ config: elsewhere }), hook({ type: 'slack-channel-message' })],
    };
    const before = all();
    for (const method of ['POST', 'PUT']) {
      const [status, code, message] = refused(await ask(`${method} /api/test/import`, bundle));
      assert.deepEqual([status, code], [400, 'ACTION_INVALID']);
      assert.equal(
        message,
        `actions.1: the URL '${elsewhere.url}' is not below an allowed site; GET /api/action/allowedSites lists the sites, and an administrator can allow more; ` +
          "actions.2: the type of an action must be 'http', found 'slack-channel-message'",
      );
      for (const more of [{ event: 'test/new' }, { event: 'key/expiring' }, { secrets: { token: 's' } }])
        assert.match(
          refused(await ask(`${method} /api/test/import`, { ...bundle, actions: [hook(more)] }))[2],
          /^actions\.0: (there is no event|the event 'key\/expiring'|the secret must be the text whsec_)/,
        );
      const foreign = hook({ type: 'github-issue-comment', config: { owner: 'a', repo: 'b' } });
      const without = { ...bundle, actions: [hook(), hook({ config: {} }), foreign] };
      assert.deepEqual(refused(await ask(`${method} /api/test/import`, without)), [
        ...[400, 'ACTION_INVALID'],
        "actions.1: the action needs a URL below an allowed site: add it as 'config.url'; " +
          "actions.2: the type of an action must be 'http', found 'github-issue-comment'",
      ]);
      assert.equal(all(), before, method);
    }
    await report('POST /api/test/import', { ...bundle, actions: [hook()] });
    assert.notEqual(all(), before, 'it was refused for its actions alone');
  });

  test('changes actions by their ids, else by event and URL, adds others and keeps the rest', async () => {
    const [a, b, c] = [
      await report('POST /api/action', hook({ testId: source })),
      await report('POST /api/action', hook({ testId: source, event: 'change/new' })),
      await report('POST /api/action', hook({ testId: source, event: 'missing-data' })),
    ];
    const foreign = await report('POST /api/action', hook({ testId: await made('another') }));
    const change = {
      id: source,
      name: 'shop',
      actions: [
        hook({ id: a.id, config: { url: `${url}/2` }, secrets: { token: '********' } }),
        hook({ id: foreign.id, event: 'change/new', active: false }),
        hook({ event: 'run/failed', secrets: { token } }),
      ],
    };
    const before = await stored(foreign.id);
    let added = 0;
    for (const turn of ['once', 'twice']) {
      await report('PUT /api/test/import', change);
      const actions = await repository().actions.ofTest(source);
      added ||= actions.at(-1)?.id ?? 0;
      const given = { testId: source, active: true, runAlways: false };
      assert.deepEqual(
        actions,
        [
          { ...given, id: a.id, event: 'run/new', url: `${url}/2`, secret: a.secrets.token },
          { ...given, id: b.id, event: 'change/new', url, secret: b.secrets.token, active: false },
          { ...given, id: c.id, event: 'missing-data', url, secret: c.secrets.token },
          { ...given, id: added, event: 'run/failed', url, secret: token },
        ],
        turn,
      );
      assert.deepEqual(await stored(foreign.id), before);
    }
  });

  test('changes each of several actions with the same event and URL', async () => {
    const change = (active: boolean) => ({
      id: source,
      name: 'shop',
      actions: [hook({ active }), hook({ active })],
    });
    await report('PUT /api/test/import', change(true));
    const ids = (await repository().actions.ofTest(source)).map(({ id }) => id);
    await report('PUT /api/test/import', change(false));
    assert.deepEqual(
      (await repository().actions.ofTest(source)).map(({ id, active }) => [id, active]),
      ids.map((id) => [id, false]),
    );
    assert.equal(ids.length, 2);
  });

  test('that is refused for its name leaves the actions as they were', async () => {
    await made('taken');
    const bundle = { id: source, name: 'taken', actions: [hook()] };
    for (const method of ['POST', 'PUT']) {
      const [status, code] = refused(await ask(`${method} /api/test/import`, bundle));
      assert.deepEqual([status, code], [409, 'NAME_TAKEN']);
      assert.deepEqual(await repository().actions.list(), [], method);
    }
  });

  test('that no transaction takes writes its actions with the test itself', async () => {
    const missingDataRules = Array.from({ length: 100 }, (_, n) => ({ name: `rule ${n}`, maxStaleness: 1 }));
    const bundle = { id: source, name: 'large', missingDataRules, actions: [hook()] };
    const { write } = repository().table;
    for (const method of ['POST', 'PUT']) {
      const before = await repository().actions.list();
      let last: Parameters<typeof write>[0] = [];
      const recorded = mock.method(repository().table, 'write', async (writes: typeof last) => {
        assert.deepEqual(
          await repository().actions.list(),
          before,
          'no action is there before the last write',
        );
        last = writes;
        return write(writes);
      });
      try {
        await report(`${method} /api/test/import`, { ...bundle, name: `large ${method}` });
        assert.ok(recorded.mock.callCount() > 2);
      } finally {
        recorded.mock.restore();
      }
      const { pk } = repositoryKey.test(0);
      for (const written of [pk, repositoryKey.action(0).pk])
        assert.ok(
          last.some((one) => 'put' in one && one.put.pk === written),
          written,
        );
      assert.equal((await repository().actions.list()).length, before.length + 1);
    }
  });
});

suite('a test', () => {
  test('deletes imported actions too when it is deleted, and old imported actions without an owner', async () => {
    const id = await report('POST /api/test/import', { name: 'copy', actions: [hook()] });
    const inert = repositoryKey.testPart('actions', id, 5);
    const text = JSON.stringify({ ...hook(), id: 5, testId: id });
    await repository().table.write([{ put: { ...inert, text } }]);
    assert.deepEqual(
      (await exported(id)).actions.map((action: { id: number }) => action.id),
      (await listed(id)).map((action: { id: number }) => action.id),
    );
    assert.equal((await ask(`DELETE /api/test/${id}`)).status, 204);
    assert.deepEqual(await repository().actions.list(), []);
    assert.equal(await repository().table.get(inert), undefined);
  });
});
