import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fragments } from '../../../../lib/driver/http/exchange/fragment-buffer.ts';

test('fragments are joined, and the result stays when the next value arrives', () => {
  const fragments = new Fragments();
  const input = Buffer.from('ab');
  fragments.add(input);
  input.write('cd');
  fragments.add(input);
  assert.equal(fragments.length, 4);
  const first = fragments.take();
  fragments.add(Buffer.from('second value'));
  assert.equal(String(first), 'abcd');
  fragments.drop();
  assert.equal(fragments.length, 0);
  assert.equal(String(fragments.take()), '');
});

test('a million fragments of one byte take no more memory than a few large ones', () => {
  const fragments = new Fragments();
  const byte = Buffer.from('x');
  const before = process.memoryUsage();
  for (let at = 0; at < 1_000_000; at += 1) fragments.add(byte);
  const { heapUsed, external } = process.memoryUsage();
  const grownMb = (heapUsed + external - before.heapUsed - before.external) / 2 ** 20;
  assert.equal(fragments.length, 1_000_000);
  assert.ok(grownMb < 40, `${grownMb} MB`);
});
