import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { goClient } from '../../bin/generate/clients/go.ts';
import { operations } from '../../lib/api.generated.ts';
import { project } from '../../lib/project.ts';

/** Tests of the client for Go that do not need Go. */

const read = (name: string): Promise<string> => readFile(join(project, name), 'utf8');

test('the generated files are what npm run generate writes, with every operation and its words', async () => {
  const files = await goClient();
  for (const [name, text] of Object.entries(files))
    assert.ok((await read(`clients/go/${name}`)) === text, `clients/go/${name} is not current`);
  const all = Object.values(files).join('');
  const described = all.match(/^\/\/ (Get|Put|Post|Delete) is the operation [\w-]+ \(/gm);
  assert.equal(described?.length, Object.keys(operations).length);
  const silent = all.match(/^\t(?!\/\/)[A-Z]\w* .*`(json|query):/gm)?.filter((line) => !commented(all, line));
  assert.deepEqual(silent, []);
});

/** Every member has a comment in the line above it. */
const commented = (all: string, line: string): boolean =>
  all
    .split(`\n${line}`)
    .slice(0, -1)
    .every((above) => /\n\t\/\/ .+$/.test(above));

test('the client has the version of the server, and needs no other module', async () => {
  const { version } = JSON.parse(await read('package.json'));
  assert.match(await read('clients/go/tree.generated.go'), new RegExp(`^const version = "${version}"$`, 'm'));
  assert.doesNotMatch(await read('clients/go/go.mod'), /require/);
});
