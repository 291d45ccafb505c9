import assert from 'node:assert/strict';
import { after, mock, suite, test } from 'node:test';
import type { RunUpload } from '../../../lib/api.generated.ts';
import { cases } from '../../runner/cases.ts';
import { openEndpoints } from '../../store/endpoints.ts';
import { adminKey } from '../api/admin-key.ts';
import type { Answer } from '../api/invoke.ts';
import { send } from '../api/requests.ts';
import { drawn } from './drawn.ts';
import { type Fault, openFaults } from './faulty.ts';

/**
 * A document that is uploaded in parts becomes exactly one run with the same bytes, with any failed call to
 * AWS.
 */

const endpoints = await openEndpoints();
after(() => endpoints.close());
const key = await adminKey();
const faults = openFaults();
for (const method of ['log', 'warn', 'error'] as const) mock.method(console, method, () => undefined);

const document = Buffer.from('{"$schema":"urn:parts","rows":[1,2.50,3]}');
let uploads = 0;

/** Repeats a request until the service answers. */
async function ask(line: string, body?: object, idempotencyKey?: string): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
  for (let attempt = 1; ; attempt += 1) {
    faults.revive();
    const answer = await send(line, { key, headers, ...(body && { body: JSON.stringify(body) }) });
    if (answer.status < 300) return answer;
    assert.ok(faults.explains(answer.status) && attempt < 4, `${line}: ${answer.status} ${answer.body}`);
  }
}

/** The calls of an upload in which one call failed. */
async function uploaded(fault?: Fault, at?: number): Promise<readonly string[]> {
  uploads += 1;
  const name = `parts-${uploads}`;
  faults.arm(fault, at);
  const begun: RunUpload = JSON.parse(
    (await ask('POST /api/run/upload', { sizeBytes: document.length }, name)).body,
  );
  for (const { url, start, bytes } of begun.missing)
    assert.equal(
      (await fetch(url, { method: 'PUT', body: document.subarray(start, start + bytes) })).status,
      200,
    );
  const path = `POST /api/run/upload/${begun.id}/complete?test=${name}&start=1&stop=2`;
  assert.equal((await ask(path)).body, String(begun.id));
  const calls = [...faults.calls];
  faults.arm();
  const list = JSON.parse((await send(`GET /api/run/list?test=${name}`, { key })).body);
  assert.deepEqual(
    list.runs.map(({ id }: { id: number }) => id),
    [begun.id],
  );
  assert.equal((await send(`GET /api/run/${begun.id}/data`, { key })).body, document.toString());
  return calls;
}

const calls = await uploaded();

suite('an upload in parts is one run', () => {
  for (const [fault, at] of drawn(calls, cases(3, calls.length)))
    test(`when call ${at} (${calls[at]}) is ${fault}`, () => uploaded(fault, at).then(() => undefined));
});
