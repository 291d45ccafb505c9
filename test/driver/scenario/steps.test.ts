import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { RunningSequence, Session, Value } from '../../../lib/driver/model/session.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { Slots } from '../../../lib/driver/scenario/slots.ts';
import type { ScenarioEnvironment, SequenceCompiler } from '../../../lib/driver/scenario/step-kind.ts';
import { stepKindOf } from '../../../lib/driver/scenario/steps/registry.ts';

/** What each step does to the variables of a session, what it logs, and how long it pauses. */

type Outcome = {
  readonly variables: Readonly<Record<string, Value>>;
  readonly logged: readonly string[];
  readonly pausesMs: readonly number[];
  readonly stopped: boolean;
};

/** Runs the steps of one sequence; `draws` are the random numbers from 0 to 1 that it gets, in order. */
function outcomeOf(list: readonly unknown[], draws: readonly number[] = []): Outcome {
  const findings = new Findings();
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  const scenario = parseScenario([{ main: list }], [], { targets: [], ergonomics, findings });
  assert.deepEqual(findings.list, []);
  const next = draws.values();
  const draw = () => next.next().value ?? assert.fail('no further number is drawn');
  const random = {
    next: draw,
    integer: (min: number, max: number) => min + Math.floor(draw() * (max - min + 1)),
  };
  const logged: string[] = [];
  const slots = new Slots();
  const compiler: SequenceCompiler = {
    // Only what these steps use: nothing is sent.
    environment: { random, log: (text: string) => logged.push(text) } as unknown as ScenarioEnvironment,
    ...{ slots, random, sequence: 'main' },
    compileStep: ({ step, body }) => stepKindOf(step).compile(body, compiler),
  };
  const steps = scenario?.sequences[0]?.steps.flatMap((step) => compiler.compileStep(step)) ?? [];
  const pausesMs: number[] = [];
  let stopped = false;
  const after = (ms: number, call: () => void) => {
    pausesMs.push(ms);
    call();
    return () => undefined;
  };
  const session = {
    slots: [] as Value[],
    clock: { nowNs: () => 0, after },
    goOn: () => undefined,
    stop: () => {
      stopped = true;
    },
  };
  const sequence = { pc: 0, running: true, exchange: undefined, cancelPause: undefined } as RunningSequence;
  for (; sequence.pc < steps.length; sequence.pc += 1)
    steps[sequence.pc]?.(session as unknown as Session, sequence);
  const names = ['a', 'b', 'c', 'i'].filter((name) => slots.find(name) !== undefined);
  const variables = Object.fromEntries(names.map((name) => [name, session.slots[slots.of(name)]]));
  return { variables, logged, pausesMs, stopped };
}

const weighted = { randomItem: { toVar: 'a', list: { x: 1, y: 2, z: 5 } } };

suite('variables', () => {
  const rows: readonly (readonly [
    steps: readonly unknown[],
    variables: Outcome['variables'],
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
    // What stands twice is twice as frequent.
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
    test(`${JSON.stringify(steps)}${draws === undefined ? '' : ` at ${draws}`}`, () =>
      assert.deepEqual(outcomeOf(steps, draws).variables, variables));
  }

  test('that hold nothing fitting fail the phase', () => {
    const rows: readonly (readonly [steps: readonly unknown[], message: RegExp])[] = [
      [
        [{ set: 'b <- x' }, { setInt: { var: 'a', fromVar: 'b' } }],
        /variable 'b' holds 'x', expected a whole/,
      ],
      [
        [{ setInt: 'b <- 4' }, { randomInt: { toVar: 'a', min: { fromVar: 'b' }, max: 3 } }],
        /randomInt has min 4 above max 3/,
      ],
      [[{ setInt: { var: 'b', fromVar: 'a' } }, { setInt: 'a <- 1' }], /a/],
      [[{ addToInt: 'a++' }, { setInt: 'a <- 1' }], /a/],
    ];
    for (const [steps, message] of rows) assert.throws(() => outcomeOf(steps), message);
  });
});

test('log prints its pattern, and a marker for what is unset', () => {
  const { logged } = outcomeOf([
    { log: 'a is ${a}' },
    { set: 'a <- x' },
    { log: 'a is ${a}' },
    { log: { message: 'plain' } },
  ]);
  assert.match(logged[0] ?? '', /^<.*a.*>$/);
  assert.deepEqual(logged.slice(1), ['a is x', 'plain']);
});

test('stop ends the session', () => {
  assert.ok(outcomeOf(['stop']).stopped);
  assert.ok(!outcomeOf(['noop']).stopped);
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
    [{ duration: '1s', random: 'NEGATIVE_EXPONENTIAL' }, [0], 0],
  ];
  for (const [thinkTime, draws, ms] of rows) {
    test(`${JSON.stringify(thinkTime)} at ${draws}`, () => {
      const [pause = Number.NaN, ...more] = outcomeOf([{ thinkTime }], draws).pausesMs;
      assert.deepEqual(more, []);
      assert.ok(Math.abs(pause - ms) < 1e-6, `${pause} ms`);
    });
  }
});
