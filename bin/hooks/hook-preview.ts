import type { Hooks } from '../../lib/driver/model/benchmark.ts';
import { counted } from '../../lib/report/units.ts';
import { quoted } from '../cli/shell-command.ts';
import { harmless } from '../terminal/control-characters.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { characters, widthOf } from '../terminal/width.ts';

/** The column at which commands begin. Their further lines begin at this column too. */
const indent = 10;

/**
 * Shows the commands in the order in which they would run, for a person who allows or rejects them. Each
 * character is visible. No part of a command can look like another hook, because only the first line of a
 * hook begins left of `indent`.
 */
export function hookLines(
  hooks: Hooks | undefined,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): string[] {
  return (['pre', 'post'] as const).flatMap((kind) =>
    (hooks?.[kind] ?? []).flatMap(({ name, command }) => {
      const [first = '', ...more] = command.trimEnd().split('\n');
      const label = /^[\w.-]+$/.test(name) ? name : quoted(name);
      const lines = [`${label}: ${first}`, ...squeezed(more).map((line) => `  ${line}`)];
      const visible = lines.flatMap((line) => rows(harmless(line, { judged: true }), width));
      return visible.map((row, at) => `  ${at === 0 ? paint.dim(kind.padEnd(6)) : ' '.repeat(6)}  ${row}`);
    }),
  );
}

/** Shortens a sequence of empty lines, which could push earlier text off the screen. */
function squeezed(lines: readonly string[]): string[] {
  const done: string[] = [];
  let empty = 0;
  for (const line of [...lines, undefined]) {
    if (line?.trim() === '') empty += 1;
    else {
      done.push(
        ...(empty > emptyMax ? [`(${counted(empty, 'empty line')})`] : Array<string>(empty).fill('')),
      );
      empty = 0;
      if (line !== undefined) done.push(line);
    }
  }
  return done;
}

const emptyMax = 2;

/** Breaks a line at the width of the screen, so that the terminal need not break it. */
function rows(line: string, width = Number.POSITIVE_INFINITY): string[] {
  const room = Math.max(20, width - indent);
  const done: string[] = [];
  let [row, left] = ['', room];
  for (const character of characters(line)) {
    left -= widthOf(character);
    if (left < 0) {
      done.push(row);
      [row, left] = ['', room - widthOf(character)];
    }
    row += character;
  }
  return [...done, row];
}
