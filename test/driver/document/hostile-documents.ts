import { reading } from '../../../lib/driver/document/limits.ts';

/** Documents that a user writes only by mistake, or to cause harm. */

const load = 'usersPerSec: 1\nduration: 1s';
const main = 'scenario: [main: [noop]]';

/** A benchmark in four lines. The last line is `scenario`. */
export const shop = (scenario = main): string =>
  `name: shop\nhttp: {host: localhost}\nusersPerSec: 1\nduration: 1s\n${scenario}`;

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
/** A chain of YAML aliases in which each alias repeats the alias below it twice. */
const doublings = (storeys: number, twice: (below: string) => string): string =>
  `  a0: &a0 x\n${lines(storeys, (at) => `  a${at + 1}: &a${at + 1} ${twice(`*a${at}`)}`)}`;
const loop = (items: string, body: string, separator = ','): string =>
  `!foreach {items: '${items}', separator: '${separator}', do: ${body}}`;
const nested = (open: string, depth: number, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

export const documents: { readonly [what: string]: string } = {
  // Texts that are not YAML, or not a mapping.
  'an empty text': '',
  'a comment': '# nothing yet',
  'a word': 'shop',
  'an address': 'http://localhost',
  'a number': '5',
  'a list of benchmarks': `- ${shop().replaceAll('\n', '\n  ')}`,
  'two documents': `${shop()}\n---\n${shop()}`,
  'binary rubbish': '\u0000\u0001\u0002',
  'an open quote over many lines': `name: "shop\n${load}\nhttp: {host: localhost}`,
  'a bracket for every line': `name: shop\n${lines(600, () => 'http: [')}`,
  'a colon too many in each line': lines(600, () => 'a: b: c'),
  'longer than a document may be': `name: ${'x'.repeat(reading.documentCharsMax)}`,

  // References that form a circle.
  'an alias in itself': shop('scenario: &all [main: *all]'),
  'two aliases in each other': shop(
    'scenario: &a [main: &b [loop: {counterVar: i, repeats: 1, steps: *a}, *b]]',
  ),
  'a merge of itself': shop('scenario: &all {initialSequences: [main: [noop]], <<: *all}'),
  'a merge of an outer mapping': shop(
    'scenario: &all {initialSequences: [main: [noop]], sequences: [more: {<<: *all}]}',
  ),
  'a foreach in its own items': shop(`scenario: &x !foreach {items: *x, do: main}`),
  'a foreach in its own body': shop(`scenario: &x ${loop('a', '[*x, !param ITEM]')}`),
  'a concat in itself':
    'name: &x !concat [a, *x]\nhttp: {host: localhost}\nusersPerSec: 1\nduration: 1s\nscenario: [main: [noop]]',

  // Short texts that expand to very large values.
  'aliases of aliases': shop(`scenario:\n${doublings(40, (below) => `[${below}, ${below}]`)}`),
  'merges of merges': shop(
    `scenario:\n${doublings(40, (below) => `{<<: [${below}, ${below}]}`).replace('&a0 x', '&a0 {x: 1}')}`,
  ),
  'joins of joins': shop(
    `scenario:\n${doublings(40, (below) => `!concat [${below}, ${below}]`).replace('&a0 x', `&a0 ${'x'.repeat(10_000)}`)}`,
  ),
  'foreach in foreach': shop(
    `scenario: ${'!foreach {items: "1,2,3,4,5,6,7,8,9", do: '.repeat(12)}x${'}'.repeat(12)}`,
  ),
  'aliases of foreach': shop(
    `scenario:\n${doublings(40, (below) => loop('1,2', `[!param ITEM, ${below}]`))}`,
  ),
  'half a million items': shop(`scenario: ${loop('a,'.repeat(500_000), '!param ITEM')}`),
  'a list of many items': shop(`scenario:\n${'- a\n'.repeat(reading.documentNodesMax + 1)}`),
  'a large list merged many times': shop(
    `x: &x {${lines(2000, (at) => `k${at}: 1,`).replaceAll('\n', ' ')}}\nscenario: {<<: [${'*x,'.repeat(5000)}]}`,
  ),
  'a long text many times': shop(`x: &x ${'x'.repeat(500_000)}\nscenario: [${'*x,'.repeat(1000)}]`),
  'a long name before many values': shop(`? ${'x'.repeat(1000)}\n: [${'1,'.repeat(50_000)}]`),
  'nested deeper than a document may be': shop(`scenario: ${nested('[', reading.documentDepthMax + 1, ']')}`),
  'nested too deeply in two places': shop(
    `scenario: [${[1, 2].map(() => nested('[', reading.documentDepthMax, ']')).join()}]`,
  ),
  'mappings nested a hundred times': shop(`scenario: ${nested('{a: ', 100, '}')}`),
  'brackets nested a hundred thousand times': shop(`scenario: ${nested('[', 100_000, ']')}`),
  'indented two hundred times': shop(`scenario:\n${lines(200, (at) => `${' '.repeat(at + 1)}a:`)}`),
  'a chain of merges': shop(
    `x: !foreach\n  items:\n  do:\n  - &a0 {k: 1}\n${lines(3000, (at) => `  - &a${at + 1} {<<: *a${at}}`)}\nscenario: *a3000`,
  ),
  'a chain of aliases': shop(
    `x: !foreach\n  items:\n  do:\n  - &a0 {k: 1}\n${lines(3000, (at) => `  - &a${at + 1} [*a${at}]`)}\nscenario: *a3000`,
  ),

  // Texts that make a careless pattern very slow.
  'a separator that backtracks would explode in': shop(
    `scenario: ${loop('a'.repeat(5000), '{!param ITEM : [noop]}', '(a+)+b')}`,
  ),
  'a separator that looks ahead at every character': shop(
    `scenario: ${loop('a'.repeat(50_000), '!param ITEM', 'a.*b|a')}`,
  ),
  'a separator that looks around': shop(`scenario: ${loop('a', '!param ITEM', '(?=a)')}`),
  'a separator that repeats its repetitions': shop(
    `scenario: ${loop('a', '!param ITEM', '((a{9}){9}){99}')}`,
  ),
  'a separator of too many instructions': shop(`scenario: ${loop('a', '!param ITEM', '(ab){900}')}`),
  'a separator of one long word': shop(`scenario: ${loop('a', '!param ITEM', 'a'.repeat(201))}`),
  'a separator that matches nothing': shop(`scenario: ${loop('ab', '{!param ITEM : [noop]}', '')}`),

  // Wrong names and wrong types.
  'unknown names on every level':
    'nmae: shop\nhttp: {host: localhost, prot: 80}\nphase: []\nphases:\n- p:\n    constantrate: {}\n- q:\n    atOnce: {usres: 1, scenario: {initialSequence: []}}\n- r:\n    atOnce:\n      users: 1\n      scenario:\n      - main:\n        - httpRequst: {GET: /}\n        - httpRequest: {GTE: /, handler: {status: {rnage: 200}, boddy: []}}',
  'wrong types on every level':
    'name: [shop]\nhttp: localhost\nagents: {a: [1]}\nthreads: many\nergonomics: true\nphases:\n- p: constantRate\n- atOnce\n- q:\n    atOnce: {users: [1], duration: {s: 1}, maxDuration: true, scenario: {initialSequences: main}}\n- r:\n    atOnce:\n      users: 1\n      scenario:\n      - main:\n        - httpRequest: [GET]\n        - httpRequest: {GET: {}, headers: [1], sync: 3}\n        - [noop]',
  'a thousand unknown names': `${shop()}\n${lines(1000, (at) => `k${at}: 1`)}`,
  'names of every object': `${shop('scenario: [__proto__: [constructor: {}, toString], hasOwnProperty: [noop]]')}\n__proto__: 1\nconstructor: {prototype: 1}`,
  'numbers beyond numbers':
    'name: shop\nhttp: {host: localhost, port: 1e400}\nthreads: 99999999999999999999\nusersPerSec: .inf\nmaxSessions: .nan\nduration: 99999999999999999999s\nscenario: [main: [randomInt: {toVar: a, min: -9e99, max: 0x10}]]',
  'types of other languages':
    'name: !!js/function "x"\nhttp: !!python/object {host: localhost}\nusersPerSec: !!timestamp 2020-01-01\nduration: !!binary aGk=\nscenario: !!set {main}',
  'keys that are no names': shop('scenario: [{[a]: 1}, {{b: 1}: 2}, {: 3}, {~: 4}]'),
  'an anchor for everything':
    'name: &x shop\nhttp: &x {host: &x localhost}\nusersPerSec: 1\nduration: 1s\nscenario: [main: [noop, *x]]',
  'aliases of nothing':
    'name: *a\nhttp: *b\nusersPerSec: *c\nduration: 1s\nscenario: [*d, main: [*e], *f : [noop]]',
  'merges of everything else': shop('scenario: [{<<: 5}, {<<: [1]}, {<<: *x}, {<<: ~}]'),
  'parameters of nobody': `name: !param NAME\nhttp: {host: !param HOST, port: !param NAME}\nusersPerSec: !param\nduration: !concat [!param HOST, !param UNIT]\nscenario: ${loop('a,b', '{main: [log: !param TEXT]}')}`,
  'templates in the wrong places':
    'name: !concat {a: 1}\nhttp: !foreach localhost\nusersPerSec: !param [a]\nduration: !foreach [1s]\nscenario: [? !foreach {items: a, do: b} : [noop], !concat [main, [noop]]]',
  'a phase after itself':
    'name: shop\nhttp: {host: localhost}\nphases:\n- a: {atOnce: {users: 1, startAfter: c, scenario: [m: [noop]]}}\n- b: {atOnce: {users: 1, startAfter: a, scenario: [m: [noop]]}}\n- c: {atOnce: {users: 1, startAfterStrict: b, scenario: [m: [noop]]}}',
  'writes to built-in variables': shop(
    'scenario: [main: [set: hyperfoil.session.id <- 1, setInt: hyperfoil.agents <- 1]]',
  ),
  'an index of an instance that has none': shop('scenario: [main: [set: "x[.] <- 1", log: "${x[.]}"]]'),
  'a pause of eleven years': shop('scenario: [main: [thinkTime: 99999h]]'),
  'a loop beyond whole numbers': shop(
    'scenario: [main: [loop: {counterVar: n, repeats: 99999999999, steps: [noop]}]]',
  ),
  'a foreach over nothing, into itself': shop('scenario: [main: [foreach: {fromVar: l, sequence: main}]]'),
};
