import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { typescriptClient } from '../../bin/generate/clients/typescript.ts';

test('lib/client/raw.generated.ts is what npm run generate writes', async () => {
  const file = new URL('../../lib/client/raw.generated.ts', import.meta.url);
  assert.equal(await readFile(file, 'utf8'), typescriptClient());
});
