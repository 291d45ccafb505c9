import {
  type CharacterClass,
  characterClasses,
  complement,
  type Range,
  sourceOf,
} from './character-class.ts';
import { fault, type RegexScanner } from './regex-scanner.ts';

/** What stands in brackets, as an atom of RE2. The scanner goes behind the closing one; @throws RegexFault. */
export function parseBracket(scanner: RegexScanner, isNegated: boolean): string {
  scanner.next();
  const positive: CharacterClass[] = [];
  const negative: CharacterClass[] = [];
  while (!scanner.sees(']')) parsePart(scanner, positive, negative);
  scanner.next();
  const isLineKept = isNegated && scanner.mode.stopsAtLines;
  if (isLineKept) positive.push({ ranges: [[0x0a, 0x0a]], categories: [] });
  if (negative.length === 0) return `[${isNegated ? '^' : ''}${positive.map(sourceOf).join('')}]`;
  // RE2 has no intersection, so what is both negated and complemented is written out.
  const all = merged([...positive, ...negative.map(complement)]);
  return sourceOfSet(isNegated ? complement(all) : all);
}

const merged = (classes: readonly CharacterClass[]): CharacterClass => ({
  ranges: classes.flatMap(({ ranges }) => ranges),
  categories: classes.flatMap(({ categories }) => categories),
});

const sourceOfSet = (set: CharacterClass): string =>
  set.ranges.length + set.categories.length === 0 ? '[^\\x{0}-\\x{10ffff}]' : `[${sourceOf(set)}]`;

function parsePart(scanner: RegexScanner, positive: CharacterClass[], negative: CharacterClass[]): void {
  const { token } = scanner;
  switch (token.kind) {
    case 'className':
      positive.push(parseClassName(scanner));
      return;
    case 'equivalence': {
      const character = parseElement(scanner, '=');
      positive.push({ ranges: [[character, character]], categories: [] });
      return;
    }
    case 'class':
    case 'notClass':
      (token.kind === 'class' ? positive : negative).push(characterClasses[token.name] ?? merged([]));
      scanner.next();
      return;
    default:
      positive.push({ ranges: parseRange(scanner), categories: [] });
  }
}

function parseClassName(scanner: RegexScanner): CharacterClass {
  const name = scanner.name(':');
  const found = Object.hasOwn(characterClasses, name) ? characterClasses[name] : undefined;
  if (found === undefined) throw fault('class');
  const isCase = name === 'lower' || name === 'upper';
  return isCase && scanner.mode.ignoresCase ? (characterClasses.alpha ?? found) : found;
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
