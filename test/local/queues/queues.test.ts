import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localQueues } from '../../../lib/local/queues/queues.ts';
import { scratchDir } from '../scratch.ts';
import { messages } from './messages.ts';

test('a step of the wall clock changes no time of a delivery', async (t) => {
  const unused = (): never => assert.fail('no function is called');
  const { queues, close } = localQueues({
    dataDir: scratchDir(t),
    functions: [],
    host: unused,
    log: unused,
    failed: unused,
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
