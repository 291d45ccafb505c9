import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Processor } from '../../../lib/driver/model/handlers.ts';
import type { Value } from '../../../lib/driver/model/session.ts';
import type { Part } from '../../../lib/driver/scenario/groups.ts';
import type { ProcessorKind } from '../../../lib/driver/scenario/kind.ts';
import { wholeValue } from '../../../lib/driver/scenario/processors/whole-value.ts';
import { kinds } from '../../../lib/driver/scenario/registry.ts';
import type { Answer, SeenRequest } from '../http/scripted-target.ts';
import { runVirtually } from './shards.ts';

/** A user fetches a fleet, then each of its ships at once, and sinks those without a crew. */

/** Hands the items of a member on, one by one. */
const items: ProcessorKind<{ readonly member: string; readonly processor: readonly Part[] }> = {
  name: 'items',
  summary: 'Hands items on.',
  example: 'items: {}',
  parse(raw, at, scope) {
    const { member, processor } = raw as { member: string; processor: unknown };
    return { member, processor: scope.parseParts('processor', processor, [...at, 'processor']) };
  },
  compile({ member, processor }, compiler) {
    const factories = compiler.compileParts('processor', processor);
    return () => {
      const inner = factories.map((make) => make());
      const each = (call: (one: Processor) => void): void => inner.forEach(call);
      return wholeValue(
        (session, sequence, bytes) => {
          if (bytes.length === 0) return;
          const document = JSON.parse(bytes.toString()) as Record<string, readonly unknown[]>;
          for (const item of document[member] ?? [])
            each((one) => one.data(session, sequence, Buffer.from(String(item)), true));
        },
        {
          begin: (session, sequence) => each((one) => one.begin?.(session, sequence)),
          end: (session, sequence) => each((one) => one.end?.(session, sequence)),
        },
      );
    };
  },
};

/** Fills an array of three. */
const list: ProcessorKind<{ readonly toVar: string }> = {
  name: 'list',
  summary: 'Fills an array.',
  example: 'list: {}',
  parse(raw, at, scope) {
    scope.writesVariable(raw as string, 'object', at);
    return { toVar: raw as string };
  },
  compile({ toVar }, { variables }) {
    const write = variables.write(toVar);
    return () => {
      let values: Value[] = [];
      return {
        begin: () => {
          values = [];
        },
        data: (_session, _sequence, bytes) => values.push(bytes.toString()),
        end: (session, sequence) => write(session, sequence, [...values, undefined, undefined]),
      };
    };
  },
};

// The table is closed to everybody but this test.
const table = kinds.processor as Map<string, unknown>;
const own = [items, list];
before(() => {
  for (const kind of own) table.set(kind.name, kind);
});
after(() => {
  for (const { name } of own) table.delete(name);
});

const ships: { readonly [name: string]: readonly string[] } = {
  Republika: ['Adam', 'Pepek'],
  'Julius Fučík': [],
  Lidice: [],
};

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
            handler: { body: { items: { member: 'ships', processor: { list: 'shipNames' } } } },
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
                items: {
                  member: 'crew',
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
      return { kind: 'response', afterMs, body: JSON.stringify({ ships: Object.keys(ships) }) };
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
