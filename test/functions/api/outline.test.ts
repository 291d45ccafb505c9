import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** The API lists the members or elements at one path of a run's document, for callers who may see the run. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
const large = { rows: Array.from({ length: 9000 }, (_, id) => ({ id, text: 'x'.repeat(40) })) };
const ids: number[] = [];

before(async () => {
  for (const body of ['{"big":12345678901234567890.50,"list":[1,{"a":null}]}', JSON.stringify(large)]) {
    const line = 'POST /api/run/data?test=shop&start=1&stop=2&access=PRIVATE&owner=ada-team';
    const answer = await send(line, { key: ada, body });
    assert.equal(answer.status, 202, answer.body);
    ids.push(Number(answer.body));
  }
});

const ask = (n: number, query: string, key = ada): Promise<Answer> =>
  send(`GET /api/run/${ids[n]}/outline${query}`, { key });
const parsed = ({ body }: Answer) => JSON.parse(body);
const codeOf = (answer: Answer) => [answer.status, parsed(answer).code];

test('a small run is read whole, and its numbers keep their digits', async () => {
  const { status, body } = await ask(0, '');
  assert.equal(status, 200, body);
  assert.deepEqual(JSON.parse(body), {
    path: '$',
    type: 'object',
    bytes: 53,
    count: 2,
    items: [
      { name: 'big', type: 'number', bytes: 23, value: '12345678901234567890.50' },
      { name: 'list', type: 'array', bytes: 14, count: 2 },
    ],
    reads: 1,
    bytesRead: 53,
  });
  const list = parsed(await ask(0, '?path=$.list&limit=1'));
  assert.deepEqual([list.items, list.reads], [[{ index: 0, type: 'number', bytes: 1, value: '1' }], 0]);
  const rest = parsed(await ask(0, `?path=$.list&limit=1&cursor=${list.next}`));
  assert.deepEqual([rest.items, rest.next], [[{ index: 1, type: 'object', bytes: 10, count: 1 }], undefined]);
});

test('a large run answers from its index', async () => {
  const { items, next, reads, bytesRead } = parsed(await ask(1, '?path=$.rows&limit=2&cursor=e8000'));
  assert.deepEqual(
    items.map(({ index }: { index: number }) => index),
    [8000, 8001],
  );
  assert.equal(next, 'e8002');
  assert.ok(reads <= 3, 'the end of the index, a block of it, and the elements');
  assert.ok(bytesRead < 100_000);
});

test('faults are named', async () => {
  assert.deepEqual(codeOf(await ask(0, '?path=$..a')), [400, 'PATH_INVALID']);
  assert.deepEqual(codeOf(await ask(0, '?path=$.none')), [404, 'NO_PLACE']);
  assert.deepEqual(codeOf(await ask(0, '?cursor=x')), [400, 'REQUEST_INVALID']);
  assert.deepEqual(codeOf(await ask(0, '?limit=0')), [400, 'REQUEST_INVALID']);
  assert.equal((await ask(0, '', eve)).status, 404, 'eve may not see the run');
});
