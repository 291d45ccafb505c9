import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { calls } from '../../bin/docs/compatibility/repository/clients.ts';
import { absent, differing, rows } from '../../bin/docs/compatibility/repository/original-assertions.ts';
import { provenRows } from '../../bin/docs/compatibility/repository/repository.ts';
import { project } from '../../lib/project.ts';
import { proofs } from './deviations/repository.ts';
import { deviationsOf } from './deviations/rows.ts';

/**
 * The claims of docs/compatibility-repository.md are true: every row has a test or a reason, and every
 * deviation has a test.
 */

const page = readFileSync(join(project, 'docs/compatibility-repository.md'), 'utf8');
const proven = provenRows();
const numbers = Object.values(rows).flatMap((group) => Object.keys(group).map(Number));
const names = new Set(
  readdirSync(join(project, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('docs'))
    .flatMap((file) => [...readFileSync(join(project, 'test', file), 'utf8').matchAll(/(['"`])(.+?)\1/g)])
    .map(([, , text = '']) => text.replace(/ \(rows? [\d, ]+\)$/, '')),
);

suite('the rows of the repository', () => {
  test('are 1 to 138, each once and with its sentence', () => {
    assert.deepEqual(
      numbers,
      Array.from({ length: 138 }, (_, n) => n + 1),
    );
    for (const text of Object.values(rows).flatMap((group) => Object.values(group)))
      assert.match(text, /^[A-Z].{10,110}[^.]$/);
  });

  test('have a test or a reason, never both and never neither', () => {
    for (const row of numbers) assert.notEqual(proven.has(row), row in absent, `row ${row}`);
    assert.ok(!page.includes('not yet'));
  });

  test('in names of tests exist', () => {
    for (const [row, files] of proven) assert.ok(numbers.includes(row), `row ${row}: ${[...files][0]}`);
  });

  test('on the page are in the name of a test in each linked file', () => {
    const proofs = [...page.matchAll(/^\| (\d+) \| .* \| (?:same|in part \(.+\)): (\[.+) \|$/gm)];
    assert.ok(proofs.length > 133);
    for (const [, row, links = ''] of proofs) {
      const files = [...links.matchAll(/\(\.\.\/(test\/[^)]+)\)/g)].map(([, file = '']) => file);
      assert.ok(files.length > 0, row);
      for (const file of files)
        assert.match(
          readFileSync(join(project, file), 'utf8'),
          new RegExp(`\\(rows? (?:\\d+, )*${row}(?:, \\d+)*\\)['"\`],`),
        );
    }
  });

  test('that are absent or the same in part have a reason', () => {
    for (const [row, reason] of [...Object.entries(absent), ...Object.entries(differing)]) {
      assert.ok(numbers.includes(Number(row)));
      assert.match(reason, /^[A-Z].{30,}\.$/);
    }
    for (const row of Object.keys(differing)) assert.ok(proven.has(Number(row)), `row ${row}`);
  });
});

suite('a call of the published clients', () => {
  const sources = {
    python: readFileSync(join(project, 'test/peers/python/published-client.test.ts'), 'utf8'),
    go: readFileSync(join(project, 'test/peers/go/client.test.ts'), 'utf8'),
  };

  test('is one of twelve', () => assert.equal(calls.length, 12));

  for (const [index, call] of calls.entries())
    test(`has a case in each language, or a reason: ${index + 1}`, () => {
      for (const [language, source] of Object.entries(sources)) {
        const name = call[language as keyof typeof sources];
        assert.ok(page.includes(`| ${name} `), `not on the page: ${name}`);
        if (!/^Absent: .{20,}\.$/.test(name)) assert.ok(source.includes(`'${name}',`), `no case: ${name}`);
      }
    });
});

suite('a deviation from the original repository', () => {
  const deviations = deviationsOf('compatibility-repository.md');

  test('has one proof, and each proof belongs to a deviation', () =>
    assert.deepEqual(
      deviations.map(({ subject }) => subject),
      Object.keys(proofs),
    ));

  for (const { subject, original = '', Downpour = '', reason = '' } of deviations)
    test(`has a reason, and a test unless the feature is absent: ${subject}`, () => {
      for (const text of [original, Downpour, reason]) assert.match(text, /^[A-Z`].+\.$/);
      const proof = proofs[subject];
      if (proof === undefined) assert.equal(Downpour, 'Absent.');
      else assert.ok(names.has(proof), proof);
    });
});
