import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import type { Answer } from '../api/invoke.ts';
import { send } from '../api/requests.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { drawn } from './drawn.ts';
import { type Fault, openFaults } from './faulty.ts';

/**
 * A client that repeats its request to start a burst gets exactly one burst at work, with any failed call to
 * AWS. All other bursts have ended.
 */

const memory = openMemory();
const key = keyOfUser(memory, 1, 'ada');
const faults = openFaults();
for (const method of ['log', 'warn', 'error'] as const) mock.method(console, method, () => undefined);

const document = `name: once
http: { host: 'http://127.0.0.1:1', sharedConnections: 1 }
usersPerSec: 1
duration: 1s
scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;

async function start(): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
  for (let attempt = 1; ; attempt += 1) {
    faults.revive();
    const answer = await send('POST /api/burst', { key, headers, body: JSON.stringify({ document }) });
    if (answer.status === 202) return answer;
    assert.ok(faults.explains(answer.status) && attempt < 4, answer.body);
  }
}

/** The calls to AWS of a start in which one call failed, and the id of the burst in the answer. */
async function started(fault?: Fault, at?: number) {
  memory.dynamo.clear('bursts');
  memory.objects.clear();
  memory.requests.length = 0;
  faults.arm(fault, at);
  const { id } = JSON.parse((await start()).body);
  const calls = [...faults.calls];
  faults.arm();
  return { id, calls };
}

suite('one burst starts', async () => {
  const { calls } = await started();
  for (const [fault, at] of drawn(calls, calls.length))
    test(`when call ${at} (${calls[at]}) is ${fault}`, async () => {
      const { id } = await started(fault, at);
      const list = JSON.parse((await send('GET /api/burst', { key })).body).bursts as { id: string }[];
      const executions = new Set(memory.requests.map(({ name }) => String(name)));
      assert.ok(executions.has(id));
      assert.ok(list.some((each) => each.id === id));
      for (const execution of executions) {
        const { endedAt, isStarted } = memory.records.get(execution) ?? assert.fail();
        const isOwn = execution === id;
        assert.equal(endedAt === undefined, isOwn);
        assert.equal(isStarted === true && memory.documents.has(execution), isOwn);
      }
    });
});
