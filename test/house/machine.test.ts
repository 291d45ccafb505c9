import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineSources } from '../../bin/generate/json-machine.ts';
import { kindHere } from '../../lib/results/json/machine/create-machine.ts';
import { sources } from '../../lib/results/json/machine/module.generated.ts';

/**
 * This test is not in the folder of the parser's tests. It fails for every mutant (changed copy) of the
 * sources, so mutation tests would learn nothing from it.
 */
test('the parser in WebAssembly is built from the present sources', () => {
  assert.equal(sources, machineSources(), 'run npm run generate');
  assert.equal(kindHere(), 'wasm');
});
