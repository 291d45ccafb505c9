import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../../../lib/project.ts';
import { code, table } from '../../../generate/markdown.ts';
import { filledPage } from '../../blocks.ts';
import { assertionTables } from '../compatibility.ts';
import { calls } from './clients.ts';
import { absent, differing, rows } from './original-assertions.ts';

/** The page docs/compatibility-repository.md. */
export function repositoryCompatibilityPage(): string {
  const proven = provenRows();
  return filledPage('compatibility-repository.md', {
    calls: table(
      ['call', 'request and assertion', 'Python', 'Go'],
      calls.map(({ assertion, python, go }, index) => [String(index + 1), assertion, python, go]),
    ),
    counted: counted(proven),
    rows: assertionTables(rows, (row) => stateOf(row, proven)),
  });
}

/** The files of the tests that prove each row of the page. */
export function provenRows(): ReadonlyMap<number, ReadonlySet<string>> {
  const proven = new Map<number, Set<string>>();
  const folder = join(project, 'test');
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.test.ts')) continue;
    const file = `test/${path.replaceAll('\\', '/')}`;
    for (const [, , numbers = ''] of readFileSync(join(folder, path), 'utf8').matchAll(rowsAtEnd))
      for (const row of numbers.split(',').map(Number))
        proven.set(row, (proven.get(row) ?? new Set()).add(file));
  }
  return proven;
}

/** Matches rows at the end of a test's name: `test('... (row 12)', ` and `it('... (rows 12, 13)', `. */
const rowsAtEnd = /\b(?:test|it)\((['"`]).+ \(rows? (\d+(?:, \d+)*)\)\1,/g;

function stateOf(row: number, proven: ReadonlyMap<number, ReadonlySet<string>>): string {
  const reason = absent[row];
  if (reason !== undefined) return `absent: ${reason}`;
  const files = [...(proven.get(row) ?? [])];
  if (files.length === 0) return 'not yet';
  const links = files.map((file) => `[${code(file.replace('test/', ''))}](../${file})`).join(', ');
  const difference = differing[row];
  return difference === undefined ? `same: ${links}` : `in part (${difference}): ${links}`;
}

function counted(proven: ReadonlyMap<number, ReadonlySet<string>>): string {
  const all = Object.values(rows).flatMap((each) => Object.keys(each).map(Number));
  const whole = all.filter((row) => proven.has(row) && differing[row] === undefined);
  const parts = all.filter((row) => proven.has(row) && differing[row] !== undefined);
  return `Tests prove ${whole.length} of ${all.length} rows as a whole and ${parts.length} in part. ${Object.keys(absent).length} rows are absent.`;
}
