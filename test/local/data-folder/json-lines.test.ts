import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openJsonLines, readJsonLines } from '../../../lib/local/data-folder/json-lines.ts';
import { scratchDir } from '../scratch.ts';

describe('a file of JSON lines', () => {
  it('has every acknowledged line after an append that stored a part of a line', (t) => {
    const path = join(scratchDir(t), 'lines');
    const stored: number[] = [];
    const append = openJsonLines(path, () => stored);
    const add = (value: number): void => {
      append([value]);
      stored.push(value);
    };
    add(1);
    renameSync(path, `${path}.aside`);
    mkdirSync(path);
    assert.throws(() => add(22), { code: 'EISDIR' });
    rmdirSync(path);
    renameSync(`${path}.aside`, path);
    appendFileSync(path, '2');
    add(3);
    add(4);
    assert.deepEqual(readJsonLines(path), [1, 3, 4]);
  });

  it('loses its outdated lines while it is open', (t) => {
    const path = join(scratchDir(t), 'lines');
    let current = '';
    const append = openJsonLines(path, () => [current]);
    for (let n = 0; n < 100; n += 1) {
      const next = `${n} ${'x'.repeat(50_000)}`;
      append([next]);
      current = next;
    }
    assert.ok(statSync(path).size < 2_000_000, String(statSync(path).size));
    assert.equal(readJsonLines(path).at(-1), current);
  });
});
