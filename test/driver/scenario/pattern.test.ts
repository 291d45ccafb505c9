import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { Value } from '../../../lib/driver/model/session.ts';
import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import { checkPattern, compilePattern } from '../../../lib/driver/scenario/pattern/pattern.ts';
import { parsed, sequence, User } from './parts.ts';
import { runSteps } from './scenario-run.ts';

const values: Readonly<Record<string, Value>> = {
  s: 'a b/č',
  n: 42,
  neg: -7,
  url: 'x?y=1&z',
  b64: 'xI0=',
  special: ' @+ěščř ',
  xyz: 'xyz',
  list: ['x', undefined, 7],
};

function evaluate(pattern: string, given: Readonly<Record<string, Value>> = values): string {
  const user = new User(given);
  return compilePattern(pattern, user.variables)(user.session, sequence);
}

const problemsOf = (pattern: string): readonly string[] =>
  parsed((scope) => checkPattern(pattern, ['path'], scope)).problems;

/** The variables of the cases, with each text as bytes. */
const inBytes = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? Buffer.from(value) : value,
  ]),
);

type Rows = readonly (readonly [pattern: string, text: string])[];
const groups: Readonly<Record<string, Rows>> = {
  'row 30: text between text': [
    ['', ''],
    ['plain', 'plain'],
    ['foo${s}bar', 'fooa b/čbar'],
    ['foo${special}bar', 'foo @+ěščř bar'],
    ['${s}-${n}-${neg}', 'a b/č-42--7'],
    ['${ s }', 'a b/č'],
    ['${list}', '[x, , 7]'],
  ],
  'row 31: an int': [
    ['${n}', '42'],
    ['${ n }', '42'],
    ['a${n}b', 'a42b'],
  ],
  'row 32: an integer format by the rules of Java': [
    ['${%04X:n}bar', '002Abar'],
    ['${%04d:n}', '0042'],
    ['${%04d:neg}', '-007'],
    ['${%5d:n}|', '   42|'],
    ['${%-5d:n}|', '42   |'],
    ['${%+d:n}', '+42'],
    ['${%+d:neg}', '-7'],
    ['${% d:n}', ' 42'],
    ['${% d:neg}', '-7'],
    ['${%+05d:n}', '+0042'],
    ['${%,d:n}', '42'],
    ['${%,d:million}', '1,234,567'],
    ['${%,012d:million}', '0001,234,567'],
    ['${%(d:neg}', '(7)'],
    ['${%(05d:neg}', '(007)'],
    ['${%(d:n}', '42'],
    ['${%X:n}', '2A'],
    ['${%x:neg}', 'fffffff9'],
    ['${%#x:n}', '0x2a'],
    ['${%#X:n}', '0X2A'],
    ['${%#06x:n}', '0x002a'],
    ['${%o:n}', '52'],
    ['${%#o:n}', '052'],
    ['${%o:neg}', '37777777771'],
    ['${id-%d:n}', 'id-42'],
    ['${%1$d/%1$x:n}', '42/2a'],
    ['${100%%-%d:n}', '100%-42'],
    // A list may contain an int, which is written as text.
    ['${%03d:digits}', '042'],
  ],
  'row 33: URL encoding, of texts only': [
    ['foo${urlencode:special}', 'foo+%40%2B%C4%9B%C5%A1%C4%8D%C5%99+'],
    ['${urlencode:s}', 'a+b%2F%C4%8D'],
    ['${URLENCODE:url}', 'x%3Fy%3D1%26z'],
    ['${base64encode:s}', 'YSBiL8SN'],
    ['${Base64Decode:b64}', 'č'],
    ['${base64encode:n}', '42'],
  ],
  'row 34: $${ is literal': [
    ['$${n}', '${n}'],
    ['foo${n}$${n}${n}$$${n}', 'foo42${n}42$${n}'],
    ['cost $5 ${n}', 'cost $5 42'],
  ],
  'row 35: replace, the first or all, with any separator': [
    ['foo${replace/[a-z]/X/:xyz}bar', 'fooXyzbar'],
    ['foo${replace#[a-z]#X#g:xyz}bar', 'fooXXXbar'],
    ['${replace/b/X/:url}', 'x?y=1&z'],
    ['${replace/y/X/:url}', 'x?X=1&z'],
    ['${replace/[xyz]/Q/g:url}', 'Q?Q=1&Q'],
    ['${replace|(\\d)|<$1>|g:url}', 'x?y=<1>&z'],
    ['${replace/(.)(.)/$2$1/:xyz}', 'yxz'],
    ['${replace/x/\\$/:xyz}', '$yz'],
    ['${replace/^|$/-/g:xyz}', '-xyz-'],
    ['${replace/y//:xyz}', 'xz'],
    ['${REPLACE/y/Y/:xyz}', 'xYz'],
    // Transformations of text do not apply to an int.
    ['${replace/4/X/:n}', '42'],
  ],
};
const more = { million: 1_234_567, digits: '42' };

for (const [group, rows] of Object.entries(groups))
  describe(group, () => {
    for (const [pattern, text] of rows)
      it(`${JSON.stringify(pattern)} gives ${JSON.stringify(text)}`, () => {
        assert.deepEqual(problemsOf(pattern), []);
        assert.equal(evaluate(pattern, { ...values, ...more }), text);
      });
  });

it('row 36: every pattern gives the same for texts and for bytes', () => {
  for (const rows of Object.values(groups))
    for (const [pattern, text] of rows)
      assert.equal(evaluate(pattern, { ...inBytes, ...more }), text, pattern);
});

it('a variable without a value throws, or prints its placeholder', () => {
  assert.throws(() => evaluate('${missing}'), /variable 'missing' is not set/);
  assert.throws(() => evaluate('${%d:s}'), /'s' is text of 5 characters, expected a whole number/);
  const { session, variables } = new User({ n: 1 });
  const text = compilePattern('${n}, ${%d:missing}', variables, (name) => `<${name}>`);
  assert.equal(text(session, sequence), '1, <missing>');
});

describe('a malformed pattern is refused at load', () => {
  const rows: readonly (readonly [pattern: string, problem: RegExp])[] = [
    ['${n', /'\$\{' at character 1 without its '\}'/],
    ['ab${n', /at character 3/],
    ['${}', /without the name of a variable/],
    ['${urlencode:}', /without the name of a variable/],
    ['${upper:s}', /unknown format 'upper'/],
    ['${upperd:s}', /unknown format 'upperd'/],
    ['${%04s:s}', /unknown format '%04s'/],
    [
      '${%d %d:n}',
      /malformed integer format '%d %d': an integer format may have only one placeholder, such as %d/,
    ],
    ['${%2$d:n}', /only one placeholder/],
    ['${%-d:n}', /flag '-' needs a width/],
    ['${%0d:n}', /flag '0' needs a width/],
    ['${%-04d:n}', /flags '-' and '0' cannot be used together/],
    ['${%+ d:n}', /flags '\+' and ' ' cannot be used together/],
    ['${%#d:n}', /flag '#' cannot be used with 'd'/],
    ['${%,x:n}', /flag ',' cannot be used with 'x'/],
    ['${%++d:n}', /flag '\+' is given twice/],
    ['${%5000d:n}', /width 5000 is above 1000/],
    ['${%.2d:n}', /'%\.2d' cannot be in an integer format/],
    ['${replace:s}', /must have the replacement in the form replace/],
    ['${replace/a/b:s}', /must have the replacement in the form replace/],
    ['${replace/a/b/c/d:s}', /must have the replacement in the form replace/],
    [
      '${replace/a/b/gx:s}',
      /the replacement in the pattern has the unknown flags 'gx', expected g or no flags/,
    ],
    ['${replace/(/b/:s}', /the regular expression in the pattern is not valid/],
    ['${replace/[a-z&&[^b]]/c/:s}', /'&&' in a class, such as \[a-z&&\[\^b\]\], is not supported/],
    ['${replace/[\\[&&x]/c/:s}', /'&&' in a class, .* is not supported/],
    ['${replace/(a)/$2/:s}', /group '\$2' does not exist, because the regular expression has 1 group/],
    ['${replace/[a]/$/:s}', /'\$' needs the number of a group/],
    ['${replace/[a]/\\/:s}', /the backslash at the end escapes nothing/],
    ['${replace/a(?=b)/X/:s}', /look-around .* are not supported/],
    ['${replace/(?<!a)b/X/:s}', /look-around .* are not supported/],
    ['${replace/(a)\\1/X/:s}', /back-references.* are not supported/],
  ];
  for (const [pattern, problem] of rows) {
    it(JSON.stringify(pattern), () => {
      assert.match(problemsOf(pattern).join('; '), problem);
    });
  }

  it('of an expression that repeats too much', () =>
    assert.match(
      problemsOf(`\${replace/${'a+'.repeat(scenarios.expressionInstructionsMax)}z/X/:s}`).join(),
      /the repetitions make the expression too large/,
    ));
});

test('an expression that is too long is refused before it is parsed', () => {
  assert.match(problemsOf(`\${replace/${'['.repeat(1_000_000)}/X/:s}`).join(), /may have 4096/);
});

describe('an expression takes time linear in its text', () => {
  const text = 'a'.repeat(20_000);
  for (const source of ['(a+)+$b', '(a|a)*b', '(.*)(.*)(.*)(.*)x', '(a*)*b'])
    it(`that ${source} does not match`, () =>
      assert.equal(evaluate(`\${replace/${source}/X/:s}`, { s: text }), text));

  it('and one for which it would be too long throws', () =>
    assert.throws(
      () => evaluate('${replace/(a+)+b/X/:s}', { s: 'a'.repeat(scenarios.expressionWorkMax) }),
      /is too long for a regular expression/,
    ));
});

test('a template stores what its pattern gives', async () => {
  const { variables } = await runSteps([
    { set: 'city <- Brno' },
    { template: { pattern: 'to ${city}', toVar: 'whole' } },
    { template: { pattern: '${whole}!', toVar: 'whole' } },
  ]);
  assert.deepEqual(variables, { city: 'Brno', whole: 'to Brno!' });
});
