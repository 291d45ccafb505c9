import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeRefused } from '../../lib/repository/change.ts';
import { openRepository } from '../../lib/repository/repository.ts';
import { openMemoryTable } from './memory-table.ts';

/** A test has one name, and a name one test. */

const { tests } = openRepository(openMemoryTable());
async function made(name: string) {
  const test = await tests.create({ name, owner: 'ada-team', access: 'PUBLIC' });
  assert.ok(test);
  return test;
}

test('of many who make a test of one name, one does', async () => {
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
  for (const text of ['nobody', '0', `0${first.id}`, `${first.id}.0`, '99999999999'])
    assert.equal(await tests.find(text), undefined, text);
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

test('a removed test frees its name', async () => {
  const one = await made('gone');
  assert.deepEqual([await tests.remove(one), await tests.remove(one)], [true, false]);
  assert.deepEqual([await tests.byId(one.id), await tests.byName('gone')], [undefined, undefined]);
  await made('gone');
});

test('whoever has seen a name before finds the test that has it now', async () => {
  const first = await made('moving');
  assert.equal((await tests.byName('moving'))?.id, first.id);
  await tests.change(first.id, (test) => ({ ...test, name: 'moved' }));
  assert.equal(await tests.byName('moving'), undefined);
  const second = await made('moving');
  assert.deepEqual([await tests.byName('moving'), (await tests.byName('moved'))?.id], [second, first.id]);
  await tests.remove(second);
  assert.equal(await tests.byName('moving'), undefined);
});
