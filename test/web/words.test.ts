import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Every text of the pages is in lib/web/words: headings, labels and parts of sentences. */

const folder = join(import.meta.dirname, '../../lib/web/words');

function assertTexts(value: unknown, at: string): void {
  if (typeof value === 'object' && value !== null && !(value instanceof RegExp))
    for (const [name, each] of Object.entries(value)) assertTexts(each, `${at}.${name}`);
  else assert.notEqual(value, '', at);
}

for (const file of readdirSync(folder))
  test(file, async () => assertTexts({ ...(await import(join(folder, file))) }, file));
