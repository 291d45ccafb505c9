import {
  type CharacterClass,
  characterClasses,
  codePoints,
  complement,
  isClassName,
} from './character-class.ts';
import { fault } from './regex-cursor.ts';
import type { RegexScanner } from './regex-scanner.ts';

/** What stands in brackets. The scanner goes behind the closing one; @throws RegexFault. */
export function parseBracket(
  scanner: RegexScanner,
  isNegated: boolean,
): { readonly set: CharacterClass; readonly isNegated: boolean } {
  scanner.next();
  const sets: CharacterClass[] = [];
  while (!scanner.sees(']')) sets.push(parsePart(scanner));
  scanner.next();
  if (isNegated && scanner.mode.stopsAtLines) sets.push(codePoints(0x0a));
  return { set: merged(sets), isNegated };
}

const merged = (classes: readonly CharacterClass[]): CharacterClass => ({
  ranges: classes.flatMap(({ ranges }) => ranges),
  categories: classes.flatMap(({ categories }) => categories),
});

function parsePart(scanner: RegexScanner): CharacterClass {
  const { token } = scanner;
  switch (token.kind) {
    case 'className':
      return parseClassName(scanner);
    case 'equivalence':
      return parseEquivalence(scanner);
    case 'class':
    case 'notClass': {
      const set = characterClasses[token.name];
      scanner.next();
      return token.kind === 'class' ? set : complement(set);
    }
    default:
      return parseRange(scanner);
  }
}

function parseClassName(scanner: RegexScanner): CharacterClass {
  const name = scanner.name(':');
  if (!isClassName(name)) throw fault('class');
  const isCase = name === 'lower' || name === 'upper';
  return characterClasses[isCase && scanner.mode.ignoresCase ? 'alpha' : name];
}

/** The characters that are equivalent to one are that one. */
function parseEquivalence(scanner: RegexScanner): CharacterClass {
  return codePoints(parseElement(scanner, '='));
}

/** A character, or all from one to another. */
function parseRange(scanner: RegexScanner): CharacterClass {
  const from = parseCharacter(scanner);
  if (!scanner.sees('range')) return codePoints(from);
  scanner.next();
  const isDash = scanner.sees('range');
  const to = isDash ? 0x2d : parseCharacter(scanner);
  if (isDash) scanner.next();
  if (from > to) throw fault('range');
  return codePoints(from, to);
}

function parseCharacter(scanner: RegexScanner): number {
  const { token } = scanner;
  if (token.kind === 'element') return parseElement(scanner, '.');
  if (token.kind !== 'plain') throw fault('range');
  scanner.next();
  return token.value;
}

function parseElement(scanner: RegexScanner, closing: '.' | '='): number {
  const [character, ...more] = scanner.name(closing);
  if (character === undefined || more.length > 0) throw fault('collation');
  return character.codePointAt(0) ?? 0;
}
