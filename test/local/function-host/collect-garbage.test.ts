import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { cachedDataVersionTag } from 'node:v8';
import { freeMemory } from '../../../lib/local/function-host/collect-garbage.ts';

test('memory is freed, and later threads can use the compiled code that Node contains', async () => {
  const tag = cachedDataVersionTag();
  const dropped = new WeakRef({ text: 'no code needs this' });
  // After a weak reference was read, its object remains until the end of the turn of the event loop.
  await turn();
  freeMemory();
  assert.equal(dropped.deref(), undefined);
  assert.equal(cachedDataVersionTag(), tag);
});
