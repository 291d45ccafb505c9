import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { parsed, sendingAs } from './requests.ts';

/** Datastores belong to teams, have URLs below allowed sites, and never show a secret again. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(async () => {
  memory.table.clear();
  await repository().actions.addSite('https://search.example.com');
});

const ask = sendingAs(ada);
const refused = (answer: Answer) => [answer.status, parsed(answer).code];
const url = 'https://search.example.com/es';
const withKey = (apiKey: string | null = 'k3y') => ({ url, authentication: { type: 'api-key', apiKey } });
const archive = { name: 'archive', type: 'ELASTICSEARCH', config: withKey() };
async function added(more: object = {}, as = ada): Promise<number> {
  const answer = await ask('POST /api/config/datastore', { ...archive, ...more }, as);
  assert.equal(answer.status, 200, answer.body);
  return parsed(answer);
}
const listed = async (as = ada, query = '') =>
  parsed(await ask(`GET /api/config/datastore${query}`, undefined, as));
const idsOf = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);

suite('datastores', () => {
  test('are listed behind the repository itself, with masked secrets', async () => {
    const id = await added({ type: 'elasticsearch' });
    assert.equal((await listed())[0].id, 1);
    const authentication = { type: 'api-key', apiKey: '********' };
    assert.deepEqual((await listed())[1], {
      id,
      name: 'archive',
      type: 'ELASTICSEARCH',
      owner: 'ada-team',
      access: 'PRIVATE',
      builtIn: false,
      config: { url, authentication, builtIn: false },
    });
    assert.deepEqual((await repository().datastores.find(id))?.authentication, {
      type: 'api-key',
      apiKey: 'k3y',
    });
  });

  test('are listed with their way to sign in, which may be none', async () => {
    await added({ config: { url, authentication: { type: 'none' } } });
    assert.deepEqual((await listed())[1].config.authentication, { type: 'none' });
  });

  test('are for their team, or for all that may see what is PUBLIC', async () => {
    const [own, open] = [await added(), await added({ access: 'PUBLIC' })];
    const others = await added({ access: 'PROTECTED' });
    assert.deepEqual(idsOf(await listed()), [1, own, open, others]);
    assert.deepEqual(idsOf(await listed(eve)), [1, open, others]);
    assert.deepEqual(idsOf(await listed(ada, '?team=eve-team')), [1, open]);
    assert.deepEqual(idsOf(await listed(ada, '?team=ada-team')), [1, own, open, others]);
  });

  test('are changed and deleted by testers of their team alone', async () => {
    const [own, open] = [await added(), await added({ access: 'PUBLIC' })];
    const asOf = (id: number) => ({ ...archive, id, config: withKey(null) });
    assert.deepEqual(refused(await ask('PUT /api/config/datastore', asOf(own), eve)), [
      404,
      'DATASTORE_NOT_FOUND',
    ]);
    assert.deepEqual(refused(await ask('PUT /api/config/datastore', asOf(open), eve)), [403, 'FORBIDDEN']);
    assert.deepEqual(refused(await ask(`DELETE /api/config/datastore/${open}`, undefined, eve)), [
      403,
      'FORBIDDEN',
    ]);
    const stolen = { ...asOf(own), owner: 'eve-team' };
    assert.deepEqual(refused(await ask('PUT /api/config/datastore', stolen)), [403, 'FORBIDDEN']);
    const foreign = { ...archive, owner: 'eve-team' };
    assert.deepEqual(refused(await ask('POST /api/config/datastore', foreign)), [403, 'FORBIDDEN']);
    assert.equal((await ask(`DELETE /api/config/datastore/${own}`)).status, 204);
    assert.deepEqual(idsOf(await listed()), [1, open]);
  });

  test('keep the repository itself as it is', async () => {
    const invalid = [400, 'DATASTORE_INVALID'];
    assert.deepEqual(refused(await ask('PUT /api/config/datastore', { ...archive, id: 1 })), invalid);
    assert.deepEqual(refused(await ask('DELETE /api/config/datastore/1')), invalid);
  });

  test('stay while a test asks them, and say which', async () => {
    const id = await added({ access: 'PUBLIC' });
    const shop = { name: 'shop', owner: 'ada-team', access: 'PUBLIC', datastoreId: id } as const;
    await repository().tests.create(shop);
    await repository().tests.create({ ...shop, name: 'hidden', owner: 'eve-team', access: 'PRIVATE' });
    const answer = await ask(`DELETE /api/config/datastore/${id}`);
    assert.deepEqual(refused(answer), [409, 'DATASTORE_IN_USE']);
    assert.match(
      parsed(answer).message,
      /: shop, 1 other that you may not see; choose another datastore for these tests first$/,
    );
  });

  for (const [what, more, words] of [
    [
      'a type that is none',
      { type: 'ORACLE' },
      /type 'ORACLE' cannot be added; .*ELASTICSEARCH and COLLECTORAPI/,
    ],
    ['the type of the repository', { type: 'POSTGRES' }, /type 'POSTGRES' cannot be added/],
    ['a blank name', { name: ' ' }, /name .* cannot be empty/],
    [
      'a URL below no allowed site',
      { config: { url: 'https://search.example.com.evil.org' } },
      /allowed site/,
    ],
    [
      'a URL with a user',
      { config: { url: 'https://a:b@search.example.com' } },
      /config\.url must be a URL such as/,
    ],
    ['an empty key', { config: withKey('') }, /authentication\.apiKey must be a text of printable/],
    [
      'a key that ends its header',
      { config: withKey('a\r\nb') },
      /authentication\.apiKey must be a text of printable/,
    ],
    [
      'a masked key that no user entered',
      { config: withKey('********') },
      /authentication\.apiKey is missing/,
    ],
    [
      'a collector without a key',
      { type: 'COLLECTORAPI', config: { url } },
      /authentication\.apiKey is missing/,
    ],
    [
      'a way that the type does not know',
      { type: 'COLLECTORAPI', config: { url, authentication: { type: 'none' } } },
      /type of a datastore of type COLLECTORAPI must be api-key, found 'none'/,
    ],
    [
      'a user with a colon',
      { config: { url, authentication: { type: 'username', username: 'a:b', password: 'c' } } },
      /username must be a name without colons/,
    ],
  ] as const)
    test(`are refused for ${what}`, async () => {
      const answer = await ask('POST /api/config/datastore', { ...archive, ...more });
      assert.deepEqual(refused(answer), [400, 'DATASTORE_INVALID']);
      assert.match(parsed(answer).message, words);
    });
});

suite('the secret of a datastore', () => {
  const change = (id: number, config: object) => ask('PUT /api/config/datastore', { ...archive, id, config });
  const keyOf = async (id: number) => (await repository().datastores.find(id))?.authentication;

  test('stays when it is masked or absent, and changes when it is given', async () => {
    const id = await added();
    for (const [apiKey, kept] of [
      ['********', 'k3y'],
      [null, 'k3y'],
      ['n3w', 'n3w'],
    ] as const) {
      assert.equal((await change(id, { ...withKey(apiKey), url: `${url}/deeper` })).status, 200);
      assert.deepEqual(await keyOf(id), { type: 'api-key', apiKey: kept });
    }
  });

  test('goes to no other host, port or scheme', async () => {
    for (const site of [
      'https://elsewhere.example.com',
      'https://search.example.com:444',
      'http://search.example.com',
    ])
      await repository().actions.addSite(site);
    const id = await added();
    for (const other of [
      'https://elsewhere.example.com',
      'https://search.example.com:444',
      'http://search.example.com',
    ])
      assert.deepEqual(refused(await change(id, { ...withKey(null), url: other })), [
        400,
        'DATASTORE_INVALID',
      ]);
    assert.equal((await change(id, { ...withKey('n3w'), url: 'https://elsewhere.example.com' })).status, 200);
  });

  test('is not that of another user', async () => {
    const as = (username: string, password?: string) => ({
      url,
      authentication: { type: 'username', username, ...(password && { password }) },
    });
    const id = await added({ config: as('ada', 's3cret') });
    assert.deepEqual(refused(await change(id, as('root'))), [400, 'DATASTORE_INVALID']);
    assert.equal((await change(id, as('ada'))).status, 200);
    assert.deepEqual(await keyOf(id), { type: 'username', username: 'ada', password: 's3cret' });
    const [, displayed] = await listed();
    assert.deepEqual(displayed.config.authentication, {
      type: 'username',
      username: 'ada',
      password: '********',
    });
  });
});

suite('a test that names a datastore', () => {
  test('names a datastore that its team can query', async () => {
    const [closed, open] = [await added(), await added({ access: 'PUBLIC' })];
    const invalid = [400, 'DATASTORE_INVALID'];
    const made = (datastoreId: number) => ask('POST /api/test', { name: 'shop', datastoreId }, eve);
    assert.deepEqual(refused(await made(closed)), invalid);
    assert.deepEqual(refused(await made(99)), invalid);
    const { id, datastoreId } = parsed(await made(open));
    assert.equal(datastoreId, open);
    const changed = { id, name: 'shop', datastoreId: closed };
    assert.deepEqual(refused(await ask('PUT /api/test', changed, eve)), invalid);
    assert.equal((await repository().tests.byId(id))?.datastoreId, open);
  });

  test('takes it along in a bundle, without its secret (row 132)', async () => {
    const datastoreId = await added();
    const made = parsed(await ask('POST /api/test', { name: 'shop', datastoreId }));
    const bundle = parsed(await ask(`GET /api/test/${made.id}/export`));
    assert.deepEqual(bundle.datastore.config, { url, authentication: { type: 'api-key' }, builtIn: false });
    const imported = async (more: object, as: string) => {
      const answer = await ask('POST /api/test/import', { ...bundle, ...more }, as);
      assert.equal(answer.status, 201, answer.body);
      return (await repository().tests.byId(parsed(answer)))?.datastoreId ?? 0;
    };
    assert.equal(await imported({ name: 'linked' }, ada), datastoreId);
    const fresh = await imported({ name: 'created', owner: 'eve-team' }, eve);
    assert.deepEqual(await repository().datastores.find(fresh), {
      id: fresh,
      name: 'archive',
      owner: 'eve-team',
      access: 'PRIVATE',
      type: 'ELASTICSEARCH',
      url,
      authentication: { type: 'api-key' },
    });
    assert.equal(await imported({ name: 'again', owner: 'eve-team' }, eve), fresh);
    const foreign = { ...bundle, name: 'foreign', owner: 'eve-team', datastore: null };
    assert.deepEqual(refused(await ask('POST /api/test/import', foreign, eve)), [400, 'DATASTORE_INVALID']);
  });
});
