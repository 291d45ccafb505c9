import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FunctionHost } from '../../../lib/local/function-host/host.ts';
import { localQueues } from '../../../lib/local/queues/queues.ts';
import { scratchDir } from '../scratch.ts';
import { messages } from './messages.ts';

test('a function receives messages as Lambda gets them from SQS, and those that it fails stay', async (t) => {
  const calls: (readonly [string, { readonly Records: readonly Record<string, unknown>[] }])[] = [];
  const host = {
    async invoke(...call: (typeof calls)[number]) {
      calls.push(call);
      const [first] = call[1].Records;
      return { payload: JSON.stringify({ batchItemFailures: [{ itemIdentifier: first?.messageId }] }) };
    },
  } as unknown as FunctionHost;
  const unexpected = (error: unknown): never => assert.fail(String(error));
  const { queues, begin, close } = localQueues({
    dataDir: scratchDir(t),
    functions: [{ name: 'work', memoryMb: 128, timeoutS: 1, needs: [], queues: ['now'] }],
    host: () => host,
    log: unexpected,
  });
  const { now: queue } = queues;
  assert.ok(queue);
  queue.send(messages('one', 'two'));
  begin();
  await close();
  const [[name, { Records }] = assert.fail(), ...others] = calls;
  const [one, two] = Records.map(({ body, eventSource }) => [body, eventSource]);
  assert.deepEqual([name, one, two, others], ['work', ['one', 'aws:sqs'], ['two', 'aws:sqs'], []]);
  assert.equal(queue.isOut(String(Records[0]?.receiptHandle)), true);
  assert.equal(queue.isOut(String(Records[1]?.receiptHandle)), false);
});

test('a step of the wall clock changes no time of a delivery', async (t) => {
  const unused = (): never => assert.fail('no function is called');
  const { queues, close } = localQueues({
    dataDir: scratchDir(t),
    functions: [],
    host: unused,
    log: unused,
  });
  const { now: queue } = queues;
  assert.ok(queue);
  queue.send(messages('later', 'at once'));
  const [later] = queue.receive(1);
  let [atOnce] = queue.receive(1);
  const wall = Date.now();
  for (const hours of [-1, 1]) {
    t.mock.method(Date, 'now', () => wall + hours * 3_600_000);
    queue.show(atOnce?.receipt ?? '', 0);
    assert.deepEqual([queue.isOut(later?.receipt ?? ''), queue.counts.waiting], [true, 1], `${hours} h`);
    [atOnce] = queue.receive(1);
    t.mock.restoreAll();
  }
  await close();
});
