import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { Value } from '../../../lib/driver/model/session.ts';
import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { ergonomics, runScenario, runSteps } from './scenario-run.ts';

/**
 * The effects of each action on set and on unset variables, its messages, and the errors that fail the phase.
 */

type Row = {
  readonly steps: readonly unknown[];
  /** All variables that are set after the steps. */
  readonly gives?: Readonly<Record<string, Value>>;
  readonly logs?: readonly RegExp[];
  /** The error with which the phase fails. */
  readonly fails?: RegExp;
};

/** Steps that write a variable, so that its name is valid. They never run, so the variable remains unset. */
const written = (...steps: readonly unknown[]): unknown => ({
  conditional: { intCondition: { fromVar: 'hyperfoil.session.id', isSet: false }, actions: steps },
});
const unsetObject = (name: string): unknown => written({ set: `${name} <- x` });
const unsetInt = (name: string): unknown => written({ setInt: `${name} <- 1` });
const array = (size: number, fromVar?: string): unknown => ({
  set: { var: 'a', objectArray: fromVar === undefined ? { size } : { size, fromVar } },
});
const add = (value: string): unknown => ({ addItem: { toVar: 'a', value } });
const abc = [array(4), add('x'), add('y'), add('z')];
const none = undefined;

const rows: Readonly<Record<string, readonly Row[]>> = {
  addItem: [
    { steps: [array(3), add('x'), add('y')], gives: { a: ['x', 'y', none] } },
    {
      steps: [array(2), { setItem: { toVar: 'a', index: 1, value: 'y' } }, add('x')],
      gives: { a: ['x', 'y'] },
    },
    {
      steps: [{ setInt: 'n <- 5' }, array(1), { addItem: { toVar: 'a', fromVar: 'n' } }],
      gives: { a: [5], n: 5 },
    },
    { steps: [array(1), add('${x}')], gives: { a: ['${x}'] } },
    {
      steps: [array(1), add('x'), add('y')],
      gives: { a: ['x'] },
      logs: [/array 'a' is full \(1 item\), so the item is dropped/],
    },
    { steps: [unsetObject('a'), add('x')], fails: /'a' is not set/ },
    { steps: [{ set: 'a <- text' }, add('x')], fails: /'a' is not an array/ },
    {
      steps: [array(1), unsetObject('o'), { addItem: { toVar: 'a', fromVar: 'o' } }],
      fails: /'o' is not set/,
    },
  ],
  addToInt: [
    { steps: [{ setInt: 'n <- 1' }, { addToInt: 'n += 2' }], gives: { n: 3 } },
    { steps: [{ addToInt: { var: 'n', value: 2, orElseSetTo: 7 } }], gives: { n: 7 } },
    { steps: [unsetInt('n'), { addToInt: 'n++' }], fails: /'n' is not set/ },
  ],
  conditional: [
    {
      steps: [
        { setInt: 'n <- 1' },
        { conditional: { intCondition: 'n == 1', actions: [{ set: 'o <- x' }, { addToInt: 'n++' }] } },
      ],
      gives: { n: 2, o: 'x' },
    },
    {
      steps: [{ setInt: 'n <- 2' }, { conditional: { intCondition: 'n == 1', actions: { set: 'o <- x' } } }],
      gives: { n: 2 },
    },
    {
      steps: [unsetInt('n'), { conditional: { intCondition: 'n == 1', actions: { set: 'o <- x' } } }],
      gives: {},
    },
    {
      steps: [{ set: 'o <- x' }, { conditional: { intCondition: 'o == 1', actions: { set: 'p <- x' } } }],
      fails: /'o' is text of 1 character, expected a whole number/,
    },
  ],
  fail: [
    { steps: [{ fail: {} }], fails: /sequence 'main', step 1 of 1 \(fail\): a user reached a 'fail' step/ },
    { steps: [{ fail: 'out of ${luck}' }, { set: 'o <- x' }], gives: {}, fails: /out of \$\{luck\}/ },
    {
      steps: [{ setInt: 'n <- 1' }, { fail: { message: 'one', intCondition: 'n == 1' } }],
      gives: { n: 1 },
      fails: /one/,
    },
    { steps: [{ setInt: 'n <- 2' }, { fail: { message: 'one', intCondition: 'n == 1' } }], gives: { n: 2 } },
  ],
  getIndex: [
    {
      steps: [...abc, { getIndex: { collection: 'a', item: { value: 'y' }, toVar: 'i' } }],
      gives: { a: ['x', 'y', 'z', none], i: 1 },
    },
    {
      steps: [...abc, { getIndex: { collection: 'a', item: 'z', toVar: 'i' } }],
      gives: { a: ['x', 'y', 'z', none], i: 2 },
    },
    {
      steps: [...abc, { getIndex: { collection: 'a', item: { value: 'w' }, toVar: 'i' } }],
      gives: { a: ['x', 'y', 'z', none], i: -1 },
    },
    {
      steps: [
        array(2),
        { setItem: { toVar: 'a', index: 1, value: 'y' } },
        { getIndex: { collection: 'a', item: { value: 'y' }, toVar: 'i' } },
      ],
      // The contents of an array end at its first unset slot.
      gives: { a: [none, 'y'], i: -1 },
    },
    {
      steps: [
        { setInt: 'n <- 5' },
        { set: { var: 'a', intArray: { size: 2, fromVar: 'n' } } },
        { getIndex: { collection: 'a', item: { value: '5' }, toVar: 'i' } },
      ],
      gives: { a: [5, 5], n: 5, i: 0 },
    },
    {
      steps: [unsetObject('a'), { getIndex: { collection: 'a', item: { value: 'y' }, toVar: 'i' } }],
      fails: /'a' is not set/,
    },
    {
      steps: [{ set: 'a <- y' }, { getIndex: { collection: 'a', item: { value: 'y' }, toVar: 'i' } }],
      fails: /'a' is not an array/,
    },
    {
      steps: [
        ...abc,
        unsetObject('o'),
        { getIndex: { collection: 'a', item: { fromVar: 'o' }, toVar: 'i' } },
      ],
      fails: /'o' is not set/,
    },
  ],
  getItem: [
    {
      steps: [...abc, { getItem: { fromVar: 'a', index: 2, toVar: 'o' } }],
      gives: { a: ['x', 'y', 'z', none], o: 'z' },
    },
    {
      steps: [
        ...abc,
        { setInt: 'i <- 0' },
        { getItem: { fromVar: 'a', index: { fromVar: 'i' }, toVar: 'o' } },
      ],
      gives: { a: ['x', 'y', 'z', none], i: 0, o: 'x' },
    },
    ...[3, 4, -1].map((index) => ({
      steps: [...abc, { set: 'o <- old' }, { getItem: { fromVar: 'a', index, toVar: 'o' } }],
      gives: { a: ['x', 'y', 'z', none], o: 'old' },
      logs: [new RegExp(`'a' has 4 items, and no item at index ${index}$`)],
    })),
    {
      steps: [unsetObject('a'), { set: 'o <- old' }, { getItem: { fromVar: 'a', index: 0, toVar: 'o' } }],
      gives: { o: 'old' },
      logs: [/'a' is not set/],
    },
    {
      steps: [{ set: 'a <- x' }, { getItem: { fromVar: 'a', index: 0, toVar: 'o' } }],
      gives: { a: 'x' },
      logs: [/'a' is not an array/],
    },
    {
      steps: [...abc, unsetInt('i'), { getItem: { fromVar: 'a', index: { fromVar: 'i' }, toVar: 'o' } }],
      fails: /'i' is not set/,
    },
  ],
  getSize: [
    {
      steps: [
        array(2),
        { setItem: { toVar: 'a', index: 1, value: 'y' } },
        { getSize: { fromVar: 'a', toVar: 'n' } },
      ],
      // The contents of an array end at its first unset slot.
      gives: { a: [none, 'y'], n: 0 },
    },
    { steps: [...abc, { getSize: { fromVar: 'a', toVar: 'n' } }], gives: { a: ['x', 'y', 'z', none], n: 3 } },
    { steps: [array(2), { getSize: { fromVar: 'a', toVar: 'n' } }], gives: { a: [none, none], n: 0 } },
    {
      steps: [...abc, { getSize: { fromVar: 'a', toVar: 'n', stringFilter: { notEqualTo: 'y' } } }],
      gives: { a: ['x', 'y', 'z', none], n: 2 },
    },
    {
      steps: [
        ...abc,
        { getSize: { fromVar: 'a', toVar: 'n', stringFilter: { length: { greaterThan: 1 } } } },
      ],
      gives: { a: ['x', 'y', 'z', none], n: 0 },
    },
    {
      steps: [
        array(3),
        add('1'),
        add('5'),
        add('9'),
        { getSize: { fromVar: 'a', toVar: 'n', intFilter: { greaterThan: 1, lessThan: 9 } } },
      ],
      gives: { a: ['1', '5', '9'], n: 1 },
    },
    {
      steps: [
        array(2),
        add('true'),
        add('false'),
        { getSize: { fromVar: 'a', toVar: 'n', boolFilter: { value: false } } },
      ],
      gives: { a: ['true', 'false'], n: 1 },
    },
    {
      steps: [array(2), add('true'), add('x'), { getSize: { fromVar: 'a', toVar: 'n', boolFilter: false } }],
      gives: { a: ['true', 'x'], n: 0 },
    },
    {
      steps: [array(2), add('x'), add('xy'), { getSize: { fromVar: 'a', toVar: 'n', stringFilter: 'x' } }],
      gives: { a: ['x', 'xy'], n: 1 },
    },
    {
      steps: [array(2), add('true'), add('x'), { getSize: { fromVar: 'a', toVar: 'n', boolFilter: null } }],
      gives: { a: ['true', 'x'], n: 1 },
    },
    { steps: [unsetObject('a'), { getSize: { fromVar: 'a', toVar: 'n' } }], gives: { n: -1 } },
    {
      steps: [unsetObject('a'), { getSize: { fromVar: 'a', toVar: 'n', undefinedValue: 0 } }],
      gives: { n: 0 },
    },
    {
      steps: [{ set: 'a <- x' }, { getSize: { fromVar: 'a', toVar: 'n', undefinedValue: 7 } }],
      gives: { a: 'x', n: 7 },
    },
    {
      steps: [...abc, { getSize: { fromVar: 'a', toVar: 'n', intFilter: { equalTo: 1 } } }],
      fails: /'a' is text of 1 character, expected a whole/,
    },
  ],
  log: [
    { steps: [{ set: 'o <- x' }, { log: 'o is ${o}' }], gives: { o: 'x' }, logs: [/^o is x$/] },
    { steps: [unsetObject('o'), { log: 'o is ${o}!' }], gives: {}, logs: [/^o is <o is not set>!$/] },
    {
      steps: [
        { set: 'o <- x' },
        { setInt: 'n <- 1' },
        { log: { message: '{} of {}, {}', vars: ['o', 'n'] } },
      ],
      gives: { o: 'x', n: 1 },
      logs: [/^x of 1, \{\}$/],
    },
    {
      steps: [unsetInt('n'), { log: { message: 'n {}', vars: ['n'] } }],
      gives: {},
      logs: [/^n <n is not set>$/],
    },
  ],
  markRequestInvalid: [
    { steps: ['markRequestInvalid'], fails: /needs a request: use the action in a handler/ },
  ],
  removeItem: [
    { steps: [...abc, { removeItem: { fromVar: 'a', index: 0 } }], gives: { a: ['y', 'z', none, none] } },
    { steps: [...abc, { removeItem: { fromVar: 'a', index: 2 } }], gives: { a: ['x', 'y', none, none] } },
    { steps: [...abc, { removeItem: { fromVar: 'a', index: 3 } }], gives: { a: ['x', 'y', 'z', none] } },
    {
      steps: [
        array(1),
        add('x'),
        { setInt: 'i <- 0' },
        { removeItem: { fromVar: 'a', index: { fromVar: 'i' } } },
      ],
      gives: { a: [none], i: 0 },
    },
    {
      steps: [...abc, { removeItem: { fromVar: 'a', index: 4 } }],
      fails: /'a' has 4 items, and no item at index 4/,
    },
    {
      steps: [...abc, { removeItem: { fromVar: 'a', index: -1 } }],
      fails: /'a' has 4 items, and no item at index -1/,
    },
    { steps: [unsetObject('a'), { removeItem: { fromVar: 'a', index: 0 } }], fails: /'a' is not set/ },
    { steps: [{ set: 'a <- x' }, { removeItem: { fromVar: 'a', index: 0 } }], fails: /'a' is not an array/ },
  ],
  set: [
    { steps: [{ set: 'o <- ${x}' }], gives: { o: '${x}' } },
    { steps: [{ set: { var: 'o', value: 5 } }], gives: { o: '5' } },
    { steps: [array(2)], gives: { a: [none, none] } },
    { steps: [{ set: { var: 'a', intArray: { size: 2 } } }], gives: { a: [none, none] } },
    { steps: [{ set: 'o <- x' }, array(2, 'o')], gives: { o: 'x', a: ['x', 'x'] } },
    {
      steps: [...abc, { set: { var: 'b', objectArray: { size: 2, fromVar: 'a' } } }],
      gives: { a: ['x', 'y', 'z', none], b: ['x', 'y'] },
    },
    {
      steps: [...abc, { set: { var: 'b', objectArray: { size: 5, fromVar: 'a' } } }],
      gives: { a: ['x', 'y', 'z', none], b: ['x', 'y', 'z', none, none] },
    },
    {
      steps: [array(2), add('7'), { set: { var: 'b', intArray: { size: 3, fromVar: 'a' } } }],
      gives: { a: ['7', none], b: [7, none, none] },
    },
    // A copy of an array is a new array, so the two variables do not share one.
    {
      steps: [array(1), { set: { var: 'b', objectArray: { size: 1, fromVar: 'a' } } }, add('x')],
      gives: { a: ['x'], b: [none] },
    },
    {
      steps: [...abc, { set: { var: 'b', intArray: { size: 1, fromVar: 'a' } } }],
      fails: /'a' is text of 1 character, expected a whole/,
    },
    { steps: [unsetObject('o'), array(2, 'o')], fails: /'o' is not set/ },
  ],
  setInt: [
    {
      steps: [{ setInt: 'n <- 1' }, { setInt: { var: 'n', value: 2, intCondition: { lessThan: 2 } } }],
      gives: { n: 2 },
    },
    {
      steps: [{ setInt: 'n <- 2' }, { setInt: { var: 'n', value: 9, intCondition: { lessThan: 2 } } }],
      gives: { n: 2 },
    },
    { steps: [{ setInt: { var: 'n', value: 9, intCondition: { lessThan: 2 } } }], gives: {} },
    {
      steps: [
        { setInt: 'n <- 1' },
        { setInt: { var: 'n', value: 9, onlyIfNotSet: true, intCondition: { equalTo: 1 } } },
      ],
      gives: { n: 1 },
    },
    { steps: [unsetInt('m'), { setInt: { var: 'n', fromVar: 'm' } }], fails: /'m' is not set/ },
  ],
  setItem: [
    { steps: [array(2), { setItem: { toVar: 'a', index: 1, value: 'y' } }], gives: { a: [none, 'y'] } },
    {
      steps: [
        array(1),
        { setInt: 'n <- 0' },
        { setItem: { toVar: 'a', index: { fromVar: 'n' }, fromVar: 'n' } },
      ],
      gives: { a: [0], n: 0 },
    },
    {
      steps: [array(2), { setItem: { toVar: 'a', index: 2, value: 'y' } }],
      fails: /'a' has 2 items, and no item at index 2/,
    },
    {
      steps: [array(2), { setItem: { toVar: 'a', index: -1, value: 'y' } }],
      fails: /'a' has 2 items, and no item at index -1/,
    },
    { steps: [unsetObject('a'), { setItem: { toVar: 'a', index: 0, value: 'y' } }], fails: /'a' is not set/ },
    {
      steps: [{ set: 'a <- x' }, { setItem: { toVar: 'a', index: 0, value: 'y' } }],
      fails: /'a' is not an array/,
    },
  ],
  stringToInt: [
    { steps: [{ set: 'o <- -12' }, { stringToInt: 'o -> n' }], gives: { o: '-12', n: -12 } },
    {
      steps: [{ set: 'o <- 12x' }, { setInt: 'n <- 1' }, { stringToInt: { fromVar: 'o', toVar: 'n' } }],
      gives: { o: '12x', n: 1 },
      logs: [/'o' is not a whole number/],
    },
    {
      steps: [{ set: 'o <- 2147483648' }, { stringToInt: 'o -> n' }],
      gives: { o: '2147483648' },
      logs: [/not a whole number/],
    },
    { steps: [unsetObject('o'), { stringToInt: 'o -> n' }], fails: /'o' is not set/ },
  ],
  unset: [
    { steps: [{ set: 'o <- x' }, { unset: 'o' }], gives: {} },
    { steps: [{ setInt: 'n <- 1' }, { unset: { var: 'n' } }], gives: {} },
    { steps: [unsetInt('n'), { unset: 'n' }], gives: {} },
  ],
};

for (const [kind, list] of Object.entries(rows))
  suite(kind, () => {
    for (const { steps, gives, logs, fails } of list)
      test(JSON.stringify(steps), async () => {
        const run = await runScenario([{ main: steps }]);
        const [failure] = run.failures;
        if (fails === undefined) assert.deepEqual(run.failures, []);
        else assert.match(failure instanceof Error ? failure.message : 'no failure', fails);
        if (gives !== undefined) assert.deepEqual(run.variables, gives);
        assert.equal(run.logged.length, logs?.length ?? 0, run.logged.join('\n'));
        for (const [index, log] of (logs ?? []).entries()) assert.match(run.logged[index] ?? '', log);
      });
  });

test('fail ends its user and fails the phase with the message alone', async () => {
  const run = await runScenario([{ main: [{ fail: 'enough' }, { log: 'never' }] }]);
  assert.equal(run.session.stopped, true);
  assert.equal(run.failures.length, 1);
  assert.deepEqual(run.logged, []);
});

test('a number with blanks around it is read', async () => {
  const { logged } = await runScenario([
    { main: [{ set: { var: 'o', value: ' 12 ' } }, { stringToInt: 'o -> n' }, { log: '${n}' }] },
  ]);
  assert.deepEqual(logged, ['12']);
});

test('an array that is set again is new', async () => {
  const { logged } = await runScenario([
    { main: [{ loop: { counterVar: 'i', repeats: 2, steps: [array(1), { log: '${i} ${a}' }, add('x')] } }] },
  ]);
  assert.deepEqual(logged, ['0 []', '1 []']);
});

test('a full array reports it a few times only', async () => {
  const times = scenarios.warningsMax + 5;
  const repeats = { loop: { counterVar: 'i', repeats: times, steps: [add('x')] } };
  const { logged } = await runScenario([{ main: [array(1)] }, { again: [repeats] }]);
  assert.equal(logged.length, scenarios.warningsMax);
  assert.match(logged.at(-1) ?? '', /further messages of this kind are not logged$/);
});

suite('is refused with its place and the right form', () => {
  const refused: readonly (readonly [step: unknown, problem: RegExp])[] = [
    [{ addItem: { toVar: 'o' } }, /addItem needs toVar and exactly one of value and fromVar/],
    [
      { addItem: { toVar: 'o', value: 'x', fromVar: 'o' } },
      /addItem needs toVar and exactly one of value and fromVar/,
    ],
    [{ addItem: { value: 'x' } }, /addItem needs toVar/],
    [{ addToInt: { var: 'n', value: 0 } }, /addToInt needs var and a whole number value that is not 0/],
    [{ conditional: { actions: [] } }, /conditional: expected one of the conditions/],
    [
      { conditional: { intCondition: 'n == 1', actions: { nope: {} } } },
      /actions\.nope: unknown action 'nope'/,
    ],
    [{ fail: { message: 'm', intCondition: 'n' } }, /fail\.intCondition: 'n' is not a comparison/],
    [{ getIndex: { item: { value: 'x' }, toVar: 'n' } }, /getIndex needs collection, item and toVar/],
    [
      { getIndex: { collection: 'o', item: {}, toVar: 'n' } },
      /getIndex\.item: expected text, or a mapping with exactly one of/,
    ],
    [{ getItem: { fromVar: 'o', toVar: 'o' } }, /getItem needs fromVar, index and toVar/],
    [
      { getSize: { fromVar: 'o', toVar: 'n', stringFilter: {} } },
      /stringFilter: a condition on text needs length, or one of value/,
    ],
    [
      { getSize: { fromVar: 'o', toVar: 'n', intFilter: { equalTo: 'x' } } },
      /intFilter\.equalTo: expected a whole/,
    ],
    [{ getSize: { fromVar: 'o' } }, /getSize needs fromVar and toVar/],
    [{ log: {} }, /log needs message/],
    [
      { log: { message: '{}', vars: ['o', 'n'] } },
      /log\.vars\.1: the message has no \{\} for the variable 'n'/,
    ],
    [{ removeItem: { fromVar: 'o', index: {} } }, /removeItem\.index: expected a whole number/],
    [{ set: { var: 'o' } }, /set needs var and exactly one of value, intArray and objectArray/],
    [
      { set: { var: 'o', value: 'x', intArray: { size: 1 } } },
      /exactly one of value, intArray and objectArray/,
    ],
    [
      { set: { var: 'o', intArray: { size: 0 } } },
      /intArray\.size: size must be a whole number from 1 to 65536/,
    ],
    [
      { set: { var: 'o', objectArray: { size: 65537 } } },
      /objectArray\.size: size must be a whole number from 1 to 65536/,
    ],
    [{ set: { var: 'o', objectArray: {} } }, /objectArray: objectArray needs size/],
    [
      { setInt: { var: 'n', value: 1, intCondition: { equalTo: 'x' } } },
      /intCondition\.equalTo: expected a whole/,
    ],
    [
      { setItem: { toVar: 'o', index: 1 } },
      /setItem needs toVar, index and exactly one of value and fromVar/,
    ],
    [{ stringToInt: 'o' }, /stringToInt needs fromVar and toVar \(write 'stringToInt: text -> number'\)/],
    [{ stringToInt: 'o -> o' }, /stringToInt reads and writes 'o'/],
    [{ unset: 'hyperfoil.run.id' }, /built-in variable 'hyperfoil.run.id' cannot be unset/],
    [{ unset: {} }, /unset needs the name of a variable/],
  ];
  for (const [step, problem] of refused)
    test(JSON.stringify(step), () => {
      const findings = new Findings();
      parseScenario([{ main: [{ set: 'o <- x' }, { setInt: 'n <- 1' }, step] }], [], {
        targets: [],
        ergonomics,
        findings,
      });
      const found = findings.list.map(
        ({ path, message, hint }) =>
          `${path.slice(3).join('.')}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
      );
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', problem);
    });
});

test('row 24: actions read only what some step writes, and keep a variable either int or object', async () => {
  const refused = async (steps: readonly unknown[], message: RegExp): Promise<void> => {
    await assert.rejects(runSteps(steps), (error: Error) => {
      assert.match(error.message, message);
      return true;
    });
  };
  for (const [steps, name] of [
    [[{ addItem: { toVar: 'a', value: 'x' } }], 'a'],
    [[{ getIndex: { collection: 'a', item: { value: 'x' }, toVar: 'i' } }], 'a'],
    [[{ getItem: { fromVar: 'a', index: 0, toVar: 'i' } }], 'a'],
    [[{ getSize: { fromVar: 'a', toVar: 'i' } }], 'a'],
    [[{ removeItem: { fromVar: 'a', index: 0 } }], 'a'],
    [[{ setItem: { toVar: 'a', index: 0, value: 'x' } }], 'a'],
    [[{ stringToInt: 'a -> i' }], 'a'],
    [[{ unset: 'a' }], 'a'],
    [[{ randomItem: 'b <- a' }], 'a'],
    [[{ divide: 'a /= 2' }], 'a'],
    [[{ template: { pattern: '${a}', toVar: 'b' } }], 'a'],
    [[{ conditional: { intCondition: 'a == 1', actions: [] } }], 'a'],
    [[{ fail: { message: 'm', boolCondition: { fromVar: 'a' } } }], 'a'],
    [[{ log: { message: '{}', vars: ['a'] } }], 'a'],
  ] as const)
    await refused(steps, new RegExp(`variable '${name}' has no value, because no step sets it`));
  await refused(
    [{ set: 'a <- 1' }, { divide: 'a /= 2' }],
    /'a' is used as a whole number here, but as text or an array in \[0\]\.main\[0\]\.set/,
  );
  await refused(
    [{ setInt: 'a <- 1' }, { getSize: { fromVar: 'a', toVar: 'n' } }],
    /'a' is used as text or an array here, but as a whole number in \[0\]\.main\[0\]\.setInt/,
  );
});
