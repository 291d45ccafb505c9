import type { Verdict } from './mutate.ts';
import type { Mutant } from './operators.ts';
import { groupsOf } from './rooms.ts';

export type Row = { readonly room: string; readonly mutants: number; readonly caught: number };

/**
 * The rows of the report: one for each room (a group of source folders), one for each group of files that
 * needs a higher share of caught mutants, and one for all.
 */
export function rowsOf(verdicts: readonly Verdict[]): readonly Row[] {
  const row = (room: string, some: readonly Verdict[]): Row => ({
    room,
    mutants: some.length,
    caught: some.filter(({ caught }) => caught !== undefined).length,
  });
  const byRoom = Map.groupBy(verdicts, ({ room }) => room);
  const byGroup = Map.groupBy(
    verdicts.flatMap((verdict) => groupsOf(verdict.mutant.file).map((group) => ({ group, verdict }))),
    ({ group }) => group,
  );
  return [
    ...[...byRoom].map(([room, some]) => row(room, some)),
    ...[...byGroup].map(([group, some]) =>
      row(
        `(${group})`,
        some.map(({ verdict }) => verdict),
      ),
    ),
    row('all', verdicts),
  ];
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ room, mutants, caught }) => [
    room,
    String(mutants),
    String(caught),
    String(mutants - caught),
    mutants === 0 ? '-' : `${Math.floor((100 * caught) / mutants)} %`,
  ]);
  const lines = [['room', 'mutants', 'caught', 'survived', 'rate'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join(' | '),
    )
    .join('\n');
}

/** A mutant that no test detected, with its line before and after. */
export function survivor({ mutant, lines, ran, leftOut }: Verdict): string {
  const reached =
    ran.length === 0 ? 'no test runs this line' : `${ran.length} test files passed: ${ran.join(', ')}`;
  const more =
    leftOut.length === 0
      ? ''
      : `; ${leftOut.length} left out, because the budget was spent: ${leftOut.join(', ')}`;
  return [
    `${mutant.file}:${mutant.line} ${mutant.operator} (${reached}${more})`,
    ...lines.before.map((line) => `  - ${line}`),
    ...lines.after.map((line) => `  + ${line}`),
  ].join('\n');
}

export const change = ({ before, after }: Mutant): string => `${short(before)} -> ${short(after)}`;

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '(nothing)';
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
}
