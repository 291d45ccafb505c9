import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../../lib/project.ts';

/** The cells of a row, by the heading of their column. */
export type Deviation = { readonly subject: string; readonly [column: string]: string };

/** The rows of all tables below `## Differences` of a page of docs/. */
export function deviationsOf(page: string): readonly Deviation[] {
  const [, section = ''] = readFileSync(join(project, 'docs', page), 'utf8').split('\n## Differences\n');
  const [differences = ''] = section.split('\n## ');
  const lines = differences.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  let columns: readonly string[] = [];
  return lines.flatMap((line) => {
    const cells = line.replace(/^\| | \|$/g, '').split(' | ');
    if (cells[0] === 'subject') columns = cells;
    return cells[0] === 'subject' ? [] : [deviation(columns, cells)];
  });
}

function deviation(columns: readonly string[], cells: readonly string[]): Deviation {
  if (cells.length !== columns.length) throw new Error(`not ${columns.length} cells: ${cells.join(' | ')}`);
  const entries = columns.map((column, index) => [column, cells[index] ?? '']);
  return { subject: cells[0] ?? '', ...Object.fromEntries(entries) };
}
