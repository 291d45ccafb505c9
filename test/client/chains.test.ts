import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { typescriptClient } from '../../bin/generate/clients/typescript.ts';
import { operations } from '../../lib/api.generated.ts';
import { client, type FetchInit } from '../../lib/client/index.ts';

const all = Object.entries(operations);

test('lib/client/raw.generated.ts is what npm run generate writes', async () => {
  const file = new URL('../../lib/client/raw.generated.ts', import.meta.url);
  assert.equal(await readFile(file, 'utf8'), typescriptClient());
});

test('every operation of the contract has its chain', () => {
  const typed = [
    ...typescriptClient().matchAll(/: (?:Verb|Storable)<\{ query: (?:Omit<)?Requests\['([^']+)/g),
  ];
  const names = typed.map(([, name]) => name);
  assert.deepEqual(names.toSorted(), all.map(([name]) => name).toSorted());
});

type Chain = { readonly [name: string]: Chain & ((call?: unknown) => unknown) };

test('the chain of every operation is a request of its method and path', async () => {
  const sent: string[] = [];
  const fetch = async (url: string, { method }: FetchInit) => {
    sent.push(`${method} ${url}`);
    return new Response(null, { status: 204 });
  };
  const api = client('', { fetch }) as unknown as Chain;
  for (const [, { method, path }] of all) {
    const segments = path
      .replace(/^\/api\//, '')
      .split('/')
      .filter(Boolean);
    const end = segments.reduce(
      (at, segment) => (segment.startsWith('{') ? (at.by!(segment) as Chain) : at[segment]!),
      api,
    );
    await end[method.toLowerCase()]!();
  }
  assert.deepEqual(
    sent.map((line) => decodeURIComponent(line)),
    all.map(([, { method, path }]) => `${method} ${path}`),
  );
});

test('a chain is no promise', async () => {
  const api = client('', { fetch: () => Promise.reject(new Error('a request was sent')) });
  const list = await api.run.list;
  assert.equal(typeof list.get, 'function');
});
