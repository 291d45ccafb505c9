import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { randomFor } from '../../../lib/driver/random.ts';
import { compileLaw } from '../../../lib/driver/scenario/steps/delays.ts';
import { runScenario, runSteps } from './scenario-run.ts';

/** Delays follow their distribution, and paced loops keep their interval. */

const paced = (delay: object, work: string, repeats: number) => ({
  loop: {
    counterVar: 'i',
    repeats,
    steps: [{ scheduleDelay: { key: 'pace', ...delay } }, { thinkTime: work }, { awaitDelay: 'pace' }],
  },
});

suite('a loop that is paced', () => {
  const rows: readonly (readonly [what: string, delay: object, work: string, repeats: number, ms: number])[] =
    [
      ['from the last point takes its intervals', { duration: '10ms', fromLast: null }, '3ms', 50, 500],
      ['from the last point, by type', { duration: '10ms', type: 'FROM_LAST' }, '3ms', 50, 500],
      [
        'from now takes its intervals where nothing is late',
        { duration: '10ms', fromNow: null },
        '3ms',
        50,
        500,
      ],
      ['from now, without a word', { duration: '10ms' }, '3ms', 50, 500],
      ['faster than its steps takes as long as they', { duration: '1ms', fromLast: null }, '3ms', 50, 150],
      ['by next to nothing takes as long as its steps', { duration: '500ns', fromLast: null }, '3ms', 5, 15],
    ];
  for (const [what, delay, work, repeats, ms] of rows) {
    test(what, async () => {
      const run = await runSteps([paced(delay, work, repeats)]);
      assert.deepEqual([run.variables.i, run.ended, run.endedMs], [repeats, true, ms]);
    });
  }

  const late = { timerMs: () => 2 };
  test('from the last point keeps its rate with timers that are late, from now it does not', async () => {
    const endOf = async (from: object) =>
      (await runSteps([paced({ duration: '10ms', ...from }, '3ms', 50)], { flaws: late })).endedMs;
    assert.equal(await endOf({ fromLast: null }), 502);
    assert.equal(await endOf({ fromNow: null }), 600);
  });

  test('catches up after one long round', async () => {
    const steps = [
      { scheduleDelay: { key: 'pace', duration: '10ms', fromLast: null } },
      { thinkTime: { random: 'LINEAR', max: '100ms' } },
      { awaitDelay: 'pace' },
    ];
    const loop = { counterVar: 'i', repeats: 6, steps };
    const run = await runSteps([{ loop }], { draws: [0.35, 0.01, 0.01, 0.01, 0.01, 0.01] });
    assert.equal(run.endedMs, 60);
  });
});

suite('a delay', () => {
  test('is known to all sequences of a user', async () => {
    const scenario = {
      initialSequences: [
        {
          a: [
            { scheduleDelay: { key: 'k', duration: '5ms' } },
            { thinkTime: '2ms' },
            { scheduleDelay: { key: 'k', duration: '9ms' } },
          ],
        },
        { b: [{ awaitDelay: { key: 'k' } }, { log: 'on' }] },
      ],
    };
    const run = await runScenario(scenario);
    assert.deepEqual([run.failures, run.logged, run.endedMs], [[], ['on'], 11]);
  });

  test('that is set again for an earlier instant wakes the waiting user', async () => {
    const scenario = {
      initialSequences: [
        {
          a: [
            { scheduleDelay: { key: 'k', duration: '50ms' } },
            { thinkTime: '2ms' },
            { scheduleDelay: { key: 'k', duration: '3ms' } },
          ],
        },
        { b: [{ awaitDelay: 'k' }] },
      ],
    };
    assert.equal((await runScenario(scenario)).endedMs, 5);
  });

  test('of an index is its own', async () => {
    const each = [
      { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } },
      { setInt: { var: 'id[.]', fromVar: 'n' } },
      { scheduleDelay: { key: 'k[.]', random: 'LINEAR', max: '10ms' } },
      { awaitDelay: 'k[.]' },
      { log: '${id[.]}' },
    ];
    const scenario = {
      initialSequences: [
        { main: [{ newSequence: 'each' }, { newSequence: 'each' }, { newSequence: 'each' }] },
      ],
      sequences: [{ 'each[3]': each }],
    };
    assert.deepEqual((await runScenario(scenario, { draws: [0.9, 0.2, 0.5] })).logged, ['2', '3', '1']);
  });

  test('that was never set fails the phase', async () => {
    await assert.rejects(
      runSteps([{ awaitDelay: 'k' }, { scheduleDelay: { key: 'k', duration: '5ms' } }]),
      /awaitDelay: no scheduleDelay has set 'k' yet/,
    );
  });

  test('of the user before is not that of the next', async () => {
    const steps = [
      { scheduleDelay: { key: 'k', duration: '10ms', fromLast: null } },
      { awaitDelay: 'k' },
      { thinkTime: '7ms' },
    ];
    const run = await runScenario([{ main: steps }], { users: 3 });
    assert.ok(Math.abs(run.endedMs - 3 * 17) < 0.1, `${run.endedMs} ms`);
  });

  test('think times of instances are their own, and count from the last when asked', async () => {
    const each = [
      { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } },
      { setInt: { var: 'id[.]', fromVar: 'n' } },
      { thinkTime: { random: 'LINEAR', max: '10ms' } },
      { log: '${id[.]}' },
    ];
    const scenario = {
      initialSequences: [
        { main: [{ newSequence: 'each' }, { newSequence: 'each' }, { newSequence: 'each' }] },
      ],
      sequences: [{ 'each[3]': each }],
    };
    const run = await runScenario(scenario, { draws: [0.9, 0.2, 0.5] });
    assert.deepEqual([run.logged, run.endedMs], [['2', '3', '1'], 9]);
    const loop = {
      counterVar: 'i',
      repeats: 10,
      steps: [{ thinkTime: { duration: '10ms', fromLast: null } }, { thinkTime: '4ms' }],
    };
    assert.equal((await runSteps([{ loop }])).endedMs, 104);
  });
});

/** The greatest distance between drawn values and the distribution function (Kolmogorov and Smirnov). */
function distance(drawn: readonly number[], law: (value: number) => number): number {
  const sorted = [...drawn].sort((one, other) => one - other);
  const count = sorted.length;
  return Math.max(
    ...sorted.map((value, at) => Math.max((at + 1) / count - law(value), law(value) - at / count)),
  );
}

suite('random lengths', () => {
  const count = 20_000;
  // The largest accepted Kolmogorov-Smirnov distance. Correct values exceed it once in a thousand times.
  const furthest = 1.95 / Math.sqrt(count);
  const draw = (law: Parameters<typeof compileLaw>[0]): readonly number[] => {
    const length = compileLaw(law, randomFor(1, 'delays'));
    return Array.from({ length: count }, length);
  };

  test('LINEAR are even between their bounds', () => {
    const [minNs, maxNs] = [20e6, 50e6];
    const drawn = draw({ random: 'LINEAR', minNs, maxNs });
    assert.ok(distance(drawn, (ns) => (ns - minNs) / (maxNs - minNs)) < furthest);
    assert.ok(Math.min(...drawn) >= minNs && Math.max(...drawn) <= maxNs);
  });

  test('NEGATIVE_EXPONENTIAL have their mean, and are cut at their bounds', () => {
    const durationNs = 100e6;
    const free = draw({ random: 'NEGATIVE_EXPONENTIAL', durationNs, minNs: 0, maxNs: 24 * 3600e9 });
    assert.ok(distance(free, (ns) => 1 - Math.exp(-ns / durationNs)) < furthest);
    const mean = free.reduce((sum, ns) => sum + ns, 0) / count;
    assert.ok(Math.abs(mean / durationNs - 1) < 0.03, `${mean}`);
    const [minNs, maxNs] = [20e6, 200e6];
    const cut = draw({ random: 'NEGATIVE_EXPONENTIAL', durationNs, minNs, maxNs });
    assert.deepEqual(
      cut,
      free.map((ns) => Math.min(maxNs, Math.max(minNs, ns))),
    );
  });

  test('CONSTANT are what they say', () => {
    assert.deepEqual([...new Set(draw({ random: 'CONSTANT', durationNs: 7 }))], [7]);
  });

  test('bounds without a unit are seconds as elsewhere, and the steps wait for milliseconds', async () => {
    const { pausesMs } = await runSteps(
      [{ scheduleDelay: { key: 'k', random: 'LINEAR', min: '10ms', max: '30ms' } }, { awaitDelay: 'k' }],
      { draws: [0.5] },
    );
    assert.deepEqual(pausesMs, [20]);
  });
});
