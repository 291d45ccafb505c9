import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import { ConflictException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { handler as firstKey } from '../../../functions/api/first-key.ts';
import { environment } from '../../../lib/names/environment.ts';
import { openMemory } from '../memory.ts';
import { send } from './requests.ts';

/**
 * When the API starts a burst, it schedules one call of the function `reap` for the time when the burst must
 * be over. The function then checks that the burst has ended.
 */

const memory = openMemory();
Object.assign(process.env, {
  [environment.scheduleGroup]: 'group',
  [environment.scheduleRole]: 'arn:role',
  [environment.scheduleQueue]: 'arn:queue',
  [environment.reapFunction]: 'arn:reap',
});
const asked: Record<string, unknown>[] = [];
let answer = async (): Promise<object> => ({});
mock.method(SchedulerClient.prototype, 'send', ({ input }: { input: Record<string, unknown> }) => {
  asked.push({ ...input, executions: memory.requests.length });
  return answer();
});
const made = await firstKey();
assert.ok('apiKey' in made);

suite('a burst that is started', () => {
  const text = `name: once
http: { host: 'http://127.0.0.1:1', sharedConnections: 1 }
usersPerSec: 1
duration: 1s
scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;
  const post = async (headers = {}): Promise<string> => {
    const body = JSON.stringify({ document: text });
    const { status, body: reply } = await send('POST /api/burst', {
      key: made.apiKey,
      headers,
      body,
    });
    assert.equal(status, 202, reply);
    return (JSON.parse(reply) as { id: string }).id;
  };

  beforeEach(() => {
    asked.length = 0;
    memory.requests.length = 0;
    answer = async () => ({});
  });

  test('is looked for once, after its end, by the function that ends it; before its execution begins', async () => {
    const id = await post();
    const { overdueAt = 0, createdAt } = memory.records.get(id) ?? assert.fail();
    assert.ok(overdueAt > createdAt + 3_600_000);
    assert.deepEqual(asked, [
      {
        Name: `reap.${id}`,
        GroupName: 'group',
        ScheduleExpression: `at(${new Date(overdueAt).toISOString().slice(0, 19)})`,
        ScheduleExpressionTimezone: 'UTC',
        ActionAfterCompletion: 'DELETE',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: 'arn:reap',
          RoleArn: 'arn:role',
          Input: JSON.stringify({ overdue: id }),
          RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
          DeadLetterConfig: { Arn: 'arn:queue' },
        },
        executions: 0,
      },
    ]);
    assert.equal(memory.requests.length, 1);
  });

  test('under a key too, and a repeat that finds it looked for already is no failure', async () => {
    const id = await post({ 'idempotency-key': 'k' });
    assert.equal(asked.length, 1);
    memory.records.set(id, { ...memory.records.get(id)!, isStarted: false });
    answer = () =>
      Promise.reject(new ConflictException({ message: 'there', Message: 'there', $metadata: {} }));
    assert.equal(await post({ 'idempotency-key': 'k' }), id);
    assert.equal(asked.length, 2);
    assert.equal(memory.requests.length, 2);
  });

  test('runs also when no schedule can watch it, and the log reports that', async () => {
    answer = () => Promise.reject(new Error('throttled'));
    const output = mock.method(console, 'error', () => undefined);
    try {
      await post();
    } finally {
      output.mock.restore();
    }
    const lines = output.mock.calls.map(({ arguments: call }) => call.join(' ')).join('');
    assert.match(
      lines,
      /Downpour could not create the schedule that ends the burst if its state machine execution fails.*throttled/,
    );
    assert.equal(memory.requests.length, 1);
  });

  test('is not looked for where a deployment has no schedules', async () => {
    const group = process.env[environment.scheduleGroup];
    delete process.env[environment.scheduleGroup];
    try {
      await post();
    } finally {
      process.env[environment.scheduleGroup] = group;
    }
    assert.deepEqual(asked, []);
  });
});
