import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/**
 * A list without parameters is complete, because clients of the original server expect it. With a limit, the
 * header `Link` leads from page to page, and all pages together are the whole list.
 */

const memory = openMemory();
const admin = keyOfUser(memory, 1, 'ada', 'admin');
for (const id of [2, 3]) keyOfUser(memory, id, `user${id}`);

before(async () => {
  const {
    tests: all,
    schemas: kinds,
    labels: names,
    transformers: changes,
    alerting: watched,
  } = repository();
  const owned = { owner: 'ada-team', access: 'PUBLIC' } as const;
  for (const folder of ['a/b', 'c', undefined])
    await all.create({ name: `test in ${folder}`, ...owned, ...(folder && { folder }) });
  for (const name of ['one', 'two', 'three']) {
    const made = await kinds.create({ name, uri: `urn:${name}`, ...owned });
    assert.ok(typeof made === 'object');
    const [id, schemaId] = [await names.newIds(1), made.id];
    const label = { name, filtering: true, metrics: true, extractors: [], ...owned };
    await names.put(schemaId, () => [{ ...label, id, schemaId }]);
    await changes.create({ name, schemaId, extractors: [], ...owned });
  }
  // In the order of `order` and id, the variables are 3, 1 and 2.
  await watched.replace(
    1,
    [1, 1, 0].map((order, n) => ({
      id: n + 1,
      testId: 1,
      name: `v${n}`,
      order,
      labels: [],
      changeDetection: [],
    })),
    [],
  );
});

const parsed = ({ body }: Answer): readonly unknown[] => JSON.parse(body);
const nextOf = ({ headers }: Answer): string | undefined =>
  headers.link === undefined ? undefined : /^<(\?[^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];

const lists: readonly (readonly [path: string, length: number])[] = [
  ['/api/alerting/variables', 3],
  ['/api/alerting/variables?test=1', 3],
  ['/api/schema/allLabels', 3],
  ['/api/schema/allTransformers', 3],
  ['/api/schema/descriptors', 3],
  ['/api/schema/descriptors?id=1&id=3', 2],
  ['/api/test/folders', 4],
  ['/api/user/apikey', 3],
];

for (const [line, length] of lists)
  for (const limit of [1, 2])
    test(`${line} has pages of ${limit}`, async () => {
      const [path = '', given] = line.split('?');
      const ask = async (query: string): Promise<Answer> => {
        const answer = await send(`GET ${path}${query}`, { key: admin });
        assert.equal(answer.status, 200, answer.body);
        return answer;
      };
      const whole = await ask(given === undefined ? '' : `?${given}`);
      assert.deepEqual([parsed(whole).length, nextOf(whole)], [length, undefined]);

      const pages: (readonly unknown[])[] = [];
      let query: string | undefined = `?${given === undefined ? '' : `${given}&`}limit=${limit}`;
      while (query !== undefined) {
        const page: Answer = await ask(query);
        pages.push(parsed(page));
        assert.ok(pages.length <= length, 'the pages end');
        query = nextOf(page);
      }
      assert.deepEqual(pages.flat(), parsed(whole));
      assert.equal(pages.length, Math.ceil(length / limit));
      const wrong = await send(`GET ${path}?cursor=x`, { key: admin });
      assert.deepEqual([wrong.status, JSON.parse(wrong.body).code], [400, 'REQUEST_INVALID']);
    });
