import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from 'dynalite/db/index.js';
import fc from 'fast-check';
import { checked } from '../../../lib/local/tables/actions.ts';
import { checkedTransaction } from '../../../lib/local/tables/plain-writes.ts';
import { writeInput } from '../../../lib/local/tables/transaction-input.ts';

const store = { options: { maxItemSize: 400 } } as Store;
const key = { pk: { S: 'a' }, sk: { S: '1' } };

/** A checked transaction, or the message of the mistake. */
function outcomeOf(check: (body: object) => object, body: object): unknown {
  try {
    return check(JSON.parse(JSON.stringify(body)));
  } catch (error) {
    return (error as Error).message;
  }
}

const byDynalite = (body: object) => outcomeOf((copy) => checked(writeInput, copy, store), body);
const own = (body: object) => outcomeOf((copy) => checkedTransaction(copy, store), body);
const assertSame = (body: object) => assert.deepEqual(own(body), byDynalite(body));
const putOf = (attribute: object, more: object = {}) => ({
  Put: { TableName: 'runs', Item: { ...key, attribute }, ...more },
});

/** Texts that are numbers of DynamoDB, numbers that it writes in another way, and no numbers. */
const numbers = [
  '0',
  '-0',
  '00',
  '1',
  '-1',
  '1.50',
  '0.05',
  '.5',
  '1e3',
  `1${'0'.repeat(37)}`,
  '9'.repeat(39),
];
const numberText = fc.constantFrom(...numbers, '1e126', '1e-131', '', ' 1', 'NaN', '1.', '-1.25', '1\n');
const text = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('x'.repeat(130), 'x'.repeat(401), 'é'));
const bytes = fc.constantFrom('', 'AA==', 'AQID', 'AB==', 'A', 'a b=', 'A'.repeat(540));
const { attribute } = fc.letrec((tie) => ({
  attribute: fc.oneof(
    { depthSize: 'small' },
    fc.record({ S: text }),
    fc.record({ N: numberText }),
    fc.record({ B: bytes }),
    fc.record({ BOOL: fc.constantFrom<unknown>(true, false, 'no', 1, 'perhaps') }),
    fc.record({ NULL: fc.constantFrom<unknown>(true, false, null) }),
    fc.record({ SS: fc.array(text, { maxLength: 2 }) }),
    fc.record({ L: fc.array(tie('attribute'), { maxLength: 3 }) }),
    fc.record({
      M: fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('attribute'), { maxKeys: 3 }),
    }),
    fc.constantFrom<unknown>({}, [], ['S'], null, 1, { S: 1 }, { N: 1 }, { S: 'a', N: '1' }, { X: 'a' }),
  ),
}));
const conditions = [
  { ConditionExpression: 'attribute_not_exists(pk)' },
  { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(a.b)' },
  {
    ConditionExpression: '#n = :v',
    ExpressionAttributeNames: { '#n': 'n' },
    ExpressionAttributeValues: { ':v': { N: '1' } },
  },
  { ConditionExpression: '#n = :v' },
  { ConditionExpression: 'attribute_exists(pk', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
  { ConditionExpression: '' },
  { ConditionExpression: null },
  { ConditionExpression: 7 },
  { Unknown: 'x' },
];
const condition = fc.oneof(
  { weight: 3, arbitrary: fc.constant<object>({}) },
  { weight: 1, arbitrary: fc.constantFrom<object>(...conditions) },
);
const table = fc.oneof(
  { weight: 9, arbitrary: fc.constant<unknown>('runs') },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('no', 'a table', 1, undefined) },
);
const parts = fc.record({ table, attribute, condition });
const operation = parts.chain(({ table: TableName, attribute: value, condition: more }) =>
  fc.constantFrom<object>(
    { Put: { TableName, Item: { ...key, value }, ...more } },
    { Put: { TableName, Item: { ...key, value }, ...more } },
    { Put: { TableName, Item: value, ...more } },
    { Delete: { TableName, Key: { ...key, value }, ...more } },
    { ConditionCheck: { TableName, Key: key, ...more } },
    { Update: { TableName, Key: key, UpdateExpression: 'REMOVE a', ...more } },
    { Put: { TableName, Item: key }, Delete: { TableName, Key: key } },
    {},
  ),
);

describe('checks of transactions', () => {
  test('are those of dynalite, with the same results and the same mistakes', () => {
    const token = fc.constantFrom<object>(
      {},
      { ClientRequestToken: 'once' },
      { ClientRequestToken: '' },
      { X: 1 },
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 2 }), token, (TransactItems, more) =>
        assertSame({ TransactItems, ...more }),
      ),
      { numRuns: 3000 },
    );
  });

  test('count the items of a transaction', () => {
    for (const length of [0, 1, 100, 101])
      assertSame({ TransactItems: Array.from({ length }, () => putOf({ S: 'a' })) });
  });

  test('do not ask dynalite about the values that Downpour writes', () => {
    const body = {
      TransactItems: [putOf({ M: { list: { L: [{ N: '1.5' }, { BOOL: true }, { NULL: true }] } } })],
    };
    const asked = checkedTransaction(body, store);
    // Dynalite returns a copy of what it has checked.
    assert.equal(asked.TransactItems[0], body.TransactItems[0]);
  });
});
