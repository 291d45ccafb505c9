import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { SQSEvent } from 'aws-lambda';
import { handler } from '../../../functions/work/perform.ts';
import { queues, workContext } from '../../../functions/work-context.ts';
import { openMemory } from '../memory.ts';

openMemory();

test('a message that Downpour did not write fails alone, and its text is not logged', async () => {
  const retry = mock.method(queues(), 'retry', async () => undefined);
  const lines: string[] = [];
  mock.method(console, 'error', (line: string) => void lines.push(line));
  const done = workContext().work.entry({ kind: 'datasets', run: 7 }, 'now');
  const foreign = ['{', 'null', '"secret"', '{"task":7}', '{"priority":"later","task":{"kind":"labels"}}'];
  const Records = [...foreign, JSON.stringify(done)].map((body, n) => ({
    messageId: `m${n}`,
    receiptHandle: 'r',
    body,
    attributes: { ApproximateReceiveCount: '1' },
  }));
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent);
  assert.deepEqual(
    batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    ['m0', 'm1', 'm2', 'm3', 'm4'],
  );
  assert.deepEqual(
    retry.mock.calls.map((call) => call.arguments),
    [['later', 'r', 5]],
  );
  assert.doesNotMatch(lines.join(), /secret/);
});
