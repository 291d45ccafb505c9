import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from 'dynalite/db/index.js';
import fc from 'fast-check';
import { checked } from '../../../lib/local/tables/actions.ts';
import { checkedTransaction } from '../../../lib/local/tables/check-transaction.ts';
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
const names = fc.constantFrom<object>(
  {},
  { ExpressionAttributeNames: { '#n0': 'version' } },
  { ExpressionAttributeNames: { '#n0': 'a', '#n1': 'a.b' } },
  { ExpressionAttributeNames: { '#n0': 'a', '#n1': 'a' } },
  { ExpressionAttributeNames: { '#n0': '', n1: 'b' } },
  { ExpressionAttributeNames: {} },
  { ExpressionAttributeNames: { '#n0': 1 } },
);
const values = fc.constantFrom<object>(
  {},
  { ExpressionAttributeValues: { ':v0': { N: '1' } } },
  { ExpressionAttributeValues: { ':v0': { N: '1' }, ':v1': { S: 'a' } } },
  { ExpressionAttributeValues: { ':v0': { N: '1.0' } } },
  { ExpressionAttributeValues: { ':v0': { SS: ['a'] } } },
  { ExpressionAttributeValues: {} },
);
const tests = ['attribute_exists(pk)', 'attribute_not_exists(pk)', '#n0 = :v0', '#n1 = :v1', '#n0 = :v1'];
const oddTests = [
  'attribute_not_exists(#n1)',
  'attribute_exists(a)',
  'size(#n0) = :v0',
  'pk = :v0',
  '',
  '#n0 <> :v0',
];
const condition = fc.record({
  ConditionExpression: fc
    .oneof(
      { weight: 4, arbitrary: fc.array(fc.constantFrom(...tests), { minLength: 1, maxLength: 3 }) },
      { weight: 2, arbitrary: fc.array(fc.constantFrom(...tests, ...oddTests), { maxLength: 3 }) },
    )
    .map((all) => all.join(' AND ')),
});
const changes = [
  'SET #n0 = :v0',
  'SET #n1 = :v1, #n0 = :v0',
  'ADD #n0 :v0',
  'ADD #n1 :v1',
  'REMOVE #n1',
  'REMOVE #n0',
];
const oddChanges = [
  'SET #n0 = #n1',
  'REMOVE a',
  'DELETE #n0 :v0',
  'ADD #n0 :v0, #n1 :v0',
  'SET  #n0 = :v0',
  'x',
];
const update = fc.record({
  UpdateExpression: fc
    .array(fc.constantFrom(...changes, ...changes, ...oddChanges), { minLength: 1, maxLength: 2 })
    .map((all) => all.join(' ')),
});
const odd = fc.constantFrom<object>(
  { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
  { ConditionExpression: null },
  { ConditionExpression: 7 },
  { Unknown: 'x' },
  { _condition: {} },
);
const bare = fc.constant<object>({});
const more = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: bare },
      { weight: 3, arbitrary: condition },
      { weight: 1, arbitrary: odd },
    ),
    fc.oneof({ weight: 1, arbitrary: bare }, { weight: 1, arbitrary: names }),
    fc.oneof({ weight: 1, arbitrary: bare }, { weight: 1, arbitrary: values }),
  )
  .map((all): object => Object.assign({}, ...all));
const table = fc.oneof(
  { weight: 9, arbitrary: fc.constant<unknown>('runs') },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('no', 'a table', 1, undefined) },
);
const parts = fc.record({ table, attribute, more, update });
const operation = parts.chain(({ table: TableName, attribute: value, more: added, update: changed }) =>
  fc.constantFrom<object>(
    { Put: { TableName, Item: { ...key, value }, ...added } },
    { Put: { TableName, Item: { ...key, value } } },
    { Put: { TableName, Item: value, ...added } },
    { Delete: { TableName, Key: { ...key, value }, ...added } },
    { ConditionCheck: { TableName, Key: key, ...added } },
    { Update: { TableName, Key: key, ...changed, ...added } },
    { Update: { TableName, Key: key, ...changed, ...added } },
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
      { numRuns: 6000 },
    );
  });

  test('find the mistakes that are rare in generated transactions', () => {
    const ExpressionAttributeNames = { '#n0': 'a', '#n1': 'a', '#n2': 'b' };
    const ExpressionAttributeValues = { ':v0': { N: '1' } };
    const used = { ExpressionAttributeNames, ExpressionAttributeValues };
    for (const UpdateExpression of [
      'SET #n0 = :v0, #n1 = :v0 REMOVE #n2',
      'SET #n0 = :v0 ADD #n1 :v0 REMOVE #n2',
      'REMOVE #n0 REMOVE #n2',
      'SET #n0 = :v0, #n2 = :v0 REMOVE #n3',
    ]) {
      const { '#n1': _, ...distinct } = ExpressionAttributeNames;
      const write = { TableName: 'runs', Key: key, UpdateExpression };
      assertSame({ TransactItems: [{ Update: { ...write, ...used } }] });
      assertSame({ TransactItems: [{ Update: { ...write, ...used, ExpressionAttributeNames: distinct } }] });
      assertSame({ TransactItems: [{ Update: { ...write, ExpressionAttributeNames: distinct } }] });
    }
    for (const number of ['-0', '0.10', '1e3', '9'.repeat(39)])
      assertSame({ TransactItems: [putOf({ N: number })] });
    assertSame({ TransactItems: [putOf({ S: 'a' }, { constructor: 'x' })] });
    assertSame({ TransactItems: [{ constructor: {} }] });
  });

  test('count the items of a transaction', () => {
    for (const length of [0, 1, 100, 101])
      assertSame({ TransactItems: Array.from({ length }, () => putOf({ S: 'a' })) });
  });

  test('do not ask dynalite about the writes that Downpour makes', () => {
    const version = {
      ExpressionAttributeNames: { '#n0': 'version' },
      ExpressionAttributeValues: { ':v0': { N: '1' } },
    };
    const body = {
      TransactItems: [
        putOf({ M: { list: { L: [{ N: '1.5' }, { BOOL: true }, { NULL: true }] } } }),
        putOf({ S: 'a' }, { ConditionExpression: 'attribute_exists(pk) AND #n0 = :v0', ...version }),
        { Update: { TableName: 'runs', Key: key, UpdateExpression: 'ADD #n0 :v0', ...version } },
      ],
    };
    const asked = checkedTransaction(body, store);
    // Dynalite (a double of DynamoDB) returns a copy of the body that it has checked. This function must not
    // copy it.
    for (const [at, item] of body.TransactItems.entries()) assert.equal(asked.TransactItems[at], item);
  });
});
