import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Write } from '../../lib/repository/ports/table.ts';
import { openTable } from '../../lib/store/dynamo-table.ts';
import { type Answer, recording } from './recording.ts';

/** The adapter repeats requests that a busy table rejects, a limited number of times. */

function scripted(answers: readonly Answer[]) {
  const { client, sent } = recording<DynamoDBDocumentClient>(answers);
  const waits: number[] = [];
  const wait = async (attempt: number) => waits.push(attempt);
  return { table: openTable(client, 't', wait), sent, waits };
}

const cancelled = (...codes: readonly string[]): Error =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

const key = (sk: string) => ({ pk: 'p', sk });
const puts: readonly Write[] = [{ put: key('1') }, { put: key('2') }];

test('a transaction that meets another one, or is throttled, is tried again and given up in the end', async () => {
  const busy = cancelled('None', 'TransactionConflict');
  const passing = scripted([busy, cancelled('ThrottlingError'), cancelled('ProvisionedThroughputExceeded')]);
  assert.deepEqual(await passing.table.write(puts), []);
  assert.deepEqual(passing.waits, [0, 1, 2]);
  assert.deepEqual(passing.sent[3], passing.sent[0]);
  const always = scripted(Array.from({ length: 20 }, () => busy));
  await assert.rejects(always.table.write(puts), TransactionCanceledException);
  assert.equal(always.sent.length, 8);
});

test('a failed condition is the answer even with a conflict, and other reasons are thrown at once', async () => {
  const both = scripted([cancelled('TransactionConflict', 'ConditionalCheckFailed')]);
  assert.deepEqual(await both.table.write(puts), [1]);
  const wrong = scripted([cancelled('ValidationError', 'None')]);
  await assert.rejects(wrong.table.write(puts), TransactionCanceledException);
  assert.deepEqual([both.waits, wrong.waits], [[], []]);
});

test('keys that an answer leaves out are requested again, and not for ever', async () => {
  const left = (...Keys: object[]) => ({ UnprocessedKeys: { t: { Keys } } });
  const some = scripted([
    left(key('1'), key('2')),
    { Responses: { t: [{ ...key('2'), v: 2 }] }, ...left(key('1')) },
    { Responses: { t: [{ ...key('1'), v: 1 }] } },
  ]);
  const items = await some.table.getMany([key('1'), key('2'), key('1')]);
  assert.deepEqual(
    items.map((item) => item?.v),
    [1, 2, 1],
  );
  const none = scripted(Array.from({ length: 20 }, () => left(key('1'))));
  await assert.rejects(none.table.getMany([key('1')]), /1 item of t could not be read: the table is busy/);
  assert.equal(none.sent.length, 8);
});
