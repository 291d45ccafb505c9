import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { check } from '../../bin/document/read-document.ts';
import { parseBenchmark } from '../../lib/driver/benchmark/parse-benchmark.ts';

const folder = join(import.meta.dirname, '../../examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.hf.yaml'));

const read = (file: string, parameters: Record<string, string> = {}) =>
  parseBenchmark(readFileSync(join(folder, file), 'utf8'), { file, parameters });

/** The warning about the session limit in the example of that limit. There, some users are meant to wait. */
const meant = /^phase crowd: .* maxSessions is 5, so users have to wait and come later than planned$/;

/** Checks a document. All files that it reads are in the folder of the examples. */
const checked = (file: string, param: Record<string, string> = {}) =>
  check(join(folder, file), readFileSync(join(folder, file), 'utf8'), { param });

describe('row 21: every example loads and its name is that of its file', () => {
  it('there are at least 30', () => assert.ok(files.length >= 30, `${files.length} examples`));

  for (const file of files) {
    it(`${file} has no problems and carries its file’s name; it can be planned, written as JSON and read back`, async () => {
      const { plan, problems } = await checked(file);
      assert.deepEqual(
        problems.filter(({ message }) => !meant.test(message)),
        [],
      );
      assert.ok(plan);
      assert.equal(plan.benchmark.name, file.replace('.hf.yaml', ''));
      const text = JSON.stringify(plan);
      assert.equal(JSON.stringify(JSON.parse(text)), text);
    });

    it(`${file} can be pointed elsewhere with HOST`, async () => {
      const { plan } = await checked(file, { HOST: 'shop.example:9090' });
      const [target] = plan?.benchmark.targets ?? [];
      assert.deepEqual([target?.host, target?.port], ['shop.example', 9090]);
    });

    it(`${file} says on top what it shows, behind the line for editors`, () => {
      const text = readFileSync(join(folder, file), 'utf8');
      assert.match(text, /^# yaml-language-server: \$schema=\S+\n#\n# [A-Z][^\n]{30,}\n(#.*\n)*name: /);
    });
  }

  it('and no other file is in the folder', () => {
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
    const unused = readdirSync(join(folder, 'data')).filter((file) => !texts.includes(`data/${file}`));
    assert.deepEqual(unused, []);
  });
});

describe('the quickstart', () => {
  const { benchmark } = read('quickstart.hf.yaml', { RATE: '50' });

  it('ramps up, then browses at RATE, with buyers at the same time', () => {
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
