import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureKey } from '../../../lib/repository/work/failure.ts';
import type { Task } from '../../../lib/repository/work/task.ts';

test('each task that can fail has a row of its own in the list of dead letters', () => {
  const event = { kind: 'run', run: 1 };
  const upload = (test: string, key: string) => ({ kind: 'query', upload: { test, key } });
  const tasks = [
    { kind: 'revision', run: 1, revision: 1 },
    { kind: 'revision', run: 1, revision: 2 },
    { kind: 'erase', run: 1 },
    { kind: 'labels', dataset: 1 },
    { kind: 'labels', dataset: 2 },
    { kind: 'event', event },
    { kind: 'webhook', event, action: 1 },
    { kind: 'webhook', event, action: 2 },
    upload('shop', 'a'),
    upload('shop', 'b'),
    upload('other', 'a'),
  ] as unknown as readonly Task[];
  const keys = tasks.map((task) => JSON.stringify(failureKey(task)));
  assert.equal(new Set(keys).size, tasks.length, keys.join('\n'));
});
