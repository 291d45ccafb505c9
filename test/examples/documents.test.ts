import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseBenchmark } from '../../lib/driver/benchmark/benchmark.ts';

const folder = join(import.meta.dirname, '../../examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.hf.yaml'));

const read = (file: string, parameters: Record<string, string> = {}) =>
  parseBenchmark(readFileSync(join(folder, file), 'utf8'), { file, parameters });

describe('an example', () => {
  for (const file of files) {
    it(`${file} has no problems and carries its file’s name`, () => {
      const { benchmark, problems } = read(file);
      assert.deepEqual(problems, []);
      assert.equal(benchmark?.name, file.replace('.hf.yaml', ''));
    });

    it(`${file} can be pointed elsewhere with HOST`, () => {
      const [target] = read(file, { HOST: 'shop.example:9090' }).benchmark?.targets ?? [];
      assert.deepEqual([target?.host, target?.port], ['shop.example', 9090]);
    });
  }
});

describe('the quickstart', () => {
  const { benchmark } = read('quickstart.hf.yaml', { RATE: '50' });

  it('ramps up, then browses at RATE, with buyers beside it', () => {
    const phases = benchmark?.phases.map(({ name, arrivals, startAfter }) => [
      name,
      arrivals.kind,
      startAfter,
    ]);
    assert.deepEqual(phases, [
      ['rampUp', 'increasingRate', []],
      ['browse', 'constantRate', ['rampUp']],
      ['buy', 'always', []],
    ]);
    const browse = benchmark?.phases[1]?.arrivals;
    assert.ok(browse?.kind === 'constantRate' && browse.usersPerSec === 50);
  });

  it('takes about ten seconds', () => {
    const [rampUp, browse, buy] = benchmark?.phases.map(({ durationMs }) => durationMs ?? 0) ?? [];
    assert.deepEqual([rampUp, browse, buy], [2_000, 8_000, 10_000]);
  });
});
