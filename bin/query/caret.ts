import { veiled } from '../terminal/control-characters.ts';
import { widthOf } from '../terminal/width.ts';

/** The sign in place of text that was cut off. */
const ellipsis = '…';

/**
 * Prints a text with a caret below one of its characters, each line indented by two. A line that is too wide
 * for the terminal is cut around the place. A caret below a wrapped line would point to a wrong place.
 * @param at is the number of characters (code points) before the place. The number of all characters means
 * the end of the text.
 * @param width is the number of columns of the terminal. Absent: no limit.
 */
export function withCaret(text: string, at: number, caret: string, width?: number): string[] {
  const before = [...text].slice(0, at).join('').split('\n');
  const lines = text.split('\n').map(shownAs);
  const line = before.length - 1;
  const place = shownAs(before[line] ?? '');
  const room = Math.max(10, (width ?? Number.POSITIVE_INFINITY) - 4);
  const fitted = fitting(lines[line] ?? '', place, room);
  const others = lines.map((one, number) => (number === line ? fitted.line : cut(one, room)));
  others.splice(line + 1, 0, `${below(fitted.before)}${caret}`);
  return others.map((one) => `  ${one}`);
}

/**
 * Spaces of the same width as a text. A tab remains a tab, so that the line below aligns with the line above.
 */
const below = (text: string): string => text.split('\t').map(blank).join('\t');
const blank = (text: string): string => ' '.repeat(widthOf(text));

/** Replaces control characters, which a terminal would obey, by signs of the same width. */
const shownAs = (text: string): string => text.split('\t').map(veiled).join('\t');

function cut(text: string, room: number): string {
  return widthOf(text) <= room ? text : `${upTo(text, room - 1)}${ellipsis}`;
}

type FittedLine = { readonly line: string; readonly before: string };

/** The part of a line around a place that fits into the width. */
function fitting(line: string, before: string, room: number): FittedLine {
  if (widthOf(line) < room) return { line, before };
  const behind = line.slice(before.length);
  const lead = widthOf(before) < room / 2 ? before : `${ellipsis}${from(before, Math.floor(room / 2) - 1)}`;
  return { line: `${lead}${cut(behind, room - widthOf(lead))}`, before: lead };
}

const upTo = (text: string, room: number): string => taken([...text], room).join('');
const from = (text: string, room: number): string =>
  taken([...text].reverse(), room)
    .reverse()
    .join('');

/** The first characters, as many as fit into the columns. */
function taken(characters: readonly string[], room: number): string[] {
  let left = room;
  const end = characters.findIndex((character) => {
    left -= widthOf(character);
    return left < 0;
  });
  return characters.slice(0, end === -1 ? characters.length : end);
}
