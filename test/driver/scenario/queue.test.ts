import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import type { Processor } from '../../../lib/driver/model/handlers.ts';
import type { Part } from '../../../lib/driver/scenario/groups.ts';
import type { StepKind } from '../../../lib/driver/scenario/kind.ts';
import { stepKinds } from '../../../lib/driver/scenario/registry.ts';
import { runScenario, type ScenarioOptions, type ScenarioRun } from './scenario-run.ts';

/**
 * A queue loses no value and keeps the order. It runs no more sequences than its limit, and notifies when it
 * is done.
 */

type Value = { readonly atMs: number; readonly text: string };
type Feed = {
  readonly values: readonly Value[];
  readonly endMs: number;
  readonly processor: readonly Part[];
};

/** A step that passes values to a processor at given instants, as a response would. */
const feed: StepKind<Feed> = {
  name: 'feed',
  summary: 'Feeds a processor.',
  example: 'feed: {}',
  cost: 'A timer for each value.',
  atError: 'It never fails.',
  parse(raw, at, scope) {
    const { values, endMs, processor } = raw as { values: Value[]; endMs: number; processor: unknown };
    return { values, endMs, processor: scope.parseParts('processor', processor, [...at, 'processor']) };
  },
  compile({ values, endMs, processor }, compiler) {
    const made = compiler.compileParts('processor', processor).map((make) => make());
    const state = compiler.perInstance(() => ({ over: false }));
    return [
      (session, sequence) => {
        const each = (call: (one: Processor) => void) => () => {
          for (const one of made) call(one);
          session.resume();
        };
        each((one) => one.begin?.(session, sequence))();
        for (const { atMs, text } of values)
          session.clock.after(
            atMs,
            each((one) => one.data(session, sequence, Buffer.from(text), true)),
          );
        session.clock.after(
          endMs,
          each((one) => {
            one.end?.(session, sequence);
            state(session, sequence).over = true;
          }),
        );
        return true;
      },
      (session, sequence) => state(session, sequence).over,
    ];
  },
};

// Only this test may change the table of steps.
const table = stepKinds as Map<string, StepKind<unknown>>;
before(() => table.set('feed', feed));
after(() => table.delete('feed'));

const queue = (more: object) => ({ var: 'value', sequence: 'each', onCompletion: { log: 'done' }, ...more });

function run(
  values: readonly Value[],
  more: object,
  { draws, steps = [] }: ScenarioOptions & { readonly steps?: readonly unknown[] } = {},
): Promise<ScenarioRun> {
  const endMs = Math.max(0, ...values.map(({ atMs }) => atMs)) + 1;
  const scenario = {
    initialSequences: [{ main: [{ feed: { values, endMs, processor: { queue: queue(more) } } }] }],
    sequences: [{ each: [{ log: '+ ${value[.]}' }, ...steps, { log: '- ${value[.]}' }] }],
  };
  return runScenario(scenario, draws === undefined ? {} : { draws });
}

const numbered = (instants: readonly number[]): readonly Value[] =>
  [...instants].sort((one, other) => one - other).map((atMs, at) => ({ atMs: atMs + 2, text: `v${at}` }));

test('every value is handled once, in order, with few enough at once, whenever it comes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(40), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(19), { minLength: 30, maxLength: 30 }),
      async (instants, concurrency, pauses) => {
        const values = numbered(instants);
        const { logged, failures, ended } = await run(
          values,
          { maxSize: 30, concurrency },
          {
            draws: pauses.map((pause) => pause / 20),
            steps: [{ thinkTime: { random: 'LINEAR', max: '20ms' } }],
          },
        );
        const of = (sign: string): readonly string[] =>
          logged.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
        assert.deepEqual([failures, ended], [[], true]);
        assert.deepEqual(
          of('+'),
          values.map(({ text }) => text),
        );
        assert.deepEqual([...of('-')].sort(), [...of('+')].sort());
        let most = 0;
        let now = 0;
        for (const line of logged) {
          now += line.startsWith('+') ? 1 : line.startsWith('-') ? -1 : 0;
          most = Math.max(most, now);
        }
        assert.ok(most <= concurrency, `${most} at once`);
        assert.deepEqual([logged.at(-1), logged.filter((line) => line === 'done').length], ['done', 1]);
      },
    ),
    { numRuns: 150 },
  ));

suite('a queue', () => {
  const pause = [{ thinkTime: '5ms' }];

  test('drops what finds no place, and reports it once', async () => {
    const { logged } = await run(
      numbered([0, 0, 0, 0, 0, 0, 0]),
      { maxSize: 2, concurrency: 2 },
      { steps: pause },
    );
    assert.deepEqual(
      logged.filter((line) => line.startsWith('+')),
      ['+ v0', '+ v1', '+ v2', '+ v3'],
    );
    const output = logged.filter((line) => line.includes('dropped'));
    assert.equal(output.length, 1);
    assert.match(
      output[0] ?? '',
      /sequence 'main', step 1 of 1 \(feed\): queue 'value' has 2 waiting values and dropped 3 more/,
    );
  });

  test('says again of each response what it drops', async () => {
    const values = numbered([0, 0, 0]);
    const more = queue({ maxSize: 1, concurrency: 1 });
    const steps = [{ feed: { values, endMs: 5, processor: { queue: more } } }, { thinkTime: '20ms' }];
    const { logged } = await runScenario({
      initialSequences: [{ main: [{ loop: { counterVar: 'i', repeats: 2, steps } }] }],
      sequences: [{ each: [{ thinkTime: '3ms' }] }],
    });
    assert.deepEqual(
      logged.map((line) => line.replace(/^.*(?=dropped)/, '')),
      ['dropped 1 more', 'done', 'dropped 1 more', 'done'],
    );
  });

  test('runs no further action of its completion once one has failed the phase', async () => {
    const onCompletion = [{ newSequence: 'main' }, { log: 'never' }];
    const { logged, failures } = await run([], { maxSize: 1, concurrency: 1, onCompletion });
    assert.deepEqual([logged, failures.length], [[], 1]);
  });

  test('without values is done at the end of the response', async () => {
    const { logged, variables } = await run([], { maxSize: 2, concurrency: 2 });
    assert.deepEqual([logged, variables.value], [['done'], [undefined, undefined]]);
  });

  test('continues with the next value when a sequence is broken off', async () => {
    const finished = ['breakIfFinished'];
    const endMs = 9;
    const values = numbered([0, 0, 0]);
    const scenario = {
      initialSequences: [
        { main: [{ feed: { values, endMs, processor: { queue: queue({ maxSize: 9, concurrency: 1 }) } } }] },
      ],
      sequences: [{ each: [{ log: '+ ${value[.]}' }, ...finished, { log: 'never' }] }],
    };
    const { logged } = await runScenario(scenario, { finishedAtMs: 0 });
    assert.deepEqual(logged, ['+ v0', '+ v1', '+ v2', 'done']);
  });

  test('keeps values in the configured format', async () => {
    const { variables } = await run(numbered([0]), { maxSize: 1, concurrency: 1, format: 'BYTES' });
    assert.deepEqual(variables.value, [new Uint8Array(Buffer.from('v0'))]);
  });

  test('has a copy of the sequence to itself, so that others may start the sequence as well', async () => {
    const values = numbered([0, 0]);
    const scenario = {
      initialSequences: [
        {
          main: [{ feed: { values, endMs: 9, processor: { queue: queue({ maxSize: 3, concurrency: 2 }) } } }],
        },
        { other: [{ thinkTime: '4ms' }, { newSequence: 'each' }] },
      ],
      sequences: [{ 'each[1]': [{ log: '+ ${value[.]}' }, { thinkTime: '5ms' }] }],
    };
    const { failures, logged } = await runScenario(scenario);
    assert.deepEqual([failures, logged], [[], ['+ v0', '+ v1', '+ v0', 'done']]);
  });

  test('of a user is empty for the next user', async () => {
    const values = numbered([0, 0, 0]);
    const scenario = {
      initialSequences: [
        {
          main: [{ feed: { values, endMs: 3, processor: { queue: queue({ maxSize: 3, concurrency: 1 }) } } }],
        },
        { other: [{ thinkTime: '9ms' }, 'stop'] },
      ],
      sequences: [{ each: [{ log: '+ ${value[.]}' }, { thinkTime: '50ms' }] }],
    };
    const { logged } = await runScenario(scenario, { users: 2 });
    assert.deepEqual(logged, ['+ v0', '+ v0']);
  });
});
