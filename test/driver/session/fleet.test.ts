import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, SeenRequest } from '../http/scripted-target.ts';
import { runVirtually } from './shards.ts';

/** A user fetches a fleet, then fetches all its ships at once, and sinks the ships without a crew. */

const ships: { readonly [name: string]: readonly string[] } = {
  Republika: ['Adam', 'Pepek'],
  'Julius Fučík': [],
  Lidice: [],
};

const names = Object.keys(ships);
const ship = '/ship?name=${urlencode:shipNames[.]}';
const scenario = {
  initialSequences: [
    {
      fleet: [
        { setInt: 'sunk <- 0' },
        {
          httpRequest: {
            GET: '/fleet',
            sync: false,
            handler: { body: { json: { query: '.ships[].name', processor: { array: 'shipNames[16]' } } } },
          },
        },
        { foreach: { fromVar: 'shipNames', counterVar: 'ships', sequence: 'ship' } },
      ],
    },
    {
      final: [
        { awaitInt: { var: 'ships', lessOrEqualTo: 0 } },
        { awaitInt: { var: 'sunk', equalTo: 2 } },
        { log: 'ships ${ships}, sunk ${sunk}' },
      ],
    },
  ],
  sequences: [
    {
      'ship[3]': [
        {
          httpRequest: {
            GET: ship,
            sync: false,
            handler: {
              body: {
                json: {
                  query: '.crew[]',
                  processor: { addToInt: { var: 'crew[.]', value: 1, orElseSetTo: 1 } },
                },
              },
              onCompletion: [
                { setInt: { var: 'crew[.]', value: 0, onlyIfNotSet: true } },
                { set: 'fetched[.] <- yes' },
              ],
            },
          },
        },
        { awaitVar: 'fetched[.]' },
        {
          breakSequence: {
            intCondition: { fromVar: 'crew[.]', greaterThan: 0 },
            onBreak: [{ log: '${shipNames[.]} has a crew of ${crew[.]}' }, { addToInt: 'ships -= 1' }],
          },
        },
        {
          httpRequest: {
            DELETE: ship,
            sync: false,
            handler: { onCompletion: { addToInt: 'sunk += 1' } },
          },
        },
        { addToInt: 'ships -= 1' },
      ],
    },
  ],
};

test('row 147: names in a response become an array, each is fetched at once, and the empty ones are deleted', async () => {
  const answer = ({ method, path }: SeenRequest, index: number): Answer => {
    const afterMs = 10 + ((index * 7) % 5);
    if (path === '/fleet')
      return { kind: 'response', afterMs, body: JSON.stringify({ ships: names.map((name) => ({ name })) }) };
    if (method === 'DELETE') return { kind: 'response', afterMs, status: 204 };
    const name = decodeURIComponent(path.replace('/ship?name=', '').replaceAll('+', ' '));
    return { kind: 'response', afterMs, body: JSON.stringify({ crew: ships[name] }) };
  };
  const { target, log, outcome } = await runVirtually(
    { scenario, arrivals: { kind: 'atOnce', users: 2 }, connections: 8 },
    { answer },
  );
  assert.deepEqual([outcome.result, outcome.errors], ['completed', []]);
  assert.deepEqual([...log].sort(), [
    'Republika has a crew of 2',
    'Republika has a crew of 2',
    'ships 0, sunk 2',
    'ships 0, sunk 2',
  ]);
  const count = (method: string, path: string): number =>
    target.seen.filter((request) => request.method === method && request.path.startsWith(path)).length;
  assert.deepEqual([count('GET', '/fleet'), count('GET', '/ship'), count('DELETE', '/ship')], [2, 6, 4]);
  const deleted = target.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  assert.ok(deleted.every((path) => !path.includes('Republika')));
});
