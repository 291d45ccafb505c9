import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { browserOptions } from '../../lib/bundle/browser/browser-options.ts';

test('docs/pages.md names the oldest browsers for which the pages are built', async () => {
  const text = await readFile(new URL('../../docs/pages.md', import.meta.url), 'utf8');
  const [, ...versions] = /Chrome or Edge (\S+), Firefox (\S+), Safari (\S+) or a later/.exec(text) ?? [];
  const [chrome, firefox, safari] = versions;
  assert.deepEqual(browserOptions.target, [`chrome${chrome}`, `firefox${firefox}`, `safari${safari}`]);
});
