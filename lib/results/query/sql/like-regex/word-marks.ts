import type { Work } from '../../budget.ts';
import { characterClasses } from './character-class.ts';
import { markOf, type Place } from './re2-source.ts';

/**
 * Adds marks to a text: characters that describe a position, for an expression with word edges. With one mark
 * at each position, a character takes some 0.1 µs.
 * @param count the number of marks at each position.
 */
export function markText(text: string, count: number, work: Work): string {
  const portions: string[] = [];
  let marked = '';
  let before: string | undefined;
  let wasWord = false;
  const marksAt = (place: Place): string => markOf(place).repeat(count);
  // The marks of the usual position: nearly all positions are between two characters of one line.
  const inLine = (edge: Place['edge']): string => marksAt({ edge, starts: 'nothing', ends: 'nothing' });
  const inLines = { none: inLine('none'), start: inLine('start'), end: inLine('end') };
  const mark = (after: string | undefined, isWord: boolean): string => {
    const edge = isWord === wasWord ? 'none' : isWord ? 'start' : 'end';
    const starts = boundAt(before);
    const ends = boundAt(after);
    return starts === 'nothing' && ends === 'nothing' ? inLines[edge] : marksAt({ edge, starts, ends });
  };
  for (const character of text) {
    const isWord = wordCharacter.test(character);
    marked += mark(character, isWord) + character;
    wasWord = isWord;
    before = character;
    if (marked.length < portionLength) continue;
    work.spend(portionLength / 2);
    portions.push(marked);
    marked = '';
  }
  return portions.join('') + marked + mark(undefined, false);
}

/**
 * The part of the text (line or text) that starts or ends at a position. `character` is next to the position,
 * and absent at the edge of the text.
 */
const boundAt = (character: string | undefined): Place['starts'] =>
  character === undefined ? 'text' : character === '\n' ? 'line' : 'nothing';

/**
 * Characters that are marked and joined at the same time. Before they are joined, a text takes 32 bytes for
 * each character.
 */
const portionLength = 2048;

const wordCharacter = new RegExp(
  `[_${characterClasses.word.categories.map((category) => `\\p{${category}}`).join('')}]`,
  'u',
);
