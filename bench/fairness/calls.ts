/** Calls that keep an API busy for long. Attackers send them again and again. */

/** The API that an attacker calls. */
export type Target = {
  readonly url: string;
  /** The key of a user other than the calm clients. */
  readonly key: string;
  /** The ids of two datasets for queries: a small one and a large one. */
  readonly small: number;
  readonly large: number;
};

export type SlowCall = {
  readonly atOnce: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
};

const nested = `name: ${'['.repeat(50_000)}`;
const phases = Array.from({ length: 3000 }, (_, n) => `  - p${n}: { noop: { duration: 1s } }`).join('\n');
const manyPhases = `name: many\nhttp: { host: 'http://127.0.0.1:1' }\nphases:\n${phases}\n`;
const query = encodeURIComponent('$..[?(@..d[?(@ > 5)])]');

export const slowCalls: Readonly<Record<string, (target: Target) => SlowCall>> = {
  'an endless filter of fingerprints': () => ({ atOnce: 6, method: 'GET', path: '/api/test/1/fingerprint' }),
  'endless functions of labels': (target) => preview(target, 'x => { for(;;); }'),
  'functions with endless getters': (target) => preview(target, 'x => ({ get a(){ for(;;); } })'),
  'slow native code': (target) => preview(target, 'x => "a".repeat(1e6).indexOf("a".repeat(5e5) + "b")'),
  'slow queries of a dataset of 10 MB': ({ large }) => ({
    atOnce: 4,
    method: 'GET',
    path: `/api/sql/${large}/querydataset?query=${query}`,
  }),
  'plans of 3,000 phases': () => plan(manyPhases),
  'deeply nested YAML': () => plan(nested),
};

const preview = ({ small }: Target, code: string): SlowCall => ({
  atOnce: 20,
  method: 'POST',
  path: `/api/dataset/${small}/previewLabel`,
  body: { name: 'p', extractors: [{ name: 'x', jsonpath: '$.x', isarray: false }], function: code },
});

const plan = (document: string): SlowCall => ({
  atOnce: 4,
  method: 'POST',
  path: '/api/burst',
  body: { document, dryRun: true },
});

export function callOf({ url, key }: Target, { method, path, body }: SlowCall): Promise<Response> {
  const headers = { 'X-Downpour-API-Key': key, 'content-type': 'application/json' };
  return fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}
