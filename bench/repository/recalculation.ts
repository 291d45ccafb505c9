import { setTimeout as pause } from 'node:timers/promises';
import type { Listening, Used } from './served.ts';

const runs = 1000;
const clients = 8;
const labels = 10;
/**
 * The milliseconds between two requests for the state of the recalculation. With shorter pauses, the requests
 * themselves would be measured.
 */
const pollMs = 50;
/** The wait for the work after the uploads, and before a request is repeated that a busy machine refused. */
const restMs = 3000;
const uri = 'urn:bench:recalculated';

/** Recalculates the labels of a test's runs, with ten functions each, in the tables and the bucket. */
export async function recalculation({
  url,
  key,
  used,
}: Listening & { readonly used: () => Promise<Used> }): Promise<Readonly<Record<string, number>>> {
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'X-Downpour-API-Key': key };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...sent });
    const text = await answer.text();
    if (answer.status === 503) {
      await pause(restMs);
      return call(path, body);
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const owned = { owner: 'admin-team', access: 'PUBLIC' };
  const schema = await call('/api/schema', { name: 'recalculated', uri, ...owned });
  await call(
    `/api/schema/${schema}/labels`,
    Array.from({ length: labels }, (_, n) => labelOf(n)),
  );
  const upload = '/api/run/data?test=recalculated&start=1&stop=2';
  let next = 0;
  const client = async (): Promise<void> => {
    for (let n = next++; n < runs; n = next++) await call(upload, { $schema: uri, v: n, rows });
  };
  await Promise.all(Array.from({ length: clients }, client));
  await pause(restMs);
  const { id } = (await call('/api/test/byName/recalculated')) as { readonly id: number };
  const job = `/api/test/${id}/recalculate`;
  const before = await used();
  const begun = performance.now();
  await call(job, {});
  for (let done = 0; done < runs; await pause(pollMs))
    done = ((await call(job)) as { readonly finished: number }).finished;
  const seconds = (performance.now() - begun) / 1000;
  const { cpuMs } = await used();
  const each = (cpuMs - before.cpuMs) / runs;
  return {
    [`seconds to recalculate ${runs} datasets`]: seconds,
    'recalculated datasets a minute': (60 * runs) / seconds,
    'recalculated datasets a minute and core': 60_000 / each,
  };
}

const rows = Array.from({ length: 50 }, (_, n) => ({ n, name: `x${n}`, ms: n * 1.5 }));

function labelOf(n: number): object {
  const isarray = n % 2 === 1;
  return {
    name: `l${n}`,
    extractors: [{ name: 'r', jsonpath: isarray ? '$.rows[*].ms' : '$.v', isarray }],
    function: isarray ? `r => r.reduce((a, b) => a + b, ${n})` : `r => r + ${n}`,
  };
}
