import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Findings } from '../../../lib/driver/document/problem.ts';
import { requestsPerRun } from '../../../lib/driver/scenario/demand/requests.ts';
import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { targetAt } from '../session/shards.ts';

/**
 * An impossible scenario is reported when it is loaded. The checks are about its sequences, waits, delays and
 * limits.
 */

function load(raw: unknown) {
  const findings = new Findings();
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  const scenario = parseScenario(raw, [], { targets: [targetAt(80)], ergonomics, findings });
  const problems = findings.list.map(
    ({ severity, path, message, hint }) =>
      `${severity} ${path.join('.')}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );
  return { scenario, problems };
}

const get = { httpRequest: { GET: '/' } };
const withBody = (...body: readonly unknown[]) => ({ httpRequest: { GET: '/', handler: { body } } });
const queue = (sequence: string, more: object = {}) => ({
  queue: { var: 'v', maxSize: 4, concurrency: 3, sequence, ...more },
});

suite('sequences', () => {
  const rows: readonly (readonly [name: string, raw: unknown, problems: readonly string[]])[] = [
    [
      'that nobody starts, and what only they start',
      {
        initialSequences: [{ a: [get] }],
        sequences: [{ b: [{ newSequence: 'c' }] }, { c: [get] }],
      },
      [
        "warning sequences.0.b: sequence 'b' never starts (start the sequence with newSequence, or list it under initialSequences)",
        "warning sequences.1.c: sequence 'c' never starts (start the sequence with newSequence, or list it under initialSequences)",
      ],
    ],
    [
      'that a refused part may start are not judged',
      { initialSequences: [{ a: [get, 'bogus'] }], sequences: [{ b: [get] }] },
      ["error initialSequences.0.a.1: unknown step 'bogus' (all steps are listed in docs/steps.md)"],
    ],
    [
      'that only circles start',
      {
        initialSequences: [{ a: [get] }],
        sequences: [{ b: [{ newSequence: 'c' }] }, { c: [{ newSequence: 'b' }] }],
      },
      [
        "warning sequences.0.b: sequence 'b' never starts (start the sequence with newSequence, or list it under initialSequences)",
        "warning sequences.1.c: sequence 'c' never starts (start the sequence with newSequence, or list it under initialSequences)",
      ],
    ],
    [
      'behind one that does not end',
      [{ a: [get, 'stop'] }, { b: [get] }],
      [
        "warning 1.b: sequence 'b' never starts (start the sequence with newSequence, or list it under initialSequences)",
      ],
    ],
    [
      'that are not there',
      {
        initialSequences: [
          {
            main: [
              { newSequence: 'mian' },
              { set: 'names <- x' },
              { foreach: { fromVar: 'names', sequence: 'each' } },
              { nextSequence: 'next' },
              withBody(queue('quue'), { newSequence: { sequence: 'other' } }),
              { newSequence: 'main[2]' },
            ],
          },
        ],
      },
      [
        "warning initialSequences.0.main.3.nextSequence: nextSequence is deprecated (write 'newSequence: next')",
        "error initialSequences.0.main.0.newSequence: no sequence is called 'mian' (did you mean 'main'?)",
        "error initialSequences.0.main.2.foreach.sequence: no sequence is called 'each' (expected 'main')",
        "error initialSequences.0.main.3.nextSequence: no sequence is called 'next' (expected 'main')",
        "error initialSequences.0.main.4.httpRequest.handler.body.0.queue.sequence: no sequence is called 'quue' (expected 'main')",
        "error initialSequences.0.main.4.httpRequest.handler.body.1.newSequence: no sequence is called 'other' (expected 'main')",
        "error initialSequences.0.main.5.newSequence: no sequence is called 'main[2]' (did you mean 'main'?)",
      ],
    ],
    [
      'that are misspelt, so their sequences are not reported as unused',
      { initialSequences: [{ main: [{ newSequence: 'next[2]' }] }], sequences: [{ 'next[2]': [get] }] },
      ["error initialSequences.0.main.0.newSequence: no sequence is called 'next[2]' (did you mean 'next'?)"],
    ],
    [
      'with another number of instances at the same index',
      {
        initialSequences: [{ 'main[2]': [{ newSequence: { sequence: 'other', forceSameIndex: true } }] }],
        sequences: [{ 'other[3]': [get] }],
      },
      [
        "error initialSequences.0.main[2].0.newSequence: forceSameIndex needs two sequences with the same number of instances, but 'other' has 3 and 'main' has 2 (give both the same number, such as 'other[2]' and 'main[2]')",
      ],
    ],
    [
      'with more instances than a user has room for',
      [{ [`a[${scenarios.atOnceUserMax + 1}]`]: [get] }],
      [
        `error 0.a[${scenarios.atOnceUserMax + 1}]: sequence 'a[${scenarios.atOnceUserMax + 1}]' may have at most ${scenarios.atOnceUserMax} instances`,
      ],
    ],
    [
      'that start at once beyond maxSequences',
      { maxSequences: 1, initialSequences: [{ a: [get] }, { b: [get] }] },
      [
        "error maxSequences: 2 sequences start with each user, more than maxSequences (1) allows at once (write 'maxSequences: 2')",
      ],
    ],
    [
      'bounds beyond what a user has room for',
      { maxSequences: 1e6, maxRequests: 1e6, initialSequences: [{ a: [get] }] },
      [
        `error maxRequests: maxRequests is 1000000, but at most ${scenarios.atOnceUserMax} is allowed`,
        `error maxSequences: maxSequences is 1000000, but at most ${scenarios.atOnceUserMax} is allowed`,
      ],
    ],
    [
      'with a loop that counts for all instances',
      { initialSequences: [{ 'a[2]': [{ loop: { counterVar: 'i', repeats: 2, steps: [get] } }] }] },
      [
        "error initialSequences.0.a[2].0.loop.counterVar: sequence 'a' has several instances, but all of them share counterVar 'i' (write 'i[.]')",
      ],
    ],
    [
      'of queues are judged with the instances that the queue runs',
      {
        initialSequences: [{ main: [withBody(queue('each'))] }],
        sequences: [{ each: [{ httpRequest: { GET: '/${v[.]}' } }] }],
      },
      [],
    ],
    [
      'of queues may start others at their index',
      {
        initialSequences: [{ main: [withBody(queue('each'))] }],
        sequences: [
          { each: [{ newSequence: { sequence: 'other', forceSameIndex: true } }] },
          { 'other[3]': [get] },
        ],
      },
      [],
    ],
    [
      'of queues that others start as well are judged as they are',
      {
        initialSequences: [{ main: [withBody(queue('each')), { newSequence: 'each' }] }],
        sequences: [{ each: [{ httpRequest: { GET: '/${v[.]}' } }] }],
      },
      [
        "error sequences.0.each.0.httpRequest.GET: 'v[.]' needs the index of an instance, but sequence 'each' has only one instance (write 'v', or name the sequence 'each[N]' for up to N instances at the same time)",
      ],
    ],
    [
      'of several queues say what is wrong in them once',
      {
        initialSequences: [{ main: [withBody(queue('each'), queue('each', { var: 'w' }))] }],
        sequences: [{ each: [{ log: '${none}' }, { loop: {} }] }],
      },
      [
        'error sequences.0.each.1.loop: loop needs counterVar, repeats and steps',
        "error sequences.0.each.0.log: variable 'none' has no value, because no step sets it (set the variable in an earlier step, or correct its name: steps set only 'v', 'w')",
      ],
    ],
    [
      'that queue for themselves, also through another',
      {
        initialSequences: [{ main: [withBody(queue('a'))] }],
        sequences: [{ a: [withBody(queue('b'))] }, { b: [withBody(queue('a'))] }],
      },
      [
        "error sequences.1.b.0.httpRequest.handler.body.0.queue.sequence: sequence 'a' fills a queue whose values start sequence 'a' again (let the queue start another sequence)",
        "error sequences.0.a.0.httpRequest.handler.body.0.queue.sequence: sequence 'b' fills a queue whose values start sequence 'b' again (let the queue start another sequence)",
      ],
    ],
  ];
  for (const [name, raw, problems] of rows) test(name, () => assert.deepEqual(load(raw).problems, problems));
});

suite('queues', () => {
  test('have a copy of their sequence, and the original is dropped when nothing else starts it', () => {
    const names = (...more: readonly unknown[]) =>
      load({
        initialSequences: [{ main: [withBody(queue('each')), ...more] }],
        sequences: [{ each: [get] }],
      }).scenario?.sequences.map(({ name, concurrency, runs }) => [name, concurrency, runs]);
    assert.deepEqual(names(), [
      ['main', 0, 1],
      ['each_queue_1', 3, 3],
    ]);
    assert.deepEqual(names({ newSequence: 'each' }), [
      ['main', 0, 1],
      ['each', 0, 1],
      ['each_queue_1', 3, 3],
    ]);
  });

  test('need all members that define what they do, within bounds', () => {
    const of = (more: object) =>
      load({ initialSequences: [{ main: [withBody(queue('each', more))] }], sequences: [{ each: [get] }] })
        .problems;
    const expected = [
      `error initialSequences.0.main.0.httpRequest.handler.body.0.queue: queue needs var, sequence, maxSize and concurrency (the last two from 1 to ${scenarios.atOnceUserMax})`,
    ];
    for (const more of [{ maxSize: undefined }, { var: undefined }, { sequence: undefined }])
      assert.deepEqual(of(more).slice(0, 1), expected);
    for (const [key, number] of [
      ['maxSize', 0],
      ['concurrency', scenarios.atOnceUserMax + 1],
    ] as const)
      assert.deepEqual(of({ [key]: number }).slice(0, 1), [
        `error initialSequences.0.main.0.httpRequest.handler.body.0.queue.${key}: ${key} must be a whole number from 1 to ${scenarios.atOnceUserMax}`,
      ]);
    assert.deepEqual(of({}), []);
  });

  test('have one variable for all instances', () => {
    const { problems } = load({
      initialSequences: [{ 'main[2]': [withBody(queue('each', { var: 'v[.]' }))] }],
      sequences: [{ each: [get] }],
    });
    assert.match(
      problems[0] ?? '',
      /queue.var: a queue needs the name of a whole variable, not 'v\[\.\]' \(write 'var: v', and read 'v\[\.\]' in the sequence\)/,
    );
  });
});

suite('waits', () => {
  const nothing = (variable: string) =>
    `this step waits forever, because only later steps of the same sequence set variable '${variable}' (set the variable in another sequence, or in a handler of an earlier request)`;
  const rows: readonly (readonly [name: string, raw: unknown, problems: readonly string[]])[] = [
    [
      'for what a later step sets',
      [{ main: [{ awaitVar: 'a' }, { set: 'a <- x' }] }],
      [`warning 0.main.0.awaitVar: ${nothing('a')}`],
    ],
    ['for what an earlier step sets', [{ main: [{ set: 'a <- x' }, { awaitVar: 'a' }] }], []],
    [
      'for what an earlier handler sets',
      [
        {
          main: [
            { httpRequest: { GET: '/', handler: { onCompletion: { set: 'a <- x' } } } },
            { awaitVar: 'a' },
          ],
        },
      ],
      [],
    ],
    ['until a variable is unset', [{ main: [{ awaitVar: '!a' }, { set: 'a <- x' }] }], []],
    [
      'for what another sequence sets',
      { initialSequences: [{ main: [{ awaitVar: 'a' }] }, { other: [{ set: 'a <- x' }] }] },
      [],
    ],
    [
      'for an item that a later step sets',
      { initialSequences: [{ 'main[2]': [{ awaitVar: 'a[.]' }, { set: 'a[.] <- x' }] }] },
      [`warning initialSequences.0.main[2].0.awaitVar: ${nothing('a[.]')}`],
    ],
    [
      'for an array that is there from the start',
      { initialSequences: [{ 'main[2]': [{ awaitVar: 'a' }, { set: 'a[.] <- x' }] }] },
      [],
    ],
    [
      'of a foreach',
      {
        initialSequences: [{ main: [{ foreach: { fromVar: 'a', sequence: 'each' } }, { set: 'a <- x' }] }],
        sequences: [{ each: [get] }],
      },
      [`warning initialSequences.0.main.0.foreach.fromVar: ${nothing('a')}`],
    ],
    [
      'in what a queue runs',
      {
        initialSequences: [{ main: [withBody(queue('each'))] }],
        sequences: [{ each: [{ awaitVar: 'a' }, { set: 'a <- x' }] }],
      },
      [`warning sequences.0.each.0.awaitVar: ${nothing('a')}`],
    ],
    [
      'for what nobody sets',
      [{ main: [{ awaitVar: 'a' }] }],
      [
        "error 0.main.0.awaitVar: variable 'a' has no value, because no step sets it (set the variable in an earlier step, or correct its name)",
      ],
    ],
    [
      'for what nobody sets, when steps set one other variable',
      [{ main: [{ set: 'page <- x' }, { awaitVar: 'a' }] }],
      [
        "error 0.main.1.awaitVar: variable 'a' has no value, because no step sets it (set the variable in an earlier step, or correct its name: steps set only 'page')",
      ],
    ],
    [
      'for a delay that nobody schedules',
      [{ main: [{ scheduleDelay: { key: 'pace', duration: '1s' } }, { awaitDelay: 'pase' }] }],
      [
        "error 0.main.1.awaitDelay: no scheduleDelay starts a delay with the name 'pase' (did you mean 'pace'?)",
      ],
    ],
    [
      'for the delay of an index that is not there',
      [{ main: [{ scheduleDelay: { key: 'k[.]', duration: '1s' } }] }],
      [
        "error 0.main.0.scheduleDelay.key: 'k[.]' needs the index of an instance, but sequence 'main' has only one instance (write 'k', or name the sequence 'main[N]' for up to N instances at the same time)",
      ],
    ],
  ];
  for (const [name, raw, problems] of rows) test(name, () => assert.deepEqual(load(raw).problems, problems));
});

suite('steps', () => {
  const rows: readonly (readonly [name: string, steps: readonly unknown[], problems: readonly string[]])[] = [
    [
      'behind stop',
      ['stop', get, get],
      [
        "warning 0.main.1: no user reaches this step, because 'stop' is before it (move the step before 'stop', or remove the step)",
      ],
    ],
    [
      'behind a restart',
      [get, 'restartSequence', get],
      [
        "warning 0.main.2: no user reaches this step, because 'restartSequence' is before it (move the step before 'restartSequence', or remove the step)",
      ],
    ],
    ['before them', [get, 'restartSequence'], []],
    [
      'with a pattern in a fixed text',
      [
        { set: 'o <- to ${x}' },
        { set: { var: 'a', objectArray: { size: 1 } } },
        { addItem: { toVar: 'a', value: '${o}' } },
        { log: '${o} ${a}' },
        { set: 'o <- 5 $' },
      ],
      ['0.main.0.set', '0.main.2.addItem.value'].map(
        (place) =>
          `warning ${place}: patterns are not replaced here, so the text keeps '\${' (use 'template: { pattern: ..., toVar: ... }' to make a text from variables)`,
      ),
    ],
    [
      'that restart where the sequence ends',
      [{ breakSequence: { intCondition: 'hyperfoil.session.id > 3', onBreak: ['restartSequence'] } }],
      [
        'error 0.main.0.breakSequence.onBreak.0: restartSequence does nothing in onBreak, because breakSequence ends the sequence (replace breakSequence with a conditional that has the action restartSequence)',
      ],
    ],
    [
      'that break for no reason',
      [{ breakSequence: {} }, { awaitInt: { greaterThan: 3 } }],
      [
        'error 0.main.0.breakSequence: expected one of the conditions allConditions, boolCondition, intCondition, stringCondition',
        'error 0.main.1.awaitInt: awaitInt needs var, the variable to wait for',
      ],
    ],
    [
      'without what they need',
      [
        { newSequence: {} },
        { nextSequence: {} },
        { foreach: {} },
        { awaitVar: {} },
        { awaitVar: '!' },
        { awaitDelay: {} },
        { scheduleDelay: { duration: '1s' } },
      ],
      [
        "error 0.main.0.newSequence: newSequence needs the name of a sequence (write 'newSequence: name')",
        "error 0.main.1.nextSequence: nextSequence needs the name of a sequence (write 'newSequence: name')",
        'error 0.main.2.foreach: foreach needs fromVar and sequence',
        "error 0.main.3.awaitVar: awaitVar needs the name of a variable (write 'awaitVar: name')",
        "error 0.main.4.awaitVar: awaitVar needs the name of a variable (write 'awaitVar: name')",
        "error 0.main.5.awaitDelay: awaitDelay needs the key of a scheduleDelay (write 'awaitDelay: name')",
        "error 0.main.6.scheduleDelay: scheduleDelay needs a key (write 'key: name')",
      ],
    ],
    [
      'with delays that say two things or none',
      [
        { thinkTime: { duration: '1s', fromNow: null, fromLast: null } },
        { scheduleDelay: { key: 'k', duration: '1s', type: 'FROM_NOW', fromLast: null } },
        { scheduleDelay: { key: 'k' } },
        { thinkTime: { duration: '1s', min: '1s', max: '2s' } },
      ],
      [
        'error 0.main.0.thinkTime: thinkTime takes only one of type, fromNow and fromLast, found fromNow and fromLast',
        'error 0.main.1.scheduleDelay: scheduleDelay takes only one of type, fromNow and fromLast, found type and fromLast',
        "error 0.main.2.scheduleDelay: scheduleDelay needs a duration, such as 'duration: 20ms'",
        "error 0.main.3.thinkTime.min: 'min' needs 'random: LINEAR' or 'random: NEGATIVE_EXPONENTIAL'",
        "error 0.main.3.thinkTime.max: 'max' needs 'random: LINEAR' or 'random: NEGATIVE_EXPONENTIAL'",
      ],
    ],
  ];
  for (const [name, steps, problems] of rows)
    test(name, () => assert.deepEqual(load([{ main: steps }]).problems, problems));
});

suite('requests of one user', () => {
  const loop = (repeats: number, ...steps: readonly unknown[]) => ({
    loop: { counterVar: 'i', repeats, steps },
  });
  const rows: readonly (readonly [name: string, raw: unknown, expected: number])[] = [
    ['ordered sequences run once each', [{ a: [get] }, { b: [get, get] }], 3],
    [
      'a sequence counts as often as it is started',
      {
        initialSequences: [{ a: [{ newSequence: 'b' }, get] }, { c: [{ newSequence: 'b' }] }],
        sequences: [{ 'b[2]': [get] }],
      },
      3,
    ],
    [
      'a start in a loop counts as often as the loop repeats',
      { initialSequences: [{ a: [loop(7, { newSequence: 'b' })] }], sequences: [{ 'b[7]': [get, get] }] },
      14,
    ],
    [
      'what is started there starts others',
      {
        initialSequences: [{ a: [loop(7, { newSequence: 'b' })] }],
        sequences: [{ 'b[7]': [{ newSequence: 'c' }] }, { 'c[7]': [get] }],
      },
      7,
    ],
    [
      'foreach starts as many as there may be',
      {
        initialSequences: [{ a: [{ foreach: { fromVar: 'x', sequence: 'b' } }, { set: 'x <- y' }] }],
        sequences: [{ 'b[5]': [get] }],
      },
      5,
    ],
    [
      'a queue runs as many as it may at once',
      { initialSequences: [{ main: [withBody(queue('each'))] }], sequences: [{ 'each[9]': [get] }] },
      4,
    ],
    [
      'a circle is one round',
      {
        initialSequences: [{ a: [get, { newSequence: 'b' }] }],
        sequences: [{ b: [get, { newSequence: 'a' }] }],
      },
      2,
    ],
    ['a restart is one round', [{ a: [get, 'breakIfFinished', 'restartSequence'] }], 1],
    ['what never starts sends nothing', { initialSequences: [{ a: [get] }], sequences: [{ b: [get] }] }, 1],
  ];
  for (const [name, raw, expected] of rows)
    test(name, () => {
      const { scenario } = load(raw);
      assert.ok(scenario);
      assert.equal(requestsPerRun(scenario), expected);
    });

  test('of a chain of thousands of sequences are counted', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `s${at}`);
    const { scenario, problems } = load(names.map((name) => ({ [name]: [get] })));
    assert.ok(scenario);
    assert.deepEqual([problems, requestsPerRun(scenario)], [[], 20_000]);
  });
});
