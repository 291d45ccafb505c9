import { gzipSync } from 'node:zlib';
import type { Target } from './calls.ts';

const schema = 'urn:fairness';
const attacker = 'attacker';

export type Api = (method: string, path: string, body?: unknown) => Promise<Response>;

export const apiOf =
  (url: string, key: string): Api =>
  (method, path, body) => {
    const isBytes = body instanceof Uint8Array;
    const headers = {
      'X-Downpour-API-Key': key,
      'content-type': 'application/json',
      ...(isBytes && { 'content-encoding': 'gzip' }),
    };
    const sent = isBytes ? Buffer.from(body) : JSON.stringify(body);
    return fetch(url + path, { method, headers, ...(body !== undefined && { body: sent }) });
  };

/**
 * Prepares the data of an attacker: a test with many runs and one label, whose fingerprint filter never ends,
 * a small dataset and a large one.
 */
export async function prepare(
  url: string,
  administrator: Api,
  { runs, largeBytes }: { readonly runs: number; readonly largeBytes: number },
): Promise<Target> {
  const key = await text(administrator('POST', '/api/user/apikey', { name: attacker, user: attacker }));
  const api = apiOf(url, key);
  const open = { name: 'fairness', owner: `${attacker}-team`, access: 'PUBLIC' };
  const id = await (await api('POST', '/api/schema', { ...open, uri: schema })).json();
  const extractors = [{ name: 'x', jsonpath: '$.x', isarray: false }];
  const label = { ...open, name: 'x', extractors, function: 'x => x', filtering: true, metrics: true };
  await text(api('POST', `/api/schema/${id}/labels`, [label]));
  const filter = { fingerprintLabels: ['x'], fingerprintFilter: 'x => { for(;;); }' };
  await text(api('POST', '/api/test', { ...open, name: 'attacked', ...filter }));
  for (let x = 0; x < runs; x += 1) await text(upload(api, 'attacked', { $schema: schema, x }));
  const small = await datasetOf(api, 1);
  const item = JSON.stringify({ d: [1, 2, 3, 4, 5, 6, 7, 8, 9], name: 'an item of a large dataset' });
  const items = `${item},`.repeat(largeBytes / (item.length + 1)).slice(0, -1);
  const large = JSON.stringify({ $schema: schema }).replace('}', `,"items":[${items}]}`);
  const run = JSON.parse(await text(upload(api, 'large', gzipSync(large))));
  return { url, key, small, large: await datasetOf(api, run.id ?? run[0] ?? run) };
}

/** Datasets are made after the reply to an upload. */
async function datasetOf(api: Api, run: number): Promise<number> {
  for (;;) {
    const { datasets } = JSON.parse(await text(api('GET', `/api/dataset/list/byRun/${run}`)));
    if (datasets.length > 0) return datasets[0].id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const upload = (api: Api, test: string, body: unknown): Promise<Response> =>
  api('POST', `/api/run/data?test=${test}&start=2026-01-01&stop=2026-01-02&access=PUBLIC`, body);

export async function text(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${body}`);
  return body;
}
