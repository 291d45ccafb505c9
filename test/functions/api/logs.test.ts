import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { type LogId, note } from '../../../lib/repository/records/log/log.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** The API returns and deletes logs of a test. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
let id = 0;
beforeEach(async () => {
  memory.table.clear();
  const made = await repository().tests.create({ name: 't', owner: 'ada-team', access: 'PUBLIC' });
  id = made?.id ?? 0;
});

const ask = (line: string, as = ada): Promise<Answer> => send(line, { key: as });
const parsed = ({ body }: Answer) => JSON.parse(body);
async function noted(location: Omit<LogId, 'test'>, count: number, more: object = {}): Promise<void> {
  const now = Date.now() - 1000 * count;
  for (let n = 0; n < count; n += 1)
    await note(
      repository().table,
      { ...location, test: id },
      [{ level: 1, message: `${n}`, ...more }],
      now + n,
    );
}
const messages = (answer: Answer) => parsed(answer).map(({ message }: { message: string }) => message);

suite('a log of a test', () => {
  test('comes in pages of 25, the newest first', async () => {
    await noted({ kind: 'dataset', source: 'labels' }, 60);
    const first = messages(await ask(`GET /api/log/dataset/labels/${id}`));
    assert.deepEqual([first.length, first[0]], [25, '59']);
    assert.deepEqual(messages(await ask(`GET /api/log/dataset/labels/${id}?limit=2&page=3`)), ['53', '52']);
    assert.equal(parsed(await ask(`GET /api/log/dataset/labels/${id}/count`)), 60);
    const [entry] = parsed(await ask(`GET /api/log/dataset/labels/${id}?limit=1`));
    assert.deepEqual([entry.testId, entry.source, entry.level], [id, 'labels', 1]);
  });

  test('leaves out debug entries until they are requested', async () => {
    await noted({ kind: 'transformation' }, 2, { level: 0 });
    await noted({ kind: 'transformation' }, 1, { level: 3 });
    const counts = await Promise.all(
      ['', '?level=0', '?level=3', '?runId=0'].map((query) =>
        ask(`GET /api/log/transformation/${id}/count${query}`),
      ),
    );
    assert.deepEqual(counts.map(parsed), [1, 3, 1, 1]);
  });

  test('of an id that cannot exist is refused and deletes nothing', async () => {
    const [dataset, transformation] = [`dataset/labels/${id}`, `transformation/${id}`];
    for (const method of ['GET', 'DELETE'])
      for (const query of [`${dataset}?datasetId=-1`, `${dataset}?datasetId=0`, `${transformation}?runId=-1`])
        assert.equal((await ask(`${method} /api/log/${query}`)).status, 400, query);
  });

  test('is deleted from an instant on, before one, or as a whole', async () => {
    await noted({ kind: 'action' }, 10, { event: 'run/new', type: 'http' });
    const [{ timestamp }] = parsed(await ask(`GET /api/log/action/${id}?limit=1`));
    assert.equal((await ask(`DELETE /api/log/action/${id}?from=${timestamp}`)).status, 204);
    assert.equal(parsed(await ask(`GET /api/log/action/${id}/count`)), 9);
    assert.equal((await ask(`DELETE /api/log/action/${id}`)).status, 204);
    assert.deepEqual(messages(await ask(`GET /api/log/action/${id}`)), []);
  });

  test('is for testers of its team', async () => {
    for (const line of [
      `GET /api/log/action/${id}`,
      `GET /api/log/action/${id}/count`,
      `DELETE /api/log/action/${id}`,
    ])
      assert.equal((await ask(line, eve)).status, 403, line);
    assert.equal((await ask('GET /api/log/action/999')).status, 404);
  });
});
