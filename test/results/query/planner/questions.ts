import fc from 'fast-check';
import { names } from '../../run-index/documents.ts';
import { Dice, randomPath } from '../sql/random-path.ts';

/** Random expressions about the documents of run-index/documents.ts. An index can answer most of them. */

const operator = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
/** The names in the first line are those that regular-documents.ts uses. */
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'value', 'name') },
  { weight: 1, arbitrary: fc.constantFrom(...names) },
);
const joined = (parts: fc.Arbitrary<string>, maxLength: number, minLength = 0): fc.Arbitrary<string> =>
  fc.array(parts, { minLength, maxLength }).map((list) => list.join(''));

const sqlMember = name.map((one) => (/^[a-z]+$/.test(one) ? `.${one}` : `.${JSON.stringify(one)}`));
const index = fc.oneof(
  { weight: 4, arbitrary: fc.nat(4).map(String) },
  { weight: 2, arbitrary: fc.constantFrom('last', 'last - 1', 'last - 4', 'last - 0', 'last - 0.5') },
  { weight: 1, arbitrary: fc.constantFrom('1.7', '-1', '2147483648', '$.a', '1 + 1', '1e0', '"0"') },
);
const subscript = fc.oneof(
  { weight: 3, arbitrary: index },
  { weight: 2, arbitrary: fc.tuple(index, index).map(([from, to]) => `${from} to ${to}`) },
  { weight: 1, arbitrary: fc.tuple(index, index).map(([one, other]) => `${one}, ${other}`) },
);
const sqlLiteral = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '7',
    '10',
    '1.50',
    '990',
    '0.1',
    '1e-7',
    '-2500',
    '12345678901234567890',
    '1e400',
  ),
  fc.constantFrom('""', '"a"', '"b"', '"😀"', '"\\u{10ffff}"', '"a\\nb,"', '"ü"', 'null', 'true', 'false'),
);
const operand = fc.oneof(
  { weight: 8, arbitrary: joined(sqlMember, 2).map((path) => `@${path}`) },
  { weight: 2, arbitrary: sqlLiteral },
  {
    weight: 1,
    arbitrary: fc.constantFrom('$.a', '$.b.value', '@.*', '@[*]', '@.a.size()', '@.b + 1', '@.type()'),
  },
);
const test = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(operand, operator, operand).map((parts) => parts.join(' ')) },
  { weight: 2, arbitrary: operand.map((one) => `exists(${one})`) },
  { weight: 1, arbitrary: operand.map((one) => `${one} starts with "a"`) },
  { weight: 1, arbitrary: operand.map((one) => `${one} like_regex "^[ab]"`) },
);
const predicate = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { weight: 5, arbitrary: test },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any'))
        .map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
    },
    { weight: 1, arbitrary: tie('any').map((one) => `!(${one})`) },
    { weight: 1, arbitrary: tie('any').map((one) => `(${one}) is unknown`) },
  ),
})).any;
const sqlFilter = predicate.map((one) => ` ? (${one})`);
const sqlStep = fc.oneof(
  { weight: 6, arbitrary: sqlMember },
  { weight: 4, arbitrary: fc.constant('[*]') },
  { weight: 2, arbitrary: subscript.map((one) => `[${one}]`) },
  { weight: 2, arbitrary: sqlFilter },
  {
    weight: 1,
    arbitrary: fc.constantFrom('.*', '.**', '.**{1}', '.size()', '.type()', '.keyvalue()', '.double()'),
  },
);
const sqlPath = fc.oneof(
  { weight: 3, arbitrary: joined(sqlStep, 4) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(sqlMember, fc.constantFrom('[*]', ''), joined(sqlMember, 2))
      .map((parts) => parts.join('')),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(joined(sqlMember, 1), fc.constantFrom('[*]', '[*]', ''), sqlFilter, joined(sqlStep, 2))
      .map((parts) => parts.join('')),
  },
);
/** Filters of elements by their members, which is the main use of a planner. */
const plainOperand = joined(sqlMember, 1).map((path) => `@${path}`);
const plainTest = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(plainOperand, operator, sqlLiteral).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.tuple(sqlLiteral, operator, plainOperand).map((parts) => parts.join(' ')) },
  {
    weight: 1,
    arbitrary: plainOperand.chain((one) =>
      fc.constantFrom(`exists(${one})`, `${one} starts with "a"`, `${one} like_regex "^[ab]"`),
    ),
  },
);
const plainPredicate = fc.oneof(
  { weight: 3, arbitrary: plainTest },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('', '!'), plainTest, fc.constantFrom('&&', '||'), plainTest)
      .map(([not, left, sign, right]) => `${not}(${left}) ${sign} ${right}`),
  },
  { weight: 1, arbitrary: plainTest.map((one) => `(${one}) is unknown`) },
);
const plainFilter = fc
  .tuple(
    fc.constantFrom('.a', '.b', ''),
    fc.constantFrom('[*]', '[*]', ''),
    plainPredicate,
    fc.constantFrom('', '', ' ? (exists(@.a))', '[*]', '[0]'),
    joined(sqlMember, 2),
  )
  .map(([path, all, condition, more, rest]) => `${path}${all} ? (${condition})${more}${rest}`);
const part = fc.constantFrom('[*]', '[*]', '[*]', '', '[0]', '[last]', '[1 to last]', '[0 to 1]', '[2 to 1]');
const plainPath = fc
  .tuple(
    fc.constantFrom('.a', '.a', '.b', '.b', '.value', ''),
    part,
    joined(sqlMember, 2),
    fc.constantFrom('', '', '', '[*]', '[0]', '[0 to 1]', '[1 to 3]', '[2 to 1]'),
  )
  .map((parts) => parts.join(''));

/** An expression that has nothing to do with the documents. It is drawn now and then. */
const anything = fc.nat().map((seed) => randomPath(new Dice(seed), names));

/** Paths to members at any depth, which strict mode finds in one pass over the document. */
const descent = fc
  .tuple(joined(sqlMember, 1), fc.oneof(sqlMember, fc.constant('[*]')), joined(sqlStep, 2))
  .map(([before, each, rest]) => `strict $${before}.**${each}${rest}`);

export const sqlQuestions: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: descent },
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.constantFrom('', 'lax ', 'strict '), fc.oneof(sqlPath, plainPath, plainFilter))
      .map(([mode, path]) => `${mode}$${path}`),
  },
  { weight: 1, arbitrary: anything },
);

const member = name.map((one) => (/^[a-z]+$/.test(one) ? `.${one}` : `['${one}']`));
const selector = fc.oneof(
  { weight: 6, arbitrary: member },
  { weight: 3, arbitrary: fc.constantFrom('[*]', '.*') },
  { weight: 3, arbitrary: fc.constantFrom('[0]', '[-1]', '[2]', '[1:]', '[:-1]', '[-3:2]', '[7]', '[::2]') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('..a', '..*', '..value', "['a','b']", '^', '~', '..length', '.length'),
  },
);
const literal = fc.constantFrom(
  '0',
  '1',
  '10',
  '1.5',
  '-2500',
  '990',
  '1e-7',
  '1e400',
  "''",
  "'a'",
  "'😀'",
  'null',
  'true',
);
const jsonOperand = fc.oneof(
  { weight: 6, arbitrary: joined(member, 2).map((path) => `@${path}`) },
  { weight: 1, arbitrary: fc.constantFrom('@.*', '$.a', '$.b.value', '@[0]', '@property', '@.a..b') },
);
const jsonTest = fc.oneof(
  { weight: 2, arbitrary: jsonOperand },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        jsonOperand.filter((one) => !/\*|\.\./.test(one)),
        operator,
        literal,
      )
      .map((parts) => parts.join(' ')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('search', 'match'),
        joined(member, 2, 1),
        fc.constantFrom('^a', '[ab].*', 'ü|😀', '(', 'a{1001}'),
      )
      .map(([name, path, pattern]) => `${name}(@${path}, '${pattern}')`),
  },
);
const jsonCondition = fc.oneof(
  { weight: 4, arbitrary: jsonTest },
  { weight: 1, arbitrary: fc.tuple(jsonTest, jsonTest).map(([left, right]) => `${left} && ${right}`) },
  { weight: 1, arbitrary: fc.tuple(jsonTest, jsonTest).map(([left, right]) => `${left} || !(${right})`) },
);
const jsonFilter = fc
  .tuple(jsonCondition, fc.boolean())
  .map(([condition, isClosed]) => (isClosed ? `[?(${condition})]` : `[?${condition}]`));

export const jsonQuestions: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: joined(selector, 4) },
    {
      weight: 3,
      arbitrary: fc.tuple(joined(member, 1), jsonFilter, joined(selector, 2)).map((parts) => parts.join('')),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(member, fc.constant('[*]'), joined(member, 2)).map((parts) => parts.join('')),
    },
  )
  .map((path) => `$${path}`);
