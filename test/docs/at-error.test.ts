import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import { stepKinds } from '../../lib/driver/scenario/registry.ts';
import { runScenario } from '../driver/scenario/scenario-run.ts';

/**
 * The documentation states what each step does when a variable is unset, has the wrong type or is full. The
 * step must do it: `fails` means that it fails the phase, `warns` that it logs and continues, `goes on` that
 * it continues silently, and `waits` that it waits.
 */

const before = [
  'set: gone <- 1',
  'unset: gone',
  'setInt: number <- 1',
  'unset: number',
  'set: word <- hat',
  'set: { var: full, objectArray: { size: 2, fromVar: word } }',
  'set: { var: empty, objectArray: { size: 2 } }',
  'set: index <- 7',
].map((step) => parse(step) as unknown);

const words = {
  fails: /error|fail/i,
  warns: /warning|is written as/,
  on: /./,
  waits: /^Waits/,
} as const;

const rows: readonly (readonly [step: string, outcome: keyof typeof words])[] = [
  ['addItem: { toVar: gone, value: hat }', 'fails'],
  ['addItem: { toVar: word, value: hat }', 'fails'],
  ['addItem: { toVar: full, value: hat }', 'warns'],
  ['addToInt: number += 1', 'fails'],
  ['addToInt: { var: number, value: 1, orElseSetTo: 1 }', 'on'],
  ['awaitDelay: pace', 'fails'],
  ['awaitInt: { var: gone, equalTo: 1 }', 'waits'],
  ['awaitInt: { var: word, equalTo: 1 }', 'fails'],
  ['awaitInt: { var: index, equalTo: { fromVar: gone } }', 'fails'],
  ['awaitVar: gone', 'waits'],
  ['breakSequence: { intCondition: gone == 1 }', 'on'],
  ['breakSequence: { intCondition: word == 1 }', 'fails'],
  ['conditional: { intCondition: gone == 1, actions: [fail: reached] }', 'on'],
  ['conditional: { intCondition: word == 1, actions: [log: reached] }', 'fails'],
  ['divide: number /= 2', 'waits'],
  ['fail: { message: reached, intCondition: gone == 1 }', 'on'],
  ['foreach: { fromVar: gone, sequence: greet }', 'waits'],
  ['foreach: { fromVar: word, sequence: greet }', 'fails'],
  ['foreach: { fromVar: full, sequence: greet }', 'fails'],
  ['getIndex: { collection: gone, item: hat, toVar: place }', 'fails'],
  ['getIndex: { collection: empty, item: hat, toVar: place }', 'on'],
  ['getItem: { fromVar: gone, index: 0, toVar: item }', 'warns'],
  ['getItem: { fromVar: word, index: 0, toVar: item }', 'warns'],
  ['getItem: { fromVar: full, index: 7, toVar: item }', 'warns'],
  ['getItem: { fromVar: full, index: { fromVar: gone }, toVar: item }', 'fails'],
  ['getSize: { fromVar: gone, toVar: size }', 'on'],
  ['getSize: { fromVar: word, toVar: size }', 'on'],
  ['getSize: { fromVar: full, toVar: size, intFilter: { equalTo: 1 } }', 'fails'],
  ['json: { fromVar: gone, query: .id, toVar: id }', 'fails'],
  ['json: { fromVar: word, query: .id, toVar: id }', 'fails'],
  ['log: "${gone}"', 'warns'],
  ['markRequestInvalid: {}', 'fails'],
  ['newSequence: { sequence: main, concurrencyPolicy: WARN }', 'warns'],
  ['newSequence: main', 'fails'],
  ['nextSequence: main', 'fails'],
  ['randomInt: { toVar: number, min: 3, max: { fromVar: gone } }', 'fails'],
  ['randomInt: { toVar: number, min: 9, max: { fromVar: index } }', 'fails'],
  ['randomItem: { toVar: item, fromVar: gone }', 'fails'],
  ['randomItem: { toVar: item, fromVar: empty }', 'fails'],
  ['removeItem: { fromVar: gone, index: 0 }', 'fails'],
  ['removeItem: { fromVar: full, index: 7 }', 'fails'],
  ['removeItem: { fromVar: empty, index: 0 }', 'on'],
  ['set: { var: copy, intArray: { size: 2, fromVar: gone } }', 'fails'],
  ['set: { var: copy, intArray: { size: 2, fromVar: word } }', 'fails'],
  ['set: { var: copy, objectArray: { size: 1, fromVar: full } }', 'on'],
  ['setInt: { var: number, fromVar: gone }', 'fails'],
  ['setInt: { var: number, max: [1, { fromVar: word }] }', 'fails'],
  ['setInt: { var: number, value: 1, intCondition: { equalTo: 1 } }', 'on'],
  ['setItem: { toVar: gone, index: 0, value: hat }', 'fails'],
  ['setItem: { toVar: full, index: 7, value: hat }', 'fails'],
  ['stringToInt: gone -> number', 'fails'],
  ['stringToInt: word -> number', 'warns'],
  ['template: { pattern: "${gone}", toVar: text }', 'fails'],
  ['unset: gone', 'on'],
];

suite('at an error', () => {
  for (const [text, expected] of rows)
    test(`${text}: ${expected}`, async () => {
      const step = parse(text) as Readonly<Record<string, unknown>>;
      const kind = stepKinds.get(Object.keys(step)[0] ?? '');
      assert.match(kind?.atError ?? '', words[expected]);
      const main = [...before, step, { noop: {} }];
      // No earlier step has set the delay of this step.
      const greet = [{ scheduleDelay: { key: 'pace', duration: '1ms' } }];
      const run = await runScenario({ initialSequences: [{ main }], sequences: [{ greet }] }, { draws: [] });
      const came =
        run.failures.length > 0
          ? 'fails'
          : run.logged.length > 0
            ? 'warns'
            : run.session.inFlight === 0 && run.ended
              ? 'on'
              : 'waits';
      assert.equal(came, expected, String(run.failures[0] ?? run.logged[0]));
    });
});
