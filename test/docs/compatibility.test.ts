import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { provenRows } from '../../bin/docs/compatibility/compatibility.ts';
import { different, rows } from '../../bin/docs/compatibility/original-assertions.ts';
import { parseBenchmark } from '../../lib/driver/benchmark/parse-benchmark.ts';
import { defaultCeilings } from '../../lib/driver/planning/limits.ts';
import { planBurst } from '../../lib/driver/planning/plan.ts';
import { project } from '../../lib/project.ts';
import { proofs } from './deviations/driver.ts';
import { deviationsOf } from './deviations/rows.ts';

/**
 * The claims of docs/compatibility.md are true: every row that is the same has a test, and every deviation
 * has a proof and a reason.
 */

const page = readFileSync(join(project, 'docs/compatibility.md'), 'utf8');
const numbers = Object.values(rows).flatMap((group) => Object.keys(group).map(Number));
const tests = readdirSync(join(project, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(project, 'test', file), 'utf8'));

/** Warnings and errors of a document, and of its plan. */
function findingsOf(document: string): readonly string[] {
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

  test('that the page calls the same have a test with their number in each linked file', () => {
    const proven = [...page.matchAll(/^\| (\d+) \| .* \| (?:same|in part \([^)]+\)): (.+) \|$/gm)];
    assert.ok(proven.length > 10);
    for (const [, row, links = ''] of proven) {
      const files = [...links.matchAll(/\(\.\.\/(test\/[^)]+)\)/g)].map(([, file = '']) => file);
      assert.ok(files.length > 0, row);
      for (const file of files)
        assert.match(
          readFileSync(join(project, file), 'utf8'),
          new RegExp(`rows? (?:\\d+, ?)*${row}(?:, ?\\d+)*(?: \\([^)]+\\))?: `),
        );
    }
  });

  test('in names of tests exist, and none of them is deliberately different', () => {
    for (const row of provenRows().keys()) {
      assert.ok(numbers.includes(row), `row ${row}`);
      assert.equal(different[row], undefined, `row ${row}`);
    }
  });

  test('that are deliberately different have a reason', () => {
    for (const [row, reason] of Object.entries(different)) {
      assert.ok(numbers.includes(Number(row)));
      assert.match(reason, /^[A-Z].{30,}\.$/);
    }
  });
});

suite('a deviation', () => {
  const deviations = deviationsOf('compatibility.md');

  test('has one proof, and each proof belongs to a deviation', () =>
    assert.deepEqual(
      deviations.map(({ subject }) => subject),
      Object.keys(proofs),
    ));

  for (const { subject, specification = '', original = '', Downpour = '', reason = '' } of deviations) {
    test(`is proven and has a reason: ${subject}`, () => {
      for (const text of [specification, original, Downpour, reason]) assert.match(text, /^.{5,}\.$/);
      const proof = proofs[subject];
      assert.ok(proof !== undefined);
      if ('test' in proof)
        return assert.ok(
          tests.some((text) => text.includes(proof.test)),
          proof.test,
        );
      const findings = findingsOf(proof.document);
      if (proof.reports === undefined) return assert.deepEqual(findings, []);
      assert.ok(findings.join('\n').includes(proof.reports), findings.join('\n'));
    });
  }
});
