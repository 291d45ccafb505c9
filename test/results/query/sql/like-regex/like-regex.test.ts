import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileLikeRegex } from '../../../../../lib/results/query/sql/like-regex/like-regex.ts';
import { readJson } from '../../../../../lib/results/query/sql/sql-json-path.ts';
import { answer, inShort, limited } from '../answer.ts';

const document = readJson('["abc","ABC","a\\nb","été","a.b","","foo bar","a-1","x_1","[a]"]');

/** Matches of PostgreSQL 15.18, in a database with the locale C.UTF-8. */
const matched: readonly (readonly [path: string, array: string])[] = [
  ['$[*] ? (@ like_regex "^a")', '["abc", "a\\nb", "a.b", "a-1"]'],
  ['$[*] ? (@ like_regex "^A" flag "i")', '["abc", "ABC", "a\\nb", "a.b", "a-1"]'],
  ['$[*] ? (@ like_regex "a.b")', '["a.b"]'],
  ['$[*] ? (@ like_regex "a.b" flag "s")', '["a\\nb", "a.b"]'],
  ['$[*] ? (@ like_regex "a.b" flag "q")', '["a.b"]'],
  ['$[*] ? (@ like_regex "A.B" flag "iq")', '["a.b"]'],
  ['$[*] ? (@ like_regex "^b$")', '[]'],
  ['$[*] ? (@ like_regex "^b$" flag "m")', '["a\\nb"]'],
  ['$[*] ? (@ like_regex "\\\\Ab" flag "m")', '[]'],
  ['$[*] ? (@ like_regex "^\\\\w+$")', '["abc", "ABC", "été", "x_1"]'],
  ['$[*] ? (@ like_regex "\\\\W")', '["a\\nb", "a.b", "foo bar", "a-1", "[a]"]'],
  ['$[*] ? (@ like_regex "[^\\\\w]")', '["a.b", "foo bar", "a-1", "[a]"]'],
  ['$[*] ? (@ like_regex "[^\\\\W_]1")', '[]'],
  ['$[*] ? (@ like_regex "[[:digit:]]$")', '["a-1", "x_1"]'],
  ['$[*] ? (@ like_regex "^[[:upper:]]+$")', '["ABC"]'],
  ['$[*] ? (@ like_regex "^[[:upper:]]+$" flag "i")', '["abc", "ABC", "été"]'],
  ['$[*] ? (@ like_regex "^[[:graph:]]+$")', '["abc", "ABC", "été", "a.b", "a-1", "x_1", "[a]"]'],
  ['$[*] ? (@ like_regex "[]a-]1")', '["a-1"]'],
  [
    '$[*] ? (@ like_regex "[^a-z]" flag "s")',
    '["ABC", "a\\nb", "été", "a.b", "foo bar", "a-1", "x_1", "[a]"]',
  ],
  ['$[*] ? (@ like_regex "[^a-z]")', '["ABC", "été", "a.b", "foo bar", "a-1", "x_1", "[a]"]'],
  ['$[*] ? (@ like_regex "\\\\mbar\\\\M")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "\\\\yét")', '["été"]'],
  ['$[*] ? (@ like_regex "t\\\\M")', '[]'],
  ['$[*] ? (@ like_regex "t\\\\yé")', '[]'],
  ['$[*] ? (@ like_regex "o\\\\Yo$|o\\\\y ")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "^\\\\y[^a]" flag "s")', '["ABC", "été", "foo bar", "x_1"]'],
  ['$[*] ? (@ like_regex "b\\\\y$")', '["a\\nb", "a.b"]'],
  ['$[*] ? (@ like_regex "\\\\y\\\\Y")', '[]'],
  // Several assertions hold at one position, although optional parts lie between them.
  ['$[*] ? (@ like_regex "\\\\mx?\\\\mb")', '["a\\nb", "a.b", "foo bar"]'],
  ['$[*] ? (@ like_regex "(\\\\m)(\\\\y)\\\\mf")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "(\\\\yx?){3}f")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "\\\\mx?^f")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "r$x?\\\\M")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "(a|$)x?\\\\M^b" flag "m")', '[]'],
  ['$[*] ? (@ like_regex "a$x?\\\\M" flag "m")', '["a\\nb"]'],
  ['$[*] ? (@ like_regex "[[:<:]]x.1[[:>:]]")', '["x_1"]'],
  ['$[*] ? (@ like_regex "(?i)BAR")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "(?x) b a r # no blanks")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "***=[a]")', '["[a]"]'],
  ['$[*] ? (@ like_regex "(o){2} b")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "o{2,}")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "x{0}bar")', '["foo bar"]'],
  ['$[*] ? (@ like_regex "\\\\x41\\\\u0042")', '["ABC"]'],
  ['$[*] ? (@ like_regex "\\\\a|\\\\B")', '[]'],
  ['$[*] ? (@ like_regex "a(?#note)b")', '["abc"]'],
  ['$[*] ? (@ like_regex "^(|abc)$")', '["abc", ""]'],
  ['$[*] ? (@ like_regex "[[.a.]-[.c.]]b")', '["abc"]'],
  ['$[*] ? (@ like_regex "a{")', '[]'],
  ['$[*] ? (@ like_regex "a(" flag "xq")', '[]'],
  ['1 like_regex "a"', '[null]'],
];

/** Patterns that PostgreSQL 15.18 rejects, with its errors. */
const refused: readonly (readonly [path: string, error: string])[] = [
  ['$[*] ? (@ like_regex "\\\\x{41}")', '2201B invalid regular expression: invalid escape \\ sequence'],
  ['$[*] ? (@ like_regex "(")', '2201B invalid regular expression: parentheses () not balanced'],
  ['$[*] ? (@ like_regex ")")', '2201B invalid regular expression: parentheses () not balanced'],
  ['$[*] ? (@ like_regex "[a")', '2201B invalid regular expression: brackets [] not balanced'],
  ['$[*] ? (@ like_regex "[z-a]")', '2201B invalid regular expression: invalid character range'],
  ['$[*] ? (@ like_regex "[a-\\\\d]")', '2201B invalid regular expression: invalid character range'],
  ['$[*] ? (@ like_regex "[[:nope:]]")', '2201B invalid regular expression: invalid character class'],
  ['$[*] ? (@ like_regex "[[.nope.]]")', '2201B invalid regular expression: invalid collating element'],
  ['$[*] ? (@ like_regex "*a")', '2201B invalid regular expression: quantifier operand invalid'],
  ['$[*] ? (@ like_regex "a**")', '2201B invalid regular expression: quantifier operand invalid'],
  ['$[*] ? (@ like_regex "^*")', '2201B invalid regular expression: quantifier operand invalid'],
  ['$[*] ? (@ like_regex "a{2,1}")', '2201B invalid regular expression: invalid repetition count(s)'],
  ['$[*] ? (@ like_regex "a{256}")', '2201B invalid regular expression: invalid repetition count(s)'],
  ['$[*] ? (@ like_regex "a{1")', '2201B invalid regular expression: braces {} not balanced'],
  ['$[*] ? (@ like_regex "\\\\q")', '2201B invalid regular expression: invalid escape \\ sequence'],
  ['$[*] ? (@ like_regex "a\\\\")', '2201B invalid regular expression: invalid escape \\ sequence'],
  ['$[*] ? (@ like_regex "\\\\1(a)")', '2201B invalid regular expression: invalid backreference number'],
  ['$[*] ? (@ like_regex "(?z)")', '2201B invalid regular expression: invalid embedded option'],
  ['$[*] ? (@ like_regex "(?")', '2201B invalid regular expression: quantifier operand invalid'],
  ['$[*] ? (@ like_regex "***?")', '2201B invalid regular expression: invalid regexp (reg version 0.8)'],
  [
    '$[*] ? (@ like_regex "a" flag "x")',
    '0A000 XQuery "x" flag (expanded regular expressions) is not implemented',
  ],
  ['$[*] ? (@ like_regex "a" flag "iz")', '42601 invalid input syntax for type jsonpath'],
];

/** Characters that match a pattern of one character with the flag `i` in PostgreSQL 15.18. */
const inBothCases: readonly (readonly [pattern: string, characters: string])[] = [
  ['k', 'kK'],
  ['\u212a', 'k\u212a'],
  ['[j-l]', 'kK'],
  ['[\u212a]', 'k\u212a'],
  ['[^k]', '\u212asSſΣσςßẞᾳᾼǅǆǄiİıI'],
  ['ſ', 'Sſ'],
  ['ς', 'Σς'],
  ['Σ', 'Σσ'],
  ['ß', 'ß'],
  ['ẞ', 'ßẞ'],
  ['ᾳ', 'ᾳᾼ'],
  ['ǅ', 'ǆǄ'],
  ['[ǅ-ǆ]', 'ǅǆǄ'],
  ['İ', 'iİ'],
  ['ı', 'ıI'],
];

test('the flag i follows the simple mappings of single characters', () => {
  const all = readJson(JSON.stringify([...'kK\u212asSſΣσςßẞᾳᾼǅǆǄiİıI']));
  for (const [pattern, characters] of inBothCases) {
    const path = `$[*] ? (@ like_regex "^${pattern}$" flag "i")`;
    assert.equal(
      inShort(answer(all, path)),
      `[${[...characters].map((one) => `"${one}"`).join(', ')}]`,
      path,
    );
  }
});

test('a collating element of several characters has a name of POSIX', () => {
  const all = readJson('["-",":","^","~","0","{","\\u0007","A"]');
  const elements = ['hyphen', 'colon', 'circumflex', 'tilde', 'zero', 'left-curly-bracket', 'alert', 'A'];
  for (const [at, element] of elements.entries())
    for (const path of [
      `$[*] ? (@ like_regex "[[.${element}.]]")`,
      `$[*] ? (@ like_regex "[[=${element}=]]")`,
    ])
      assert.equal(inShort(answer(all, path)), inShort(answer(all, `$[${at}]`)), path);
});

test('patterns match what they match in PostgreSQL', () => {
  for (const [path, array] of matched) assert.equal(inShort(answer(document, path)), array, path);
});

test('patterns that PostgreSQL refuses are refused with its words', () => {
  for (const [path, error] of refused) assert.equal(inShort(answer(document, path)), error, path);
});

/**
 * PostgreSQL supports these patterns. Downpour rejects them, because a match could take more than linear
 * time.
 */
const unsupported = [
  'a(?=b)',
  'a(?!b)',
  '(?<=a)b',
  '(?<!a)b',
  '(a)\\1',
  '(a)\\1\\M',
  '(?b)a\\{1\\}',
  '(?b){0}',
  '(?e)a',
];

test('look-around, back-references and old syntaxes are refused as not supported', () => {
  for (const pattern of unsupported)
    assert.throws(() => compile(pattern), { sqlState: '0A000', position: 7 }, pattern);
});

test('a pattern is refused when it is too long or has too many states', () => {
  assert.throws(() => compile('a'.repeat(300)), { sqlState: '54000' });
  assert.throws(() => compile('((a{200}){200}){200}'), { sqlState: '2201B' });
});

test('patterns that make a backtracking engine hang do not', () => {
  const text = 'a'.repeat(50_000);
  for (const pattern of ['^(a+)+$b', '(a*)*b', '(a|aa)+b', '(.*)(.*)(.*)b$', '\\y(a+)+\\yb'])
    assert.equal(compile(pattern).test(text), false, pattern);
});

function compile(pattern: string): ReturnType<typeof compileLikeRegex> {
  return compileLikeRegex(pattern, '', { lengthMax: 256, position: 7 });
}

test('a negated class in brackets is the rest of Unicode', () => {
  assert.ok(compile('^[^\\W_]$').test('é'));
  assert.ok(!compile('^[^\\W_]$').test('_'));
  assert.ok(compile('^[\\D]$').test('😀'));
});

/** PostgreSQL 15, table 9.22: three octal digits, or two when three digits exceed a byte. */
test('an octal escape is a byte: 377 is the largest, and 400 is 40 and a zero', () => {
  assert.ok(compile('^\\377$').test('ÿ'));
  assert.ok(compile('^\\400$').test(' 0'));
  assert.ok(!compile('^\\400$').test('Ā'));
});

test('a pattern of too many instructions is refused as too complex', () => {
  assert.throws(() => compile('a{250}'.repeat(9)), {
    sqlState: '2201B',
    message: 'invalid regular expression: regular expression is too complex',
    position: 7,
  });
  assert.ok(compile('a{250}'.repeat(7)).test('a'.repeat(1750)));
  assert.throws(() => compile('(\\yx?){17}'), { message: /too complex/ });
  assert.ok(compile('(\\yx?){16}').test('x'));
});

/** A budget that counts checks of the deadline and steps. The time is over at the third check. */
function meter() {
  let looks = 0;
  let steps = 0;
  const checkDeadline = (): void => {
    looks += 1;
    if (looks > 2) throw new Error('overdue');
  };
  return { checkDeadline, spend: (more: number) => (steps += more), steps: () => steps };
}

test('matching a long text costs its length times the size of the pattern, and is stopped in it', () => {
  const text = 'ab '.repeat(200_000);
  for (const pattern of ['(a|b| |d){50}[cd]$', '\\m[abx ]{50}[xy]\\M', '[ab]*a[ab]{200}[cd]']) {
    const { steps, ...work } = meter();
    assert.throws(() => compile(pattern).test(text, work), { message: 'overdue' }, pattern);
    assert.ok(steps() > text.length / 10, pattern);
  }
});

test('a match is stopped by the budget of the evaluation', () => {
  const texts = readJson(JSON.stringify(['ab '.repeat(200_000)]));
  const path = '$[*] ? (@ like_regex "[ab]*a[ab]{200}[cd]")';
  assert.match(inShort(answer(texts, path, limited({ steps: 10_000 }))), /^57014 /);
  assert.match(inShort(answer(texts, path, limited({ checks: 5 }))), /^57014 .*longer than/);
});

test('a path keeps no compiled pattern, so it can be kept itself', () => {
  const [pattern] = ['[\\W]'.repeat(50)];
  const made = Array.from({ length: 40 }, (_, at) => compile(`${pattern}${at}`));
  assert.ok(heapBytes(made) < 60_000_000);
  assert.ok(made[0]?.test(`${'-'.repeat(50)}0`));
});

function heapBytes(_held: unknown): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
