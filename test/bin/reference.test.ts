import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { editorSchema } from '../../bin/editor-schema.ts';
import { reference } from '../../bin/reference.ts';

it('docs/reference.md says what the code says: run `npm run generate` after a change', async () => {
  assert.equal(
    await readFile(new URL('../../docs/reference.md', import.meta.url), 'utf8'),
    await reference(),
  );
});

it('schema/editor.schema.json follows the benchmark schema and the code: run `npm run generate` after a change', async () => {
  assert.equal(
    await readFile(new URL('../../schema/editor.schema.json', import.meta.url), 'utf8'),
    editorSchema(),
  );
});
