import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { calls } from '../../bin/pages/compatibility/repository/clients.ts';
import { departures } from '../../bin/pages/compatibility/repository/departures.ts';
import { heldByTests } from '../../bin/pages/compatibility/repository/repository.ts';
import { absent, differing, rows } from '../../bin/pages/compatibility/repository/rows.ts';
import { project } from '../../lib/project.ts';

/**
 * What docs/compatibility-repository.md claims is so: every row has its tests or its reason, every difference
 * its test.
 */

const page = readFileSync(join(project, 'docs/compatibility-repository.md'), 'utf8');
const held = heldByTests();
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
    for (const row of numbers) assert.notEqual(held.has(row), row in absent, `row ${row}`);
    assert.ok(!page.includes('not yet'));
  });

  test('that tests name are rows', () => {
    for (const [row, tests] of held) assert.ok(numbers.includes(row), `row ${row}: ${tests[0]?.file}`);
  });

  test('on the page are in the file that it links, under the name that it says', () => {
    const links = [...page.matchAll(/\]\(\.\.\/(test\/[^)]+)\): (.+?)(?=\. \[`| \|$)/gm)];
    assert.ok(links.length > 133);
    for (const [, file = '', tests = ''] of links) {
      const source = readFileSync(join(project, file), 'utf8');
      for (const name of tests.split(' · ')) assert.ok(source.includes(`${name} (row`), `${file}: ${name}`);
    }
  });

  test('that are not so, or not all so, have a reason', () => {
    for (const [row, reason] of [...Object.entries(absent), ...Object.entries(differing)]) {
      assert.ok(numbers.includes(Number(row)));
      assert.match(reason, /^[A-Z].{30,}\.$/);
    }
    for (const row of Object.keys(differing)) assert.ok(held.has(Number(row)), `row ${row}`);
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
        if (!/^Not there: .{20,}\.$/.test(name)) assert.ok(source.includes(`'${name}',`), `no case: ${name}`);
      }
    });
});

suite('a difference to the original repository', () => {
  for (const { what, original, here, why, test: shown } of Object.values(departures).flat())
    test(`has a reason, and a test unless it is absence: ${what}`, () => {
      for (const text of [original, here, why]) assert.match(text, /^[A-Z`].+\.$/);
      if (shown === undefined) assert.match(here, /^Not there\b/);
      else assert.ok(names.has(shown), shown);
    });
});
