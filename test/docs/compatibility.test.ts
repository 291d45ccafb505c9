import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { heldRows } from '../../bin/pages/compatibility/compatibility.ts';
import { departures } from '../../bin/pages/compatibility/departures.ts';
import { otherwise, rows } from '../../bin/pages/compatibility/rows.ts';
import { parseBenchmark } from '../../lib/driver/benchmark/benchmark.ts';
import { defaultCeilings } from '../../lib/driver/planning/limits.ts';
import { planBurst } from '../../lib/driver/planning/plan.ts';
import { project } from '../../lib/project.ts';

/**
 * What docs/compatibility.md claims is so: every row that holds has its test, every departure shows itself
 * and has a reason.
 */

const page = readFileSync(join(project, 'docs/compatibility.md'), 'utf8');
const numbers = Object.values(rows).flatMap((group) => Object.keys(group).map(Number));
const tests = readdirSync(join(project, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(project, 'test', file), 'utf8'));

/** Warnings and errors of a document, and of its plan. */
function saidOf(document: string): readonly string[] {
  const { benchmark, problems } = parseBenchmark(document);
  const names = { burst: 'b', seed: 1, plannedAt: 0, segmentMsMax: 720_000 };
  const planned =
    benchmark === undefined ? [] : planBurst({ benchmark, ...names, limits: defaultCeilings }).findings;
  return [...problems, ...planned].map(({ message, hint = '' }) => `${message}, ${hint}`);
}

suite('the rows', () => {
  test('are 1 to 149, each once and with its sentence', () => {
    assert.deepEqual(
      numbers,
      Array.from({ length: 149 }, (_, n) => n + 1),
    );
    for (const text of Object.values(rows).flatMap((group) => Object.values(group)))
      assert.match(text, /^.{10,90}$/);
  });

  test('that the page says to hold have a test of their name in the file that it links', () => {
    const held = [...page.matchAll(/^\| (\d+) \| .* \| (?:holds|in part \([^)]+\)): (.+) \|$/gm)];
    assert.ok(held.length > 10);
    for (const [, row, links = ''] of held) {
      const files = [...links.matchAll(/\(\.\.\/(test\/[^)]+)\)/g)].map(([, file = '']) => file);
      assert.ok(files.length > 0, row);
      for (const file of files)
        assert.match(
          readFileSync(join(project, file), 'utf8'),
          new RegExp(`rows? (?:\\d+, ?)*${row}(?:, ?\\d+)*(?: \\([^)]+\\))?: `),
        );
    }
  });

  test('that tests name are rows, and none that is deliberately otherwise', () => {
    for (const row of heldRows().keys()) {
      assert.ok(numbers.includes(row), `row ${row}`);
      assert.equal(otherwise[row], undefined, `row ${row}`);
    }
  });

  test('that are deliberately otherwise have a reason', () => {
    for (const [row, reason] of Object.entries(otherwise)) {
      assert.ok(numbers.includes(Number(row)));
      assert.match(reason, /^[A-Z].{30,}\.$/);
    }
  });
});

suite('a departure', () => {
  for (const departure of Object.values(departures).flat()) {
    test(`is so and has a reason: ${departure.what}`, () => {
      const { specification, original, here, why, shown } = departure;
      for (const text of [specification, original, here, why]) assert.match(text, /^.{5,}\.$/);
      if ('test' in shown) {
        assert.ok(
          tests.some((text) => text.includes(shown.test)),
          shown.test,
        );
        return;
      }
      const said = saidOf(shown.document);
      if (shown.says === undefined) return assert.deepEqual(said, []);
      assert.ok(said.join('\n').includes(shown.says), said.join('\n'));
    });
  }
});
