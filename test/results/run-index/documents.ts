import fc from 'fast-check';

/**
 * Texts of documents like those of runs: mostly a root object with arrays of records among its members. There
 * are few names, so that they are missing, repeated and of several kinds. Spelling and blanks vary.
 */
export const names = ['a', 'b', 'value', 'name', '$schema', '', 'length', '0', 'ü', 'a.b', 'x y'] as const;

const blank = fc.constantFrom('', '', '', ' ', '\n ', '\t\r\n');
const number = fc.constantFrom(
  '0',
  '-0',
  '1',
  '7',
  '10',
  '1.50',
  '-2.5e3',
  '1E400',
  '12345678901234567890',
  '0.1',
  '1e-7',
  '990',
);
const string = fc.oneof(
  fc.constantFrom(
    '""',
    '"a"',
    '"b"',
    '"\\u0061"',
    '"\\ud83d\\ude00"',
    '"😀"',
    '"a\\nb,"',
    '"a string longer than a cell"',
    '"\\ud800"',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => JSON.stringify(text)),
);
const scalar = fc.oneof(number, number, string, fc.constantFrom('null', 'true', 'false'));
const spelled = (name: string): fc.Arbitrary<string> =>
  fc.constantFrom(JSON.stringify(name), JSON.stringify(name), `"${[...name].map(escaped).join('')}"`);
const escaped = (character: string): string =>
  [...character].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

function object(value: fc.Arbitrary<string>, isUnique: boolean, maxLength = 4): fc.Arbitrary<string> {
  const member = fc
    .constantFrom(...names)
    .chain((name) => fc.tuple(fc.constant(name), spelled(name), blank, value));
  const members = isUnique
    ? fc.uniqueArray(member, { maxLength, selector: ([name]) => name })
    : fc.array(member, { maxLength });
  return fc.tuple(members, blank).map(([list, space]) => {
    const written = list.map(([, name, gap, one]) => `${space}${name}${gap}:${gap}${one}${space}`);
    return `{${written.join(',')}}`;
  });
}

const array = (value: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(value, { maxLength }), blank)
    .map(([list, space]) => `[${list.map((one) => space + one).join(`${space},`)}${space}]`);

function documentOf(isUnique: boolean): fc.Arbitrary<string> {
  const inner = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: array(scalar, 3) });
  const nested = fc.oneof(
    { weight: 4, arbitrary: inner },
    { weight: 2, arbitrary: object(fc.oneof(inner, object(inner, isUnique)), isUnique) },
  );
  const record = object(nested, isUnique, 5);
  const records = array(record, 9);
  const rows = array(fc.oneof({ weight: 5, arbitrary: record }, { weight: 1, arbitrary: nested }), 9);
  const member = fc.oneof(records, records, rows, record, scalar);
  return fc.oneof(
    { weight: 6, arbitrary: object(member, isUnique, 6) },
    { weight: 1, arbitrary: records },
    { weight: 1, arbitrary: rows },
    { weight: 1, arbitrary: nested },
  );
}

/**
 * Half of the documents repeat no name, because an index does not answer queries of documents that repeat
 * names.
 */
export const documents: fc.Arbitrary<string> = fc
  .tuple(fc.oneof(documentOf(true), documentOf(false)), fc.constantFrom('', '', '', '\ufeff', ' ', '\n'))
  .map(([text, before]) => before + text + before.replace('\ufeff', ''));

/** To index a document takes longer than to query it, so each document gets several queries. */
export const several = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: 5, maxLength: 5 });
