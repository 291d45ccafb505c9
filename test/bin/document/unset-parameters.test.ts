import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDocument } from '../../../bin/document/read-document.ts';
import { scratchDir } from '../../local/scratch.ts';
import { captured } from '../captured.ts';

test('a secret that an import left open is warned of until it is given', async (t) => {
  const file = join(scratchDir(t), 'shop.hf.yaml');
  await writeFile(
    file,
    `name: shop
http: { host: http://127.0.0.1:9 }
phases:
- a: { always: { users: 1, duration: 1s, scenario: [ s: [ httpRequest: { GET: /, headers: { a: !param TOKEN not-set } } ] ] } }
`,
  );
  const warned = async (param: Readonly<Record<string, string>>): Promise<string> => {
    const { terminal, text } = captured();
    await readDocument(file, { param }, { err: terminal, environment: {} });
    return text();
  };
  assert.match(
    await warned({}),
    /^.*shop\.hf\.yaml:4:\d+ document: warning: parameter 'TOKEN' has no value yet, .*; give the value with -P TOKEN=VALUE$/m,
  );
  assert.doesNotMatch(await warned({ TOKEN: 'x' }), /TOKEN/);
});
