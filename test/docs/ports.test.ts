import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

test('Commands of the README speak only to what the README has started: the shop of npm start, and serve', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const ports = [...readme.matchAll(/(?:localhost|127\.0\.0\.1):(\d+)/g)].map(([, port]) => port);
  assert.deepEqual([...new Set(ports)].sort(), ['8080', '8090']);
});
