import fc from 'fast-check';

/**
 * Typical runs: lists of records with the same few members, and sometimes an odd record. An index has columns
 * for such documents, while documents of run-index/documents.ts are mostly exceptions.
 */
const number = fc.constantFrom(
  '0',
  '1',
  '7',
  '10',
  '1.50',
  '1.5',
  '-2.5e3',
  '990',
  '1e-7',
  '12345678901234567890',
);
const oddNumber = fc.constantFrom(
  '-0',
  '1E400',
  '1e-20000',
  '10.000',
  '0.1e1',
  '1e999999',
  '12345678901234567891',
);
const string = fc.constantFrom('""', '"a"', '"b"', '"\\u0061"', '"😀"', '"\\uffee"', '"a\\nb,"', '"ü"');
const word = fc.constantFrom('null', 'true', 'false');
const scalar = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 1, arbitrary: oddNumber },
  { weight: 4, arbitrary: string },
  { weight: 2, arbitrary: word },
);
const composite = fc.constantFrom(
  '{}',
  '[]',
  '[1]',
  '{"a":1}',
  '{"b":"a","a":[1,{"b":0}]}',
  '[[1,"a"],{"a":0}]',
);
const odd = fc.oneof(scalar, composite);

const names = ['a', 'b', 'value', 'name'] as const;
type Kinds = Readonly<Record<(typeof names)[number], fc.Arbitrary<string>>>;

const list = (of: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(of, { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(',')}]`);

/** For each name, the kinds of values that the records of one list have. */
const kinds: fc.Arbitrary<Kinds> = fc.record({
  a: fc.constantFrom(number, scalar, string, fc.oneof(number, word)),
  b: fc.constantFrom(
    number,
    word,
    composite,
    list(number),
    list(list(number)),
    list(number.map((one) => `{"a":${one},"b":[${one}]}`)),
  ),
  value: fc.constantFrom(
    number,
    number.map((one) => `{"a":${one},"b":${one}}`),
  ),
  name: fc.constantFrom(string, odd),
});

const record = (of: Kinds, oddness: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...names.map((name) =>
        fc.oneof(
          { weight: 12, arbitrary: of[name].map((value) => `"${name}":${value}`) },
          { weight: oddness, arbitrary: odd.map((value) => `"${name}":${value}`) },
          { weight: oddness, arbitrary: fc.constant('') },
        ),
      ),
    )
    .map((members) => `{${members.filter((one) => one !== '').join(',')}}`);

const records = fc
  .tuple(kinds, fc.constantFrom(0, 1, 1))
  .chain(([of, oddness]) =>
    fc.array(fc.oneof({ weight: 20, arbitrary: record(of, oddness) }, { weight: oddness, arbitrary: odd }), {
      minLength: 1,
      maxLength: 10,
    }),
  )
  .map((rows) => `[${rows.join(',')}]`);

export const regularDocuments: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(records, records, odd, fc.constantFrom('', ' '))
      .map(([a, b, value, blank]) => `{"value":${value},${blank}"a":${a},"bb":1,"b":${b}${blank}}`),
  },
  { weight: 1, arbitrary: records },
);
