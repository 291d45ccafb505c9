import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { listTests } from '../../../lib/repository/reading/listed-tests.ts';
import { ChangeRefused } from '../../../lib/repository/records/change.ts';
import { pageOfTests } from '../../../lib/repository/records/tests/test-list.ts';
import { ofTeams, visibleOf } from '../../../lib/repository/records/visible-lists.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import type { Access, Principal } from '../../../lib/results/access.ts';
import { testNamed } from '../../../lib/results/upload/upload.ts';
import { openMemoryTable } from '../memory-table.ts';

/** A test has one name, and a name belongs to one test. */

const { tests } = openRepository(openMemoryTable());
async function made(name: string) {
  const test = await tests.create({ name, owner: 'ada-team', access: 'PUBLIC' });
  assert.ok(test);
  return test;
}

test('one of many requests to create a test with the same name succeeds', async () => {
  const racing = await Promise.all(
    Array.from({ length: 6 }, () => tests.create({ name: 'racing', owner: 'ada-team', access: 'PUBLIC' })),
  );
  const [winner, ...others] = racing.filter((each) => each !== undefined);
  assert.deepEqual([await tests.byName('racing'), others], [winner, []]);
});

test('a text is a name before it is an id', async () => {
  const first = await made('first');
  assert.deepEqual(await tests.find('first'), first);
  assert.deepEqual(await tests.find(String(first.id)), first);
  const digits = await made(String(first.id));
  assert.deepEqual(await tests.find(String(first.id)), digits);
  for (const text of ['nobody', '0', `0${first.id}`, `${first.id}.0`, '99999999999', '', 'ä'.repeat(2000)])
    assert.equal(await tests.find(text), undefined, text);
});

test('a number at the path of an upload means what it means in the parameter: a name, else an id', async () => {
  const other = await made('other service');
  const document = { build: other.id, name: `${other.id}` };
  const build = { document, bytes: Buffer.from(JSON.stringify(document)) };
  for (const path of ['$.build', '$.name']) assert.deepEqual(await tests.find(testNamed(path, build)), other);
  const named = await made(String(other.id));
  for (const path of ['$.build', '$.name']) assert.deepEqual(await tests.find(testNamed(path, build)), named);
});

test('a new name frees the old one, and a taken one is refused', async () => {
  const one = await made('one');
  await made('other');
  await assert.rejects(
    tests.change(one.id, (test) => ({ ...test, name: 'other' })),
    ChangeRefused,
  );
  const renamed = await tests.change(one.id, (test) => ({ ...test, name: 'uno', folder: 'a/b' }));
  assert.deepEqual(renamed, { ...one, name: 'uno', folder: 'a/b' });
  assert.deepEqual([await tests.byName('uno'), await tests.byName('one')], [renamed, undefined]);
  await made('one');
  assert.equal(await tests.change(4_000, (test) => test), undefined);
});

test('a test that gets another name while it is looked up is found', async () => {
  const table = openMemoryTable();
  const { tests: renaming } = openRepository({
    ...table,
    async get(key) {
      const found = await table.get(key);
      if (found?.id !== undefined && key.pk === repositoryKey.testName('before').pk)
        await openRepository(table).tests.change(Number(found.id), (test) => ({ ...test, name: 'after' }));
      return found;
    },
  });
  const one = await openRepository(table).tests.create({
    name: 'before',
    owner: 'ada-team',
    access: 'PUBLIC',
  });
  assert.deepEqual(await renaming.byName('before'), { ...one, name: 'after' });
  assert.equal(await renaming.byName('before'), undefined);
});

test('a removed test frees its name', async () => {
  const one = await made('gone');
  assert.deepEqual([await tests.remove(one.id), await tests.remove(one.id)], [true, false]);
  assert.deepEqual([await tests.byId(one.id), await tests.byName('gone')], [undefined, undefined]);
  await made('gone');
});

test('a removal gives up when other requests change the test each time', async () => {
  const one = await made('changing');
  let writes = 0;
  const write = async () => {
    writes += 1;
    assert.ok(writes <= 5);
    return [0];
  };
  const { tests: late } = openRepository({
    ...openMemoryTable(),
    get: async () => ({ pk: '', sk: '', ...one }),
    write,
  });
  await assert.rejects(late.remove(one.id), { code: 'OVERLOADED', status: 503 });
});

const eve: Principal = { keyId: 1, user: 'eve', role: 'user' };

test('pages by name and their count are those of all tests, whatever was changed before', async () => {
  const state = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'é', 'z'),
    owner: fc.constantFrom('ada-team', 'eve-team'),
    access: fc.constantFrom<Access>('PUBLIC', 'PROTECTED', 'PRIVATE'),
  });
  const step = fc.record({
    state,
    id: fc.integer({ min: 1, max: 8 }),
    does: fc.constantFrom('make', 'change', 'remove'),
  });
  const page = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    page: fc.integer({ min: 0, max: 3 }),
    direction: fc.constantFrom('Ascending', 'Descending'),
    roles: fc.constantFrom(undefined, 'ada-team', '__my'),
  });
  const law = fc.asyncProperty(
    fc.array(step, { maxLength: 25 }),
    page,
    fc.boolean(),
    async (steps, expected, isOlder) => {
      const repository = openRepository(openMemoryTable());
      const { table, tests } = repository;
      // A repository from an earlier release has tests that are not counted.
      const old = { ...repositoryKey.test(99), id: 99, name: 'old', owner: 'ada-team', access: 'PUBLIC' };
      if (isOlder) await table.write([{ put: old }, { put: { ...repositoryKey.testName('old'), id: 99 } }]);
      for (const { state, id, does } of steps) {
        if (does === 'make') await tests.create(state);
        else if (does === 'remove') await tests.remove(id);
        else await tests.change(id, (test) => ({ ...test, ...state, name: test.name }));
      }
      const all = visibleOf(eve, await tests.list());
      assert.equal(
        await tests.count(eve),
        isOlder || steps.every(({ does }) => does !== 'make') ? undefined : all.length,
      );
      const { tests: displayed, count } = await listTests(repository, eve, expected);
      assert.equal(count, all.length);
      assert.deepEqual(displayed, pageOfTests(ofTeams(eve, all, expected.roles), expected));
    },
  );
  await fc.assert(law, { numRuns: 300 });
});

test('a page of tests reads no more of them than it shows', async () => {
  const table = openMemoryTable();
  let read = 0;
  const counting = openRepository({
    ...table,
    getMany: (keys) => {
      read += keys.length;
      return table.getMany(keys);
    },
    page: async (...requested) => {
      const page = await table.page(...requested);
      read += page.items.length;
      return page;
    },
  });
  for (let n = 0; n < 300; n += 1)
    await counting.tests.create({ name: `test ${n}`, owner: 'ada-team', access: 'PUBLIC' });
  read = 0;
  const { tests: displayed, count } = await listTests(counting, eve, { limit: 2, direction: 'Descending' });
  assert.deepEqual([displayed.map(({ name }) => name), count, read], [['test 99', 'test 98'], 300, 4]);
  const next = await listTests(counting, eve, { limit: 2, page: 1, direction: 'Descending' });
  assert.deepEqual(
    next.tests.map(({ name }) => name),
    ['test 97', 'test 96'],
  );
});

test('a cached name is replaced by the test that has the name now', async () => {
  const first = await made('moving');
  assert.equal((await tests.byName('moving'))?.id, first.id);
  await tests.change(first.id, (test) => ({ ...test, name: 'moved' }));
  assert.equal(await tests.byName('moving'), undefined);
  const second = await made('moving');
  assert.deepEqual([await tests.byName('moving'), (await tests.byName('moved'))?.id], [second, first.id]);
  await tests.remove(second.id);
  assert.equal(await tests.byName('moving'), undefined);
});

test('a thousand names of tests are cached, and then the cache begins again', async () => {
  const namesRead: string[] = [];
  const { tests } = openRepository({
    ...openMemoryTable(),
    async get({ pk, sk }) {
      const isName = pk === repositoryKey.testName('').pk;
      if (isName) namesRead.push(sk);
      return isName ? { pk, sk, id: Number(sk) } : { pk, sk, id: Number(sk), name: String(Number(sk)) };
    },
  });
  const find = async (name: string) => assert.equal((await tests.byName(name))?.id, Number(name));
  for (let id = 1; id <= 1000; id += 1) await find(String(id));
  await find('1');
  assert.equal(namesRead.length, 1000);
  await find('1001');
  await find('1');
  assert.deepEqual(namesRead.slice(1000), ['1001', '1']);
});
