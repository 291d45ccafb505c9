import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { operations } from '../../../lib/api.generated.ts';
import { send } from './requests.ts';

/** The API serves its contract in several formats. */

const contract = JSON.parse(readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8'));

test('The contract is served as JSON, YAML and a page, as the caller says or accepts', async () => {
  const rows: readonly (readonly [query: string, accept: string | undefined, type: string])[] = [
    ['', undefined, 'application/yaml'],
    ['', '*/*', 'application/yaml'],
    ['', 'application/json', 'application/json'],
    ['', 'application/vnd.oai.openapi+json', 'application/json'],
    ['', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['', 'application/yaml, text/html', 'application/yaml'],
    ['', 'application/json;q=0.5, text/html;q=0.9', 'text/html; charset=utf-8'],
    ['', 'TEXT/HTML;q=0, application/*;q=0.1', 'application/yaml'],
    ['', 'image/png', 'application/yaml'],
    ['?format=json', 'text/html', 'application/json'],
    ['?format=yaml', 'text/html', 'application/yaml'],
    ['?format=html', undefined, 'text/html; charset=utf-8'],
  ];
  // All answers in YAML are the same text, and it takes a third of a second to read.
  const yaml = new Set<string>();
  for (const [query, accept, type] of rows) {
    const answer = await send(`GET /openapi${query}`, { headers: accept ? { accept } : {} });
    assert.deepEqual([answer.status, answer.type], [200, type], `${query} ${accept}`);
    if (type === 'application/json') assert.deepEqual(JSON.parse(answer.body), contract);
    if (type === 'application/yaml') yaml.add(answer.body);
  }
  assert.equal(yaml.size, 1);
  for (const text of yaml) assert.deepEqual(parse(text), contract);
  assert.equal((await send('GET /openapi?format=xml')).status, 400);
});

test('The page has every operation and record, runs no script and asks no other host', async () => {
  const { body, headers } = await send('GET /openapi?format=html');
  for (const { method, path } of Object.values(operations))
    assert.ok(body.includes(`<b class="${method}">${method}</b> <code>${path}</code>`), `${method} ${path}`);
  for (const name of Object.keys(contract.components.schemas))
    assert.ok(body.includes(`<h3 id="${name.toLowerCase()}">${name}</h3>`), name);
  const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assert.ok(targets.length > 100);
  for (const id of new Set(targets)) assert.ok(body.includes(` id="${id}"`), id);
  // An empty icon keeps browsers from asking for /favicon.ico.
  const icon = '<link rel="icon" href="data:,">';
  assert.ok(body.includes(icon));
  assert.doesNotMatch(body.replace(icon, ''), /<script|<link|<img|@import|url\(/);
  assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
});
