import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAuditStore } from '../../lib/store/identity/audit.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

let endpoints: Endpoints;
before(async () => {
  endpoints = await openEndpoints();
});
after(() => endpoints.close());

test('a page of a day has all of its records, also those behind the megabyte of one reply', async () => {
  const { clients, environment } = endpoints;
  const store = openAuditStore(clients.dynamo, String(environment.DOWNPOUR_IDENTITY_TABLE));
  const path = { uri: 'x'.repeat(50_000) };
  for (let at = 0; at < 30; at += 1) {
    const entry = { at, requestId: `r${at}`, user: 'ada', operation: 'test-delete', status: 204, by: 'key' };
    await store.put({ ...entry, path } as Parameters<typeof store.put>[0]);
  }
  const times = async (limit: number) => (await store.page(0, limit)).map(({ at }) => at);
  assert.deepEqual(
    await times(100),
    Array.from({ length: 30 }, (_, n) => 29 - n),
  );
  assert.deepEqual((await times(25)).length, 25);
});
