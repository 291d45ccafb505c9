/**
 * One read of the bytes at its end opens a stored index. For an index that cannot be used, `openIndex`
 * returns the reason.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpen, openIndex, type ReadRange } from '../../../lib/results/run-index/open-index.ts';
import { indexed, rangesOf } from './stored.ts';

const source = `{"name":"n","results":[${Array.from({ length: 3000 }, (_, at) => `{"v":${at}}`).join(',')}]}`;
const { index, bytes } = await indexed(source);
const expected = { documentBytes: source.length };

test('opens with one read', async () => {
  const reads: (number | undefined)[][] = [];
  const read: ReadRange = (start, end) => {
    reads.push([start, end]);
    return rangesOf(bytes)(start, end);
  };
  assert.deepEqual(await openIndex(read, expected), index);
  assert.deepEqual(reads, [[-65536, undefined]]);
});

test('a large head takes a second read', async () => {
  const members = Array.from({ length: 20_000 }, (_, at) => `"${Math.sin(at)}":${at}`);
  const large = await indexed(`{${members.join(',')}}`);
  assert.ok(large.bytes.length > 65_536);
  let reads = 0;
  const opened = await openIndex((start, end) => {
    reads += 1;
    return rangesOf(large.bytes)(start, end);
  }, large.index);
  assert.deepEqual(opened, large.index);
  assert.equal(reads, 2);
});

function changed(change: (copy: Uint8Array) => void): Uint8Array {
  const copy = bytes.slice();
  change(copy);
  return copy;
}
const cases: readonly (readonly [string, ReadRange, Parameters<typeof openIndex>[1], string])[] = [
  ['none is stored', () => Promise.resolve(undefined), expected, 'no index'],
  ['it is empty', rangesOf(new Uint8Array()), expected, 'damaged'],
  ['its end is cut off', rangesOf(bytes.subarray(0, -1)), expected, 'damaged'],
  ['its beginning is cut off', rangesOf(bytes.subarray(-40)), expected, 'damaged'],
  [
    'its head is damaged',
    rangesOf(changed((copy) => copy.fill(0xaa, copy.length - 60, copy.length - 30))),
    expected,
    'damaged',
  ],
  [
    'it has another format',
    rangesOf(changed((copy) => copy.fill(9, copy.length - 12, copy.length - 8))),
    expected,
    'other format',
  ],
  ['the document has another size', rangesOf(bytes), { documentBytes: 1 }, 'other document'],
];
for (const [name, read, document, missing] of cases) {
  test(`asks for a new index when ${name}`, async () => {
    const opened = await openIndex(read, document);
    assert.ok(!isOpen(opened));
    assert.equal(opened.missing, missing);
    assert.notEqual(opened.reason, '');
  });
}
