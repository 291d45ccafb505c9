import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../../lib/project.ts';
import { code, table } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';
import { different, rows } from './original-assertions.ts';

/** The page docs/compatibility.md. */
export function compatibilityPage(): string {
  const proven = provenRows();
  return filledPage('compatibility.md', {
    counted: counted(proven),
    rows: assertionTables(rows, (row) => stateOf(row, proven)),
  });
}

/** A table for each group of rows. `stateOf` describes how Downpour fulfils a row. */
export const assertionTables = (
  groups: Readonly<Record<string, Readonly<Record<number, string>>>>,
  stateOf: (row: number) => string,
): string =>
  Object.entries(groups)
    .flatMap(([group, each]) => [
      `### ${group}`,
      table(
        ['row', 'assertion', 'Downpour'],
        Object.entries(each).map(([row, assertion]) => [row, assertion, stateOf(Number(row))]),
      ),
    ])
    .join('\n\n');

/** The tests of a row: their files, and the parts of the row in their names ('': the whole row). */
export type ProvenRow = { readonly files: ReadonlySet<string>; readonly parts: ReadonlySet<string> };

/** Finds the rows of the page that tests prove. The name of a test begins with its rows. */
export function provenRows(): ReadonlyMap<number, ProvenRow> {
  const proven = new Map<number, { files: Set<string>; parts: Set<string> }>();
  const folder = join(project, 'test');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.test.ts')) continue;
    for (const [, numbers = '', part] of readFileSync(join(folder, file), 'utf8').matchAll(rowName))
      for (const row of numbers.split(',')) {
        const entry = proven.get(Number(row)) ?? { files: new Set(), parts: new Set() };
        proven.set(Number(row), entry);
        entry.files.add(`test/${file.replaceAll('\\', '/')}`);
        entry.parts.add(part ?? '');
      }
  }
  return proven;
}

/** Matches rows at the beginning of a test: `row 12: ...`, `row 12, 13: ...`, `row 1 (phases): ...`. */
const rowName = /['"`]rows? (\d+(?:, ?\d+)*)(?: \(([^)]+)\))?: /g;

function stateOf(row: number, proven: ReadonlyMap<number, ProvenRow>): string {
  const reason = different[row];
  if (reason !== undefined) return `different: ${reason}`;
  const { files, parts } = proven.get(row) ?? { files: new Set<string>(), parts: new Set<string>() };
  const links = [...files].map((file) => `[${code(file.replace('test/', ''))}](../${file})`).join(', ');
  if (files.size === 0) return 'not yet';
  return parts.has('') ? `same: ${links}` : `in part (${[...parts].join(', ')}): ${links}`;
}

function counted(proven: ReadonlyMap<number, ProvenRow>): string {
  const all = Object.values(rows).flatMap((each) => Object.keys(each).map(Number));
  const whole = all.filter((row) => different[row] === undefined && proven.get(row)?.parts.has(''));
  const others = all.filter((row) => different[row] !== undefined);
  return `Tests prove ${whole.length} of ${all.length} rows, and ${others.length} rows are deliberately different.`;
}
