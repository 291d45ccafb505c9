import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import { runScenario, runSteps, type ScenarioOptions, type ScenarioRun } from './scenario-run.ts';

/** Sequences that start, end and wait, in a user without requests. */

async function logged(scenario: unknown, options?: ScenarioOptions): Promise<readonly string[]> {
  const run = await runScenario(scenario, options);
  assert.deepEqual(run.failures, []);
  return run.logged;
}

function failureOf({ failures }: ScenarioRun): string {
  assert.equal(failures.length, 1);
  return (failures[0] as Error).message;
}

suite('newSequence', () => {
  test('starts an instance that first runs when the current one waits or ends', async () => {
    const scenario = {
      initialSequences: [
        { main: [{ newSequence: 'other' }, { log: 'a' }, { thinkTime: '1ms' }, { log: 'd' }] },
        { second: [{ log: 'b' }] },
      ],
      sequences: [{ other: [{ log: 'c' }] }],
    };
    assert.deepEqual(await logged(scenario), ['a', 'b', 'c', 'd']);
  });

  test('row 85: all that a loop starts see the last value of its counter', async () => {
    const loop = { counterVar: 'i', repeats: 4, steps: [{ newSequence: 'each' }] };
    const scenario = {
      initialSequences: [{ main: [{ loop }] }],
      sequences: [{ 'each[4]': [{ log: '${i}' }] }],
    };
    assert.deepEqual(await logged(scenario), ['4', '4', '4', '4']);
  });

  const twice = (name: string, body: object) => ({
    initialSequences: [{ main: [{ newSequence: body }, { newSequence: body }, { log: 'on' }] }],
    sequences: [{ [name]: [{ thinkTime: '1ms' }, { log: 'ran' }] }],
  });

  test('without a free instance fails the phase, and names where', async () => {
    for (const name of ['other', 'other[1]']) {
      const run = await runScenario(twice(name, { sequence: 'other', concurrencyPolicy: 'FAIL' }));
      assert.match(
        failureOf(run),
        /sequence 'main', step 2 of 3 \(newSequence\): sequence 'other' has no free instance; name it 'other\[N\]'/,
      );
      assert.deepEqual(run.logged, []);
    }
  });

  test('warns with the policy WARN, and continues', async () => {
    for (const name of ['other', 'other[1]']) {
      const lines = await logged(twice(name, { sequence: 'other', concurrencyPolicy: 'WARN' }));
      assert.match(lines[0] ?? '', /'other' has no free instance, so newSequence starts no sequence/);
      assert.deepEqual(lines.slice(1), ['on', 'ran']);
    }
  });

  test('takes the lowest free index, or the own one', async () => {
    const scenario = (forced: boolean) => ({
      initialSequences: [
        {
          main: [
            { newSequence: 'one' },
            { newSequence: 'one' },
            { newSequence: 'one' },
            { thinkTime: '5ms' },
          ],
        },
      ],
      sequences: [
        {
          'one[3]': [
            { randomInt: 'pause[.] <- 0 .. 9' },
            { thinkTime: { random: 'LINEAR', max: '4ms' } },
            { newSequence: { sequence: 'two', forceSameIndex: forced } },
          ],
        },
        { 'two[3]': [{ log: '${pause[.]}' }, { thinkTime: '9ms' }] },
      ],
    });
    // With these random numbers, the instances get the numbers 0, 1 and 2. Their pauses end in the opposite
    // order.
    const draws = [0, 0.75, 0.11, 0.5, 0.21, 0.25];
    assert.deepEqual(await logged(scenario(true), { draws }), ['2', '1', '0']);
    assert.deepEqual(await logged(scenario(false), { draws }), ['0', '1', '2']);
  });

  test('at an index that is taken fails or warns', async () => {
    const scenario = (policy: string) => ({
      initialSequences: [{ 'main[2]': [{ newSequence: start(policy) }, { newSequence: start(policy) }] }],
      sequences: [{ 'other[2]': [{ thinkTime: '1ms' }] }],
    });
    const start = (concurrencyPolicy: string) => ({
      sequence: 'other',
      forceSameIndex: true,
      concurrencyPolicy,
    });
    assert.match(failureOf(await runScenario(scenario('FAIL'))), /'other' already runs at index 0/);
    assert.match(
      (await logged(scenario('WARN')))[0] ?? '',
      /'other' already runs at index 0, so newSequence starts no sequence/,
    );
  });

  test('fails the phase when the user has no room for one more instance', async () => {
    const scenario = (maxSequences: number) => ({
      maxSequences,
      initialSequences: [
        { a: ['noop', { thinkTime: '2ms' }] },
        { b: [{ newSequence: 'c' }, { thinkTime: '2ms' }] },
      ],
      sequences: [{ c: [{ newSequence: 'd' }, { thinkTime: '2ms' }] }, { d: ['noop'] }],
    });
    assert.match(
      failureOf(await runScenario(scenario(3))),
      /sequence 'd' cannot start: .* 3 running instances .* maxSequences/,
    );
    assert.deepEqual((await runScenario(scenario(4))).failures, []);
  });

  test('has room again when instances have ended', async () => {
    const loop = { counterVar: 'i', repeats: 50, steps: [{ newSequence: 'b' }, { thinkTime: '2ms' }] };
    const scenario = {
      maxSequences: 2,
      initialSequences: [{ a: [{ loop }] }],
      sequences: [{ b: [{ thinkTime: '1ms' }, { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } }] }],
    };
    const run = await runScenario(scenario);
    assert.deepEqual([run.failures, run.variables.n], [[], 50]);
  });
});

test('a user has all of its room, whatever the user before had left behind', async () => {
  const steps = [{ newSequence: 'b' }, { thinkTime: '1ms' }, 'stop'];
  const scenario = {
    maxSequences: 2,
    initialSequences: [{ a: steps }],
    sequences: [{ b: [{ log: 'b' }, { thinkTime: '9ms' }] }],
  };
  assert.deepEqual(await logged(scenario, { users: 3 }), ['b', 'b', 'b']);
});

suite('nextSequence', () => {
  test('as the last step before another sequence restarts nothing', async () => {
    const run = await runScenario([
      { main: [{ thinkTime: '4ms' }, { nextSequence: 'main' }] },
      { next: ['noop'] },
    ]);
    assert.match(failureOf(run), /sequence 'main' has no free instance/);
  });

  test('starts a sequence', async () => {
    const scenario = {
      initialSequences: [{ main: [{ nextSequence: 'other' }, { log: 'a' }] }],
      sequences: [{ other: [{ log: 'b' }] }],
    };
    assert.deepEqual(await logged(scenario), ['a', 'b']);
  });

  test('restarts its own sequence as the last step', async () => {
    const run = await runScenario(
      [{ main: ['breakIfFinished', { thinkTime: '4ms' }, { nextSequence: { name: 'main' } }] }],
      {
        finishedAtMs: 10,
      },
    );
    assert.deepEqual([run.failures, run.ended, run.endedMs], [[], true, 12]);
  });
});

suite('foreach', () => {
  test('waits for its dependency, although its array is set', async () => {
    const foreach = { fromVar: 'items', sequence: 'each', dependency: 'ready' };
    const scenario = {
      initialSequences: [
        {
          main: [
            { set: { var: 'items', objectArray: { size: 1 } } },
            { addItem: { toVar: 'items', value: 'x' } },
            { foreach },
          ],
        },
        { other: [{ thinkTime: '1ms' }, { log: 'ready' }, { set: 'ready <- yes' }] },
      ],
      sequences: [{ 'each[1]': [{ log: '${items[.]}' }] }],
    };
    assert.deepEqual(await logged(scenario), ['ready', 'x']);
  });

  const fill = (...values: readonly string[]) => ({
    initialSequences: [
      { main: [{ newSequence: 'fill' }, ...values.slice(1).map(() => ({ newSequence: 'fill' })), 'noop'] },
      {
        start: [
          { thinkTime: '1ms' },
          { foreach: { fromVar: 'names', sequence: 'each', counterVar: 'n' } },
          { log: 'n is ${n}' },
        ],
      },
    ],
    sequences: [
      { 'fill[3]': [{ randomItem: { toVar: 'names[.]', list: values } }] },
      { 'each[2]': [{ thinkTime: '1ms' }, { log: '${names[.]}' }] },
    ],
  });

  test('starts an instance for each leading item, with its index', async () => {
    assert.deepEqual(await logged(fill('x', 'y'), { draws: [0, 0.9] }), ['n is 2', 'x', 'y']);
    assert.deepEqual(await logged(fill('x'), { draws: [0] }), ['n is 1', 'x']);
  });

  test('fails the phase when the sequence has no instance for an item', async () => {
    const run = await runScenario(fill('x', 'y', 'z'), { draws: [0, 0.5, 0.9] });
    assert.match(failureOf(run), /foreach: 'each' has no instance for item 2 of 3; name it 'each\[N\]'/);
  });

  test('fails the phase while instances run', async () => {
    const each = { foreach: { fromVar: 'a', sequence: 'each' } };
    const scenario = {
      initialSequences: [{ 'first[2]': [{ set: 'a[.] <- x' }, each, each] }],
      sequences: [{ 'each[9]': [{ thinkTime: '1ms' }] }],
    };
    assert.match(failureOf(await runScenario(scenario)), /foreach: instances of 'each' still run/);
  });

  test('fails the phase once when the user has no room for all of them', async () => {
    const waiting = [{ thinkTime: '9ms' }];
    const fill = { newSequence: 'fill' };
    const main = [fill, fill, { thinkTime: '1ms' }, { newSequence: 'c' }, { newSequence: 'd' }, each];
    const scenario = {
      maxSequences: 6,
      initialSequences: [{ a: waiting }, { b: waiting }, { main }],
      sequences: [
        { 'fill[2]': [{ set: 'names[.] <- x' }] },
        { c: waiting },
        { d: waiting },
        { 'each[2]': waiting },
      ],
    };
    assert.match(failureOf(await runScenario(scenario)), /sequence 'each' cannot start/);
  });
  const each = { foreach: { fromVar: 'names', sequence: 'each' } };

  test('fails the phase when the variable holds no array, and starts none for an empty one', async () => {
    const each = { foreach: { fromVar: 'a', sequence: 'each', counterVar: 'n' } };
    const scenario = (first: unknown) => ({
      initialSequences: [{ main: [first, each] }],
      sequences: [{ 'each[9]': [{ set: 'a[.] <- x' }, { log: 'ran' }] }],
    });
    assert.match(failureOf(await runScenario(scenario({ set: 'a <- x' }))), /variable 'a' is not an array/);
    const run = await runScenario(scenario('noop'));
    assert.deepEqual([run.failures, run.logged, run.variables.n], [[], [], 0]);
  });

  test('waits while its variable is unset', async () => {
    const scenario = {
      initialSequences: [
        { wait: [{ foreach: { fromVar: 'a', sequence: 'each' } }] },
        { main: [{ thinkTime: '3ms' }, { set: 'a <- x' }] },
      ],
      sequences: [{ each: ['noop'] }],
    };
    const run = await runScenario(scenario, { ms: 2 });
    assert.deepEqual(run.failures, []);
    assert.match(failureOf(await runScenario(scenario)), /is not an array/);
  });
});

suite('restartSequence', () => {
  test('goes back to the first step, from inside a loop as well', async () => {
    const loop = {
      counterVar: 'i',
      repeats: 2,
      steps: [{ log: '${i}' }, 'breakIfFinished', { thinkTime: '1ms' }, 'restartSequence'],
    };
    assert.deepEqual(await logged([{ main: [{ loop }] }], { finishedAtMs: 2 }), ['0', '0', '0']);
  });

  test('that never waits fails the phase, and does not hang', async () => {
    const run = await runScenario([{ main: [{ log: 'once' }, 'restartSequence'] }], {
      environment: { log: () => {} },
    });
    assert.match(
      failureOf(run),
      new RegExp(
        `sequence 'main', step . of 2 .*: the scenario loops without end, because ${scenarios.stepsPerWakeMax} steps ran without a wait`,
      ),
    );
  });

  test('sequences that start each other without a wait fail the phase', async () => {
    const scenario = {
      initialSequences: [{ a: [{ newSequence: 'b' }] }],
      sequences: [{ b: [{ newSequence: 'a' }] }],
    };
    assert.match(failureOf(await runScenario(scenario)), /loops without end/);
  });

  test('runs for ever when it waits in between', async () => {
    const scenario = {
      initialSequences: [
        {
          a: [
            { thinkTime: '1ms' },
            { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } },
            { newSequence: 'b' },
          ],
        },
      ],
      sequences: [{ b: [{ newSequence: 'a' }] }],
    };
    const run = await runScenario(scenario, { ms: 1000.5 });
    assert.deepEqual([run.failures, run.variables.n, run.ended], [[], 1000, false]);
  });
});

suite('a sequence that is broken off', () => {
  test('does not start the next sequence', async () => {
    const scenario = [{ a: [{ log: 'a' }, 'breakIfFinished', { log: 'on' }] }, { b: [{ log: 'b' }] }];
    assert.deepEqual(await logged(scenario, { finishedAtMs: 0 }), ['a']);
    assert.deepEqual(await logged(scenario), ['a', 'on', 'b']);
  });

  test('in a loop leaves the loop as well', async () => {
    const loop = { counterVar: 'i', repeats: 9, steps: [{ thinkTime: '1ms' }, 'breakIfFinished'] };
    const run = await runScenario([{ main: [{ loop }, { log: 'never' }] }], { finishedAtMs: 3 });
    assert.deepEqual([run.logged, run.endedMs], [[], 3]);
  });
});

suite('breakSequence', () => {
  const breaks = (more: object) => ({ breakSequence: { intCondition: 'n >= 3', ...more } });

  test('row 43: a loop by hand ends', async () => {
    const run = await runSteps([
      { breakSequence: { intCondition: { fromVar: 'counter', equalTo: { value: 1 } } } },
      { setInt: 'counter <- 1' },
      'restartSequence',
    ]);
    assert.deepEqual([run.variables, run.ended, run.failures], [{ counter: 1 }, true, []]);
  });

  test('runs its actions once, and starts no sequence that follows', async () => {
    const steps = [
      breaks({ onBreak: [{ log: 'broken at ${n}' }, { newSequence: 'last' }] }),
      { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } },
      'restartSequence',
    ];
    const scenario = {
      initialSequences: [{ other: ['noop'] }],
      orderedSequences: [{ main: steps }, { never: [{ log: 'never' }] }],
      sequences: [{ last: [{ log: 'last' }] }],
    };
    assert.deepEqual(await logged(scenario), ['broken at 3', 'last']);
  });

  test('continues and starts what follows while its condition does not hold', async () => {
    assert.deepEqual(
      await logged([
        { main: [{ setInt: 'n <- 2' }, breaks({}), { log: 'on' }] },
        { next: [{ log: 'next' }] },
      ]),
      ['on', 'next'],
    );
  });

  test('waits for its dependency before it evaluates its condition', async () => {
    const scenario = {
      initialSequences: [
        { main: [{ setInt: 'n <- 3' }, breaks({ dependency: 'ready' }), { log: 'on with ${ready}' }] },
        { other: [{ thinkTime: '1ms' }, { setInt: 'n <- 2' }, { set: 'ready <- yes' }] },
      ],
    };
    assert.deepEqual(await logged(scenario), ['on with yes']);
    const stuck = await runSteps([
      { setInt: 'n <- 3' },
      breaks({ dependency: 'late' }),
      { set: 'late <- x' },
    ]);
    assert.equal(stuck.ended, false);
  });
});

suite('waits', () => {
  test('for a number end when it passes all comparisons', async () => {
    const scenario = {
      initialSequences: [
        {
          waits: [
            { awaitInt: { var: 'n', greaterThan: 2, lessOrEqualTo: { fromVar: 'most' } } },
            { log: 'n is ${n}' },
          ],
        },
        { set: [{ awaitInt: { var: 'n' } }, { log: 'n is set' }] },
        {
          counts: [
            { setInt: 'most <- 4' },
            { thinkTime: '1ms' },
            { setInt: 'n <- 5' },
            { thinkTime: '1ms' },
            { setInt: 'n <- 2' },
            { thinkTime: '1ms' },
            { setInt: 'n <- 4' },
          ],
        },
      ],
    };
    assert.deepEqual(await logged(scenario), ['n is set', 'n is 4']);
  });

  test('for a variable end when it is set, or unset', async () => {
    const scenario = {
      initialSequences: [
        { waits: [{ awaitVar: 'a' }, { log: 'set' }] },
        { passes: [{ awaitVar: { var: '!a' } }, { log: 'unset' }] },
        { sets: [{ thinkTime: '2ms' }, { log: 'now' }, { set: 'a <- x' }] },
        { late: [{ thinkTime: '3ms' }, { awaitVar: '! a' }, { log: 'never' }] },
      ],
    };
    const run = await runScenario(scenario);
    assert.deepEqual([run.logged, run.ended], [['unset', 'now', 'set'], false]);
  });

  test('a wait for an item ends when this item is set', async () => {
    const scenario = {
      initialSequences: [
        { main: [{ newSequence: 'w' }, { newSequence: 'w' }, { thinkTime: '1ms' }, { newSequence: 's' }] },
      ],
      sequences: [
        {
          'w[2]': [
            { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } },
            { setInt: { var: 'id[.]', fromVar: 'n' } },
            { awaitVar: 'a[.]' },
            { log: '${id[.]}' },
          ],
        },
        { 's[2]': [{ set: 'a[.] <- x' }] },
      ],
    };
    assert.deepEqual(await logged(scenario), ['1']);
  });
});

test('sequences that wait for one variable continue in the order of their start', async () => {
  const scenario = {
    initialSequences: [
      { goes: [{ thinkTime: '1ms' }, { set: 'go <- x' }] },
      ...['a', 'b', 'c'].map((name) => ({ [name]: [{ awaitVar: 'go' }, { log: name }] })),
    ],
  };
  assert.deepEqual(await logged(scenario), ['a', 'b', 'c']);
});

test('loops count for each instance where they count items', async () => {
  const loop = { counterVar: 'i[.]', repeats: 3, steps: [{ log: '${i[.]}' }, { thinkTime: '1ms' }] };
  const scenario = {
    initialSequences: [{ main: [{ newSequence: 'each' }, { thinkTime: '1500us' }, { newSequence: 'each' }] }],
    sequences: [{ 'each[2]': [{ loop }] }],
  };
  assert.deepEqual(await logged(scenario), ['0', '1', '0', '2', '1', '2']);
});

test('row 45: nothing runs after stop, in no sequence of the user', async () => {
  const run = await runScenario({
    initialSequences: [
      { main: [{ thinkTime: '1ms' }, 'stop', { log: 'main' }] },
      { other: [{ thinkTime: '2ms' }, { log: 'other' }] },
    ],
  });
  assert.deepEqual([run.logged, run.ended, run.session.stopped, run.endedMs], [[], true, true, 1]);
  assert.ok((await runSteps(['stop', 'noop'])).session.stopped);
});

test('items of instances stay apart, however the instances take turns', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 8 }),
      async (instances) => {
        const pause = { thinkTime: { random: 'LINEAR', max: '10ms' } };
        const steps = [
          { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } },
          { setInt: { var: 'own[.]', fromVar: 'n' } },
          { setInt: { var: 'sum[.]', fromVar: 'own[.]' } },
          pause,
          { addToInt: 'sum[.] += 100' },
          { newSequence: { sequence: 'next', forceSameIndex: true } },
          pause,
          { addToInt: 'sum[.] += 1000' },
        ];
        const count = instances.length;
        const scenario = {
          initialSequences: [{ main: instances.map(() => ({ newSequence: 'each' })) }],
          sequences: [
            { [`each[${count}]`]: steps },
            { [`next[${count}]`]: [pause, { setInt: { var: 'seen[.]', fromVar: 'own[.]' } }] },
          ],
        };
        const draws = [0, 1, 2].flatMap((at) => instances.map((pauses) => (pauses[at] ?? 0) / 10));
        const run = await runScenario(scenario, { draws });
        const ids = instances.map((_, index) => index + 1);
        assert.deepEqual(run.failures, []);
        assert.deepEqual(
          [run.variables.own, run.variables.sum, run.variables.seen],
          [ids, ids.map((id) => id + 1100), ids],
        );
      },
    ),
    { numRuns: 100 },
  ));
