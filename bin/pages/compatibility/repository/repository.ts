import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../../../lib/project.ts';
import { code, table } from '../../../generate/markdown.ts';
import { filledPage } from '../../blocks.ts';
import { calls } from './clients.ts';
import { departures } from './departures.ts';
import { absent, differing, rows } from './rows.ts';

/** docs/compatibility-repository.md */
export function repositoryCompatibilityPage(): string {
  const held = heldByTests();
  return filledPage('compatibility-repository.md', {
    departures: Object.entries(departures)
      .flatMap(([part, list]) => [
        `### ${part}`,
        table(
          ['subject', 'original', 'Downpour', 'reason'],
          list.map(({ what, original, here, why }) => [what, original, here, why]),
        ),
      ])
      .join('\n\n'),
    calls: table(
      ['call', 'request and assertion', 'Python', 'Go'],
      calls.map(({ what, python, go }, index) => [String(index + 1), what, python, go]),
    ),
    counted: counted(held),
    rows: Object.entries(rows)
      .flatMap(([group, each]) => [
        `### ${group}`,
        table(
          ['row', 'assertion', 'here'],
          Object.entries(each).map(([row, what]) => [row, what, stateOf(Number(row), held)]),
        ),
      ])
      .join('\n\n'),
  });
}

/** A test, by its file and its name without the rows at the end. */
export type RowTest = { readonly file: string; readonly name: string };

/** The tests of each row that has any. */
export function heldByTests(): ReadonlyMap<number, readonly RowTest[]> {
  const held = new Map<number, RowTest[]>();
  const folder = join(project, 'test');
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.test.ts')) continue;
    const file = `test/${path.replaceAll('\\', '/')}`;
    for (const [, , name = '', numbers = ''] of readFileSync(join(folder, path), 'utf8').matchAll(rowsAtEnd))
      for (const row of numbers.split(',').map(Number))
        held.set(row, [...(held.get(row) ?? []), { file, name }]);
  }
  return held;
}

/** `test('... (row 12)', ` and `it('... (rows 12, 13)', `. */
const rowsAtEnd = /\b(?:test|it)\((['"`])(.+) \(rows? (\d+(?:, \d+)*)\)\1,/g;

function stateOf(row: number, held: ReadonlyMap<number, readonly RowTest[]>): string {
  const reason = absent[row];
  if (reason !== undefined) return `absent: ${reason}`;
  const tests = [...Map.groupBy(held.get(row) ?? [], ({ file }) => file)].map(
    ([file, list]) =>
      `[${code(file.replace('test/', ''))}](../${file}): ${list.map(({ name }) => name).join(' · ')}`,
  );
  const difference = differing[row];
  const start = difference === undefined ? 'holds' : `in part (${difference})`;
  return tests.length === 0 ? 'not yet' : `${start}: ${tests.join('. ')}`;
}

function counted(held: ReadonlyMap<number, readonly RowTest[]>): string {
  const all = Object.values(rows).flatMap((each) => Object.keys(each).map(Number));
  const whole = all.filter((row) => held.has(row) && differing[row] === undefined);
  const parts = all.filter((row) => held.has(row) && differing[row] !== undefined);
  return `Tests hold ${whole.length} of ${all.length} rows, and ${parts.length} in part; ${Object.keys(absent).length} are absent.`;
}
