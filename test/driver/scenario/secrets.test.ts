import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runVirtually } from '../session/shards.ts';

/**
 * The value of a variable may be a password, so an error names only the variable and the kind of its value.
 */

const marker = 'hunter2-marker';
const secret = { set: { var: 's', value: marker } };
const numbers = { intCondition: { fromVar: 's', equalTo: 1 } };

/** Steps that receive the secret and cannot use it. */
const refused: { readonly [what: string]: readonly unknown[] } = {
  'a condition': [{ fail: { message: 'x', ...numbers } }],
  'a condition of a handler': [
    {
      httpRequest: {
        GET: '/',
        handler: { onCompletion: { conditional: { ...numbers, actions: [{ log: 'x' }] } } },
      },
    },
  ],
  'setInt in a handler': [
    { httpRequest: { GET: '/', handler: { onCompletion: { setInt: { var: 'n', fromVar: 's' } } } } },
  ],
  setInt: [{ setInt: { var: 'n', fromVar: 's' } }],
  randomInt: [{ randomInt: { toVar: 'n', min: 0, max: { fromVar: 's' } } }],
  'an index': [
    { set: { var: 'list', objectArray: { size: 2 } } },
    { setItem: { toVar: 'list', index: { fromVar: 's' }, value: 'x' } },
  ],
  'an array': [{ addItem: { toVar: 's', value: 'x' } }],
  'a foreach': [{ foreach: { fromVar: 's', sequence: 'each' } }],
  'a random item': [{ randomItem: { toVar: 'r', fromVar: 's' } }],
  json: [{ json: { fromVar: 's', query: '.a', toVar: 'r' } }],
  stringToInt: [{ stringToInt: { fromVar: 's', toVar: 'n' } }, 'markRequestInvalid'],
  'global counters': [{ publishGlobalCounters: { key: 'k', vars: ['s'] } }],
  'an authority': [{ httpRequest: { GET: '/', authority: { fromVar: 's' } } }],
  'an endpoint': [{ httpRequest: { GET: '/', endpoint: { fromVar: 's' } } }],
  'a URL': [{ httpRequest: { GET: 'http://${s}.example/' } }],
  'a metric rule': [{ httpRequest: { GET: '/${s}', metric: ['/a -> a'] } }],
  'a header of the response': [
    {
      httpRequest: { GET: '/', handler: { header: { recordHeaderTime: { header: 'x-time', unit: 'ms' } } } },
    },
  ],
};

suite('an error does not say what a variable holds:', () => {
  for (const [what, steps] of Object.entries(refused))
    test(what, async () => {
      const { outcome, log } = await runVirtually(
        { scenario: { initialSequences: [{ main: [secret, ...steps] }], sequences: [{ each: ['noop'] }] } },
        { answer: () => ({ kind: 'response', afterMs: 1, headers: { 'x-time': marker } }) },
      );
      assert.equal(outcome.errors.length, 1, 'it is an error');
      assert.doesNotMatch(JSON.stringify([outcome, log]), /hunter2|marker/);
    });
});
