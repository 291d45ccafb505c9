/**
 * A program that uses the client, and throws when a result differs from that in other runtimes. Usage:
 * `usage.ts URL KEY`.
 */
import assert from 'node:assert/strict';
import process from 'node:process';
import { ApiError, client, query, queryAll, watch } from 'downpour/client';

const [url = '', apiKey = ''] = process.argv.slice(2);
const name = `runtime-${process.pid}`;
const api = client(url, { apiKey });
const { version } = await api.config.version.get();
assert.match(version, /^\d+\.\d+\.\d+/);

const rows = Array.from({ length: 9_000 }, (_, at) => ({ at, name: `${at} `.repeat(200) }));
for (const start of [1, 2, 3])
  await api.run.data.post({ query: { test: name, start, stop: 9 }, body: { start, price: 1.1 } });
const starts: number[] = [];
let newest = 0;
for await (const { runs } of api.run.list.pages({ query: { test: name, limit: 1 } })) {
  newest ||= runs[0]?.id ?? 0;
  starts.push(...runs.map((run) => run.start));
}
assert.deepEqual(starts, [3, 2, 1]);
assert.equal(await query<number>(api, newest, '$.price'), 1.1);
assert.deepEqual(await queryAll<number>(api, newest, '$.*'), [3, 1.1]);
assert.equal(await query(api, newest, '$.absent'), null);
await assert.rejects(
  query(api, newest, '$['),
  (error: unknown) => error instanceof ApiError && /column/.test(error.message),
);
await assert.rejects(
  api.run.by(999_999).get(),
  (error: unknown) => error instanceof ApiError && error instanceof Error && error.code === 'RUN_NOT_FOUND',
);
const leave = new AbortController();
leave.abort(new Error('the screen is closed'));
await assert.rejects(watch(api, 'b-20260101-000000-aaaa', leave).next(), { message: 'the screen is closed' });

const packed = new Response(JSON.stringify({ rows })).body?.pipeThrough(new CompressionStream('gzip'));
const large = await api.run.data.post({
  query: { test: 'large', start: 1, stop: 2 },
  body: new Uint8Array(await new Response(packed ?? null).arrayBuffer()),
  headers: { 'content-encoding': 'gzip' },
});
assert.deepEqual(await api.run.by(Number(large)).data.get(), { rows });
