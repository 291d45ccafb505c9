import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Value } from '../../../lib/driver/model/session.ts';
import { runSteps } from './scenario-run.ts';

/** The effects of each step on the variables of a session, its log, and the length of its pause. */

const weighted = { randomItem: { toVar: 'a', list: { x: 1, y: 2, z: 5 } } };

suite('variables', () => {
  const rows: readonly (readonly [
    steps: readonly unknown[],
    variables: Readonly<Record<string, Value>>,
    draws?: readonly number[],
  ])[] = [
    [['noop'], {}],
    [[{ set: 'a <- x <- y' }], { a: 'x <- y' }],
    [[{ set: { var: 'a', value: '${b}' } }], { a: '${b}' }],
    [[{ setInt: 'a <- -7' }], { a: -7 }],
    [[{ setInt: 'a <- 1' }, { setInt: { var: 'a', value: 2, onlyIfNotSet: true } }], { a: 1 }],
    [[{ setInt: 'a <- 1' }, { setInt: { var: 'a', value: 2, onlyIfNotSet: false } }], { a: 2 }],
    [[{ setInt: { var: 'a', value: 2, onlyIfNotSet: true } }], { a: 2 }],
    [[{ set: 'b <- 12' }, { setInt: { var: 'a', fromVar: 'b' } }], { a: 12, b: '12' }],
    [[{ setInt: 'b <- 4' }, { setInt: { var: 'a', min: [9, { fromVar: 'b' }, 5] } }], { a: 4, b: 4 }],
    [
      [{ setInt: 'b <- 4' }, { setInt: { var: 'a', max: [3, { fromVar: 'b' }, { value: 2 }] } }],
      { a: 4, b: 4 },
    ],
    [[{ setInt: { var: 'a', max: 8 } }], { a: 8 }],
    [[{ setInt: 'a <- 1' }, { addToInt: 'a += 41' }], { a: 42 }],
    [[{ setInt: 'a <- 1' }, { addToInt: 'a -= 3' }], { a: -2 }],
    [[{ setInt: 'a <- 1' }, { addToInt: 'a++' }, { addToInt: 'a ++' }], { a: 3 }],
    [[{ setInt: 'a <- 1' }, { addToInt: 'a--' }], { a: 0 }],
    [[{ setInt: 'a <- 2147483647' }, { addToInt: 'a++' }], { a: -2147483648 }],
    [[{ addToInt: { var: 'a', value: 5, orElseSetTo: 1 } }], { a: 1 }],
    [[{ setInt: 'a <- 2' }, { addToInt: { var: 'a', value: 5, orElseSetTo: 1 } }], { a: 7 }],
    [[{ randomInt: 'a <- -2 .. 7' }], { a: -2 }, [0]],
    [[{ randomInt: 'a <- -2 .. 7' }], { a: 7 }, [0.999]],
    [[{ randomInt: { toVar: 'a' } }], { a: 0 }, [0]],
    [[{ randomInt: { toVar: 'a' } }], { a: 2147483647 }, [1 - 2 ** -40]],
    [
      [{ setInt: 'b <- 3' }, { randomInt: { toVar: 'a', min: { fromVar: 'b' }, max: 3 } }],
      { a: 3, b: 3 },
      [0.5],
    ],
    [[{ randomItem: { toVar: 'a', list: ['x', 'y'] } }], { a: 'x' }, [0.4999]],
    [[{ randomItem: { toVar: 'a', list: ['x', 'y'] } }], { a: 'y' }, [0.5]],
    ...(
      [
        [0, 'x'],
        [0.1249, 'x'],
        [0.125, 'y'],
        [0.3749, 'y'],
        [0.375, 'z'],
        [0.9999, 'z'],
      ] as const
    ).map(([draw, a]) => [[weighted], { a }, [draw]] as const),
    // An item that is listed twice is twice as frequent.
    [[{ randomItem: { toVar: 'a', list: ['x', 'y', 'x', { y: 2 }] } }], { a: 'x' }, [0.3999]],
    [[{ randomItem: { toVar: 'a', list: ['x', 'y', 'x', { y: 2 }] } }], { a: 'y' }, [0.4]],
    [
      [
        {
          loop: {
            counterVar: 'i',
            repeats: 3,
            steps: [{ addToInt: { var: 'a', value: 2, orElseSetTo: 1 } }],
          },
        },
      ],
      { a: 5, i: 3 },
    ],
    [[{ loop: { counterVar: 'i', repeats: 1, steps: ['noop', { set: 'b <- x' }] } }], { b: 'x', i: 1 }],
  ];
  for (const [steps, variables, draws] of rows) {
    test(`${JSON.stringify(steps)}${draws === undefined ? '' : ` at ${draws}`}`, async () => {
      const run = await runSteps(steps, draws === undefined ? {} : { draws });
      assert.deepEqual(run.variables, variables);
    });
  }

  test('that hold nothing fitting fail the phase', async () => {
    const rows: readonly (readonly [steps: readonly unknown[], message: RegExp])[] = [
      [
        [{ set: 'b <- x' }, { setInt: { var: 'a', fromVar: 'b' } }],
        /variable 'b' is text of 1 character, expected a whole/,
      ],
      [
        [{ setInt: 'b <- 4' }, { randomInt: { toVar: 'a', min: { fromVar: 'b' }, max: 3 } }],
        /randomInt has min 4 above max 3/,
      ],
      [[{ setInt: { var: 'b', fromVar: 'a' } }, { setInt: 'a <- 1' }], /a/],
      [[{ addToInt: 'a++' }, { setInt: 'a <- 1' }], /a/],
    ];
    for (const [steps, message] of rows) await assert.rejects(runSteps(steps), message);
  });
});

test('log prints its pattern, and a marker for what is unset', async () => {
  const { logged } = await runSteps([
    { log: 'a is ${a}' },
    { set: 'a <- x' },
    { log: 'a is ${a}' },
    { log: { message: 'plain' } },
  ]);
  assert.deepEqual(logged, ['a is <a is not set>', 'a is x', 'plain']);
});

test('stop ends the session', async () => {
  assert.ok((await runSteps(['stop'])).session.stopped);
  assert.ok(!(await runSteps(['noop'])).session.stopped);
});

suite('a pause takes', () => {
  const exponential = { duration: '100ms', random: 'NEGATIVE_EXPONENTIAL', min: '20ms', max: '300ms' };
  const rows: readonly (readonly [thinkTime: unknown, draws: readonly number[], ms: number])[] = [
    ['20ms', [], 20],
    [{ duration: '2s' }, [], 2_000],
    [{ random: 'LINEAR', min: '10ms', max: '30ms' }, [0], 10],
    [{ random: 'LINEAR', min: '10ms', max: '30ms' }, [0.75], 25],
    [{ random: 'LINEAR', max: '30ms' }, [0.5], 15],
    [exponential, [1 - Math.exp(-1)], 100],
    [exponential, [0], 20],
    [exponential, [0.999], 300],
    [{ duration: '12h', random: 'NEGATIVE_EXPONENTIAL' }, [0.999], 24 * 3_600_000],
  ];
  for (const [thinkTime, draws, ms] of rows) {
    test(`${JSON.stringify(thinkTime)} at ${draws}`, async () => {
      const [pause = Number.NaN, ...more] = (await runSteps([{ thinkTime }], { draws })).pausesMs;
      assert.deepEqual(more, []);
      assert.ok(Math.abs(pause - ms) < 1e-6, `${pause} ms`);
    });
  }

  test('no timer when its length is 0', async () => {
    const thinkTime = { duration: '1s', random: 'NEGATIVE_EXPONENTIAL' };
    const run = await runSteps([{ thinkTime }], { draws: [0] });
    assert.deepEqual([run.pausesMs, run.ended], [[], true]);
  });
});
