import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pythonClient } from '../../bin/generate/clients/python.ts';
import { operations } from '../../lib/api.generated.ts';
import { project } from '../../lib/project.ts';

/** Tests of the client for Python that do not need Python. */

const read = (name: string): Promise<string> => readFile(join(project, name), 'utf8');

test('the generated modules are what npm run generate writes, with every operation', async () => {
  const modules = pythonClient();
  for (const [name, text] of modules) assert.equal(await read(name), text, name);
  const all = modules.map(([, text]) => text).join('\n');
  assert.equal(all.match(/self\._call\(/g)?.length, Object.keys(operations).length);
  assert.equal(all.match(/= direct\(/g)?.length, Object.keys(operations).length);
});

test('the client has the version of the server', async () => {
  const { version } = JSON.parse(await read('package.json'));
  assert.equal(/^version = "(.*)"$/m.exec(await read('clients/python/pyproject.toml'))?.[1], version);
});
