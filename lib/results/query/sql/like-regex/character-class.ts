/** A range of code points, both ends included. */
export type Range = readonly [from: number, to: number];

/** Code points as ranges and as general categories of Unicode. */
export type CharacterClass = { readonly ranges: readonly Range[]; readonly categories: readonly string[] };

const of = (ranges: readonly Range[], ...categories: string[]): CharacterClass => ({ ranges, categories });

/**
 * A class of the code points in a range. A regular expression may name code points above U+10FFFF, which are
 * left out.
 */
export const codePoints = (from: number, to = from): CharacterClass =>
  of(from > Math.min(to, codePointMax) ? [] : [[from, Math.min(to, codePointMax)]]);

const codePointMax = 0x10ffff;

export const nothing = of([]);

/**
 * The class of the code points in a range in lower and upper case, by the simple mappings of Unicode: the
 * long s is an `S` in upper case, but `s` and `S` are no long s. A single character that is neither, such as
 * a letter of title case, is not in its class.
 */
export function bothCases(from: number, to: number): CharacterClass {
  if (from > codePointMax) return nothing;
  if (from === to) return of([lowerCase(from), upperCase(from)].map((one) => [one, one]));
  const others = cased()
    .filter(([character]) => character >= from && character <= to)
    .flatMap(([_, ...cases]) => cases.filter((one) => one < from || one > to));
  return of([...codePoints(from, to).ranges, ...others.map((one): Range => [one, one])]);
}

let allCased: readonly (readonly [character: number, lower: number, upper: number])[] | undefined;

/** All characters that have an upper and a lower case. They are found once, which takes some 50 ms. */
function cased(): NonNullable<typeof allCased> {
  allCased ??= rangesOf(['Changes_When_Casemapped']).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at).map(
      (character) => [character, lowerCase(character), upperCase(character)] as const,
    ),
  );
  return allCased;
}

function lowerCase(character: number): number {
  // In lower case, Unicode writes the capital I with a dot as two characters. The first one is the i.
  return String.fromCodePoint(character).toLowerCase().codePointAt(0) ?? character;
}

function upperCase(character: number): number {
  const text = String.fromCodePoint(character);
  const [upper = text, ...more] = text.toUpperCase();
  if (more.length === 0) return upper.codePointAt(0) ?? character;
  // A letter with an iota below it becomes two letters. The simple mapping is the letter of title case.
  const titles = [character + 8, character + 9];
  return (
    titles.find((title) => /\p{Lt}/u.test(String.fromCodePoint(title)) && lowerCase(title) === character) ??
    character
  );
}

const range = (text: string): Range => [text.codePointAt(0) ?? 0, text.codePointAt(1) ?? 0];

const letters = ['L', 'Nl', 'Mc'];

/**
 * The character classes of PostgreSQL in a database with a Unicode locale (glibc 2.36, C.UTF-8). General
 * categories approximate them: glibc also counts some marks and symbols, and digits other than 0 to 9, as
 * letters.
 */
export const characterClasses = {
  alnum: of([], ...letters, 'Nd'),
  alpha: of([], ...letters),
  ascii: of([[0, 0x7f]]),
  blank: of([
    [0x09, 0x09],
    [0x20, 0x20],
  ]),
  cntrl: of([
    [0, 0x1f],
    [0x7f, 0x9f],
  ]),
  digit: of([range('09')]),
  graph: of([], 'L', 'M', 'N', 'P', 'S', 'Cf', 'Co'),
  lower: of([], 'Ll'),
  print: of([], 'L', 'M', 'N', 'P', 'S', 'Cf', 'Co', 'Zs'),
  punct: of([], 'P', 'S'),
  space: of([
    [0x09, 0x0d],
    [0x20, 0x20],
    [0x1680, 0x1680],
    [0x2000, 0x2006],
    [0x2008, 0x200a],
    [0x2028, 0x2029],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
  ]),
  upper: of([], 'Lu', 'Lt'),
  word: of([range('__')], ...letters, 'Nd'),
  xdigit: of([range('09'), range('af'), range('AF')]),
} as const satisfies Readonly<Record<string, CharacterClass>>;

export const isClassName = (name: string): name is keyof typeof characterClasses =>
  Object.hasOwn(characterClasses, name);

/** The class in RE2's syntax, without the brackets around it. */
export const sourceOf = ({ ranges, categories }: CharacterClass): string =>
  [...ranges.map(sourceOfRange), ...categories.map((category) => `\\p{${category}}`)].join('');

const sourceOfRange = ([from, to]: Range): string => `${sourceOfCharacter(from)}-${sourceOfCharacter(to)}`;

function sourceOfCharacter(character: number): string {
  const text = character < 0x80 ? String.fromCodePoint(character) : '';
  return /[A-Za-z0-9_]/.test(text) ? text : `\\x{${character.toString(16)}}`;
}

/**
 * The complement of a class whose ranges do not overlap. With general categories it tests every code point
 * once, which takes some 50 ms.
 */
export function complement(given: CharacterClass): CharacterClass {
  const ranges = [...given.ranges, ...rangesOf(given.categories)].toSorted(([a], [b]) => a - b);
  const gaps: Range[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= codePointMax) gaps.push([next, codePointMax]);
  return of(gaps);
}

const known = new Map<string, readonly Range[]>();

/**
 * The ranges of general categories, or of other properties. They are cached, because this file has few
 * classes.
 */
function rangesOf(categories: readonly string[]): readonly Range[] {
  const key = categories.map((category) => `\\p{${category}}`).join('');
  const ranges = known.get(key) ?? (key === '' ? [] : matching(new RegExp(`[${key}]`, 'u')));
  known.set(key, ranges);
  return ranges;
}

function matching(pattern: RegExp): readonly Range[] {
  const ranges: [number, number][] = [];
  for (let character = 0; character <= codePointMax; character += 1) {
    if (!pattern.test(String.fromCodePoint(character))) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === character - 1) last[1] = character;
    else ranges.push([character, character]);
  }
  return ranges;
}
