import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineSources } from '../../bin/generate/json-machine.ts';
import { kindHere } from '../../lib/results/json/machine/create-machine.ts';
import { sources } from '../../lib/results/json/machine/module.generated.ts';

/** It is not next to the tests of the parser, because it fails for every mutant of the sources. */
test('the parser in WebAssembly is built from the present sources', () => {
  assert.equal(sources, machineSources(), 'run npm run generate');
  assert.equal(kindHere(), 'wasm');
});
