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

/** The class in RE2's syntax, in brackets. */
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

/** The ranges of general categories. They are cached, because this file has few classes. */
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
