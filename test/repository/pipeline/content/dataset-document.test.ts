import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf, readSlices } from '../../../../lib/repository/pipeline/content/dataset-document.ts';
import { rangesOf, utf8 } from '../../../results/run-index/stored.ts';

test('ranges of an array that consists of slices are those of its text', async () => {
  const sources = [utf8('..12..{"a":3}'), utf8('[true]')].map(rangesOf);
  const slices = [
    { source: 0, start: 2, end: 4 },
    { source: 1, start: 1, end: 5 },
    { source: 0, start: 6, end: 13 },
  ] as const;
  for (const [some, text] of [
    [slices, '[12,true,{"a":3}]'],
    [slices.slice(1, 2), '[true]'],
    [[], '[]'],
  ] as const) {
    assert.equal(lengthOf(some), text.length);
    const read = readSlices(some, sources);
    const found = async (start: number, end?: number) =>
      Buffer.from((await read(start, end)) ?? 'gone').toString();
    for (let start = -text.length - 1; start <= text.length + 1; start += 1) {
      assert.equal(await found(start), text.slice(start), `from ${start}`);
      for (let end = Math.max(start, 0); start >= 0 && end <= text.length + 2; end += 1)
        assert.equal(await found(start, end), text.slice(start, end), `${start} to ${end}`);
    }
  }
  const gone = readSlices(slices, [async () => undefined, rangesOf(utf8('[true]'))]);
  assert.equal(await gone(0), undefined);
  assert.equal(Buffer.from((await gone(4, 8)) ?? '').toString(), 'true');
});
