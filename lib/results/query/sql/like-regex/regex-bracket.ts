import {
  type CharacterClass,
  characterClasses,
  complement,
  isClassName,
  type Range,
} from './character-class.ts';
import { fault } from './regex-fault.ts';
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
  if (isNegated && scanner.mode.stopsAtLines) sets.push({ ranges: [[0x0a, 0x0a]], categories: [] });
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
      return { ranges: parseRange(scanner), categories: [] };
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
  const character = parseElement(scanner, '=');
  return { ranges: [[character, character]], categories: [] };
}

/** A character, or all from one to another. */
function parseRange(scanner: RegexScanner): readonly Range[] {
  const from = parseCharacter(scanner);
  if (!scanner.sees('range')) return existing(from, from);
  scanner.next();
  const to = scanner.sees('range') ? parseDash(scanner) : parseCharacter(scanner);
  if (from > to) throw fault('range');
  return existing(from, to);
}

/** A range that ends with a dash. */
function parseDash(scanner: RegexScanner): number {
  scanner.next();
  return 0x2d;
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

const existing = (from: number, to: number): readonly Range[] =>
  from > 0x10ffff ? [] : [[from, Math.min(to, 0x10ffff)]];
