import type { Verdict } from './mutate.ts';
import type { Mutant } from './operators.ts';
import { groupsOf } from './rooms.ts';

export type Row = { readonly room: string; readonly mutants: number; readonly caught: number };

/** A row for each room, one for each group with a higher aim, and one for all. */
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

/** A survivor with its line before and after. */
export function survivor({ mutant, ran, leftOut }: Verdict, textOf: (file: string) => string): string {
  const reached =
    ran.length === 0 ? 'no test reaches it' : `${ran.length} test files pass: ${ran.join(', ')}`;
  const more = leftOut.length === 0 ? '' : `; ${leftOut.length} left out: ${leftOut.join(', ')}`;
  const { before, after } = linesOf(mutant, textOf(mutant.file));
  return [
    `${mutant.file}:${mutant.line} ${mutant.operator} (${reached}${more})`,
    ...before.map((line) => `  - ${line}`),
    ...after.map((line) => `  + ${line}`),
  ].join('\n');
}

function linesOf({ start, end, after }: Mutant, text: string) {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const last = newline < 0 ? text.length : newline;
  const lines = (part: string): string[] => part.split('\n').filter((line) => line.trim() !== '');
  return {
    before: lines(text.slice(first, last)),
    after: lines(text.slice(first, start) + after + text.slice(end, last)),
  };
}

export const change = ({ before, after }: Mutant): string => `${short(before)} -> ${short(after)}`;

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '(nothing)';
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
}
