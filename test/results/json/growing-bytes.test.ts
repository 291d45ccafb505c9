import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GrowingBytes } from '../../../lib/results/json/growing-bytes.ts';

test('stretches of any length lie behind one another, each with the byte that follows it, however small the buffer began', () => {
  const source = Uint8Array.from({ length: 200 }, (_, at) => at + 1);
  const stretches = fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 20 });
  fc.assert(
    fc.property(stretches, fc.nat(8), (pieces, size) => {
      const bytes = new GrowingBytes(size);
      const expected: number[] = [];
      for (const [start, length] of pieces) {
        bytes.copy(source, start, start + length);
        bytes.put(0);
        expected.push(...source.subarray(start, start + length), 0);
      }
      assert.deepEqual([...bytes.bytes.subarray(0, bytes.length)], expected);
    }),
  );
});

test('a full buffer doubles, or grows to what is needed', () => {
  const bytes = new GrowingBytes(4);
  bytes.reserve(4);
  assert.equal(bytes.bytes.length, 4);
  bytes.copy(Uint8Array.of(1, 2, 3, 4), 0, 4);
  assert.equal(bytes.bytes.length, 8);
  bytes.reserve(100);
  assert.equal(bytes.bytes.length, 104);
  assert.deepEqual([...bytes.bytes.subarray(0, 4)], [1, 2, 3, 4]);
});
