/** Calls that the compiler accepts, and calls that it rejects. The file is never run. */
import { client } from '../../lib/client/index.ts';
export async function usage() {
  const api = client('http://a', { apiKey: 'x' });
  const { version } = await api.config.version.get();
  const run = await api.run.by(12).get({ signal: AbortSignal.timeout(1) });
  const list = await api.run.list.get({ query: { test: 'checkout', limit: 20 } });
  for await (const { runs } of api.run.list.pages({ query: { limit: 100 } })) runs.map((r) => r.id);
  for await (const rows of api.test.by(1).labelValues.pages()) rows.length;
  const q = await api.sql.by(1).queryrun.get({ query: { query: '$.info', array: true } });
  const reply = await api.run.by(1).data.get({ as: 'reply' });
  const text = await api.run.data.post({ query: { test: 'a', start: 1, stop: 2 }, body: { a: 1 } });
  await api.run.data.post({ query: { test: 'a', start: 1, stop: 2 }, body: new Uint8Array(1) });
  await api.user.apikey.by(1).rename.put({ body: 'x' });
  const t = await api.realms.by('x').protocol['openid-connect'].token.post({ body: new URLSearchParams() });
  // @ts-expect-error query is required
  await api.sql.by(1).queryrun.get();
  // @ts-expect-error body is required
  await api.burst.post();
  // @ts-expect-error a string is no id
  api.run.by('x');
  // @ts-expect-error not a parameter
  await api.run.list.get({ query: { tset: 1 } });
  // @ts-expect-error a string is no document
  await api.run.data.post({ query: { test: 'a', start: 1, stop: 2 }, body: 'text' });
  const u: undefined = await api.run.by(1).delete();
  return [version, run.id, list.total, q.valid, await reply.text(), text?.length, t.access_token, u];
}
