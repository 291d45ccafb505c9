import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { parse } from 'yaml';
import { files, type Group, setting, started, stepWith } from '../../bin/docs/scenario/example-setup.ts';
import { kindsIn } from '../../bin/docs/scenario/kinds.ts';
import { type Shop, startShop } from '../../examples/shop/shop.ts';
import type { ConnectHotRod } from '../../lib/driver/hotrod/transport.ts';
import { kinds } from '../../lib/driver/scenario/registry.ts';
import { type Ran, runShard, runVirtually, targetAt, totals } from '../driver/session/shards.ts';

/**
 * The example of every kind in the docs runs as it is written, after the steps that the docs name. No phase
 * fails, no request has an internal error, and the log has no warning. Steps run in virtual time, and
 * handlers read responses of the shop.
 */

const environment = {
  files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
};

/** A cache that answers immediately. */
const connectHotRod: ConnectHotRod = () => ({
  load: async () => {},
  open: async () => {},
  send: (_operation, _key, _value, { answered }) => queueMicrotask(() => answered(undefined)),
  probe: () => {},
  isLost: () => false,
  close: () => {},
});

/**
 * Steps that end a sequence at its third repetition, because a sequence that restarts itself would never end.
 */
const rounds = [
  { addToInt: { var: 'rounds', value: 1, orElseSetTo: 1 } },
  { breakSequence: { intCondition: 'rounds > 2' } },
];

/** Handlers that need a number get a match in the body, because the whole body is not a number. */
const ofNumbers = ['storeInt'];

function scenarioOf(group: Group, name: string, example: string): unknown {
  const step = stepWith(
    group,
    ofNumbers.includes(name) ? `json: { query: .id, processor: [${example}] }` : example,
  );
  const around = group === 'transformer' ? stepWith('processor', step) : step;
  // A loop must be the first step of its sequence.
  const main = [...(name === 'loop' ? [] : rounds), parse(around)];
  return { orderedSequences: [{ setting: parse(setting) }, { main }], sequences: [parse(started)] };
}

/** The lines that the examples themselves write to the log. */
const written = ['a good day', 'browsing', 'enough', '7'];

function assertWell({ outcome, rows, log }: Ran): void {
  assert.equal(outcome.reason, undefined);
  assert.equal(totals(rows).internalErrors, 0);
  assert.deepEqual(
    log.filter((line) => !written.includes(line)),
    [],
  );
}

suite('the example of the step', () => {
  const product = { kind: 'response', afterMs: 1, body: '{"id":7,"name":"hat"}' } as const;
  const servers = [{ host: '127.0.0.1', port: 11222 }];
  const hotRod = [{ protocol: 'hotrod', servers, caches: ['stock'], requestTimeoutMs: 1_000 }] as const;
  const run = async (name: string, example: string): Promise<Ran> => {
    const ran = await runVirtually(
      { scenario: scenarioOf('step', name, example), hotRod, environment: { ...environment, connectHotRod } },
      { answer: () => product },
    );
    return { outcome: ran.outcome, rows: ran.rows(), log: ran.log };
  };
  for (const { name, example } of kindsIn('step').filter((kind) => kind.name !== 'markRequestInvalid'))
    test(name, async () => assertWell(await run(name, example)));

  test('markRequestInvalid, which is an error outside of a handler', async () => {
    const { outcome } = await run('markRequestInvalid', 'markRequestInvalid');
    assert.match(outcome.reason ?? '', /markRequestInvalid needs a request/);
  });
});

suite('the example of the', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop({ random: () => 0 });
  });
  after(() => shop.close());

  for (const group of Object.keys(kinds) as (keyof typeof kinds)[])
    for (const { name, example } of kindsIn(group))
      test(`${group} ${name}`, async () => {
        const target = targetAt(Number(new URL(shop.url).port));
        const ran = await runShard({ scenario: scenarioOf(group, name, example), target, environment });
        assertWell(ran);
        assert.ok(totals(ran.rows, 'main').responses > 0, 'the request of the example was answered');
      });
});

test('every kind has sentences about its cost and about errors', () => {
  for (const group of ['step', ...Object.keys(kinds)] as Group[])
    for (const { name, ...output } of kindsIn(group))
      for (const member of ['cost', 'atError'] as const)
        assert.match(
          output[member],
          /^[A-Z](?:(?!\. ).)*(?:\. [A-Z](?:(?!\. ).)*)*[^.]\.$/,
          `${group} ${name}`,
        );
});
