import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../../lib/project.ts';
import { code, table } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';
import { departures } from './departures.ts';
import { otherwise, rows } from './rows.ts';

/** docs/compatibility.md */
export function compatibilityPage(): string {
  const held = heldRows();
  return filledPage('compatibility.md', {
    departures: Object.entries(departures)
      .flatMap(([part, list]) => [
        `### ${part}`,
        table(
          ['subject', 'specification', 'original', 'Downpour', 'reason'],
          list.map((each) => [each.what, each.specification, each.original, each.here, each.why]),
        ),
      ])
      .join('\n\n'),
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

/** The tests of a row: files that hold it, and the parts of it that tests name. */
export type HeldRow = { readonly files: ReadonlySet<string>; readonly parts: ReadonlySet<string> };

/** Every row that a test is named after, in part or as a whole. */
export function heldRows(): ReadonlyMap<number, HeldRow> {
  const held = new Map<number, { files: Set<string>; parts: Set<string> }>();
  const folder = join(project, 'test');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.test.ts')) continue;
    for (const [, numbers = '', part] of readFileSync(join(folder, file), 'utf8').matchAll(rowName))
      for (const row of numbers.split(',')) {
        const entry = held.get(Number(row)) ?? { files: new Set(), parts: new Set() };
        held.set(Number(row), entry);
        entry.files.add(`test/${file.replaceAll('\\', '/')}`);
        entry.parts.add(part ?? '');
      }
  }
  return held;
}

/** `row 12: ...`, `row 12, 13: ...`, `row 1 (phases): ...`, at the beginning of a name. */
const rowName = /['"`]rows? (\d+(?:, ?\d+)*)(?: \(([^)]+)\))?: /g;

function stateOf(row: number, held: ReadonlyMap<number, HeldRow>): string {
  const reason = otherwise[row];
  if (reason !== undefined) return `different: ${reason}`;
  const { files, parts } = held.get(row) ?? { files: new Set<string>(), parts: new Set<string>() };
  const where = [...files].map((file) => `[${code(file.replace('test/', ''))}](../${file})`).join(', ');
  if (files.size === 0) return 'not yet';
  return parts.has('') ? `holds: ${where}` : `in part (${[...parts].join(', ')}): ${where}`;
}

function counted(held: ReadonlyMap<number, HeldRow>): string {
  const all = Object.values(rows).flatMap((each) => Object.keys(each).map(Number));
  const whole = all.filter((row) => otherwise[row] === undefined && held.get(row)?.parts.has(''));
  const departed = all.filter((row) => otherwise[row] !== undefined);
  return `A test holds ${whole.length} of ${all.length} rows, and ${departed.length} are deliberately different.`;
}
