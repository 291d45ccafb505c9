import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compiledModule, machineFile } from '../../../bin/generate/json-machine.ts';
import { project } from '../../../lib/project.ts';

test('the WebAssembly of the machine that reads JSON is what AssemblyScript makes of its sources', async () => {
  assert.equal(readFileSync(join(project, machineFile), 'utf8'), await compiledModule());
});
