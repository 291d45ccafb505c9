import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { formatProblem, inOrder } from '../../../lib/driver/document/format-problems.ts';
import { readDocument } from '../../../lib/driver/document/parse-yaml.ts';

type Given = Readonly<Record<string, string>>;

/** The data of a document and the problems that are reported about it. */
function read(text: string, given: Given = {}): readonly [value: unknown, problems: readonly string[]] {
  const { value, findings } = readDocument(text, given);
  return [value, inOrder(findings).map((problem) => formatProblem('', problem).slice(1))];
}

test('row 19: parameters, concat, foreach and anchors give the document that is meant', () => {
  const template = `
given: &one !param NAME
default: !param NICK nobody special
text: !concat [ x, 'y', !param NAME, !param ABSENT z ]
list: &many !foreach
  items: p,q
  do: !param ITEM
bodies: !foreach
  items: !param MANY
  separator: ';'
  do:
    name: !param ITEM
    list: [1, 2]
mixed:
- !param NICK nobody
- !param ABSENT here
- !foreach
  items: p,q
  do: !foreach
    items: 1,2
    param: INNER
    do: !concat [ !param ITEM, !param INNER ]
again: *one
copy: *many
bound: !foreach
  items: left,right
  param: NAME
  do: *one
unbound: *one
none: !foreach
  items:
  do: anything
`;
  const expected = {
    given: 'Ann',
    default: 'Annie',
    text: 'xyAnnz',
    list: ['p', 'q'],
    bodies: [
      { name: 'k', list: [1, 2] },
      { name: 'l', list: [1, 2] },
    ],
    mixed: [
      'Annie',
      'here',
      [
        ['p1', 'p2'],
        ['q1', 'q2'],
      ],
    ],
    again: 'Ann',
    copy: ['p', 'q'],
    bound: ['left', 'right'],
    unbound: 'Ann',
    none: [],
  };
  const given = { NAME: 'Ann', NICK: 'Annie', MANY: 'k;l' };
  const twoDefaults =
    "16:10 document: warning: parameter 'ABSENT' has the default 'here' here and 'z' in line 4; write the same default in both places, or give the value with -P ABSENT=VALUE";
  assert.deepEqual(read(template, given), [expected, [twoDefaults]]);
});

test('row 20: an alias inside an anchored part is replayed with it', () => {
  const text = 'a: &a [1, 2]\nb: &b [*a, {c: *a}]\nd: [*b, 3]';
  const b = [[1, 2], { c: [1, 2] }];
  assert.deepEqual(read(text), [{ a: [1, 2], b, d: [b, 3] }, []]);
});

describe('a template becomes plain data', () => {
  const rows: readonly (readonly [what: string, text: string, value: unknown, given?: Given])[] = [
    ['a default in quotes may begin with a space', 'a: !param A " b"', { a: ' b' }],
    ['nothing behind the name is a default in quotes', "a: !param 'A '", { a: '' }],
    ['a key is a template', '? !param A k\n: 1', { k: 1 }],
    ['a key in a copy', '!foreach {items: "a,b", do: {!param ITEM : 1}}', [{ a: 1 }, { b: 1 }]],
    ['a concat as key', '? !concat [x, !param A]\n: 1', { xy: 1 }, { A: 'y' }],
    ['parts are joined as written', 'a: !concat [1.10, ~, null, "", True]', { a: '1.10~nullTrue' }],
    ['the result is read as if it stood there unquoted', 'a: !concat [1, 0]', { a: 10 }],
    ['concats nest', 'a: !concat [x, !concat [y, z]]', { a: 'xyz' }],
    ['an alias in a concat', 'a: &x 1.0\nb: !concat [*x, s]', { a: 1, b: '1.0s' }],
    ['nothing to join', 'a: !concat []', { a: '' }],
    ['tags in any case', 'a: !ForEach {items: 1, do: !CONCAT [x, !Param ITEM]}', { a: ['x1'] }],
    ['parts are trimmed, empty ones left out', '!foreach {items: " a ,, b,,", do: !param ITEM}', ['a', 'b']],
    [
      'the separator is a regular expression',
      "!foreach {items: 'a; b ,c', separator: '\\s*[;,]\\s*', do: !param ITEM}",
      ['a', 'b', 'c'],
    ],
    [
      'items as a list, as written',
      '!foreach {items: [" a", 1.10, ""], do: !concat [<, !param ITEM, ">"]}',
      ['< a>', '<1.10>', '<>'],
    ],
    [
      'items made by a foreach',
      '!foreach {items: !foreach {items: "1,2", do: !concat [x, !param ITEM]}, do: !param ITEM}',
      ['x1', 'x2'],
    ],
    ['one item', '!foreach {items: 5, do: [!param ITEM]}', [[5]]],
    ['no items in a list', '!foreach {items: [], do: 1}', []],
    [
      'an inner binding hides the outer one',
      '!foreach {items: "a,b", do: [!param ITEM, !foreach {items: c, do: !param ITEM}, !param ITEM]}',
      [
        ['a', ['c'], 'a'],
        ['b', ['c'], 'b'],
      ],
    ],
    ['a binding hides what is given', '!foreach {items: a, do: !param ITEM}', ['a'], { ITEM: 'given' }],
    [
      'a binding ends with its foreach',
      '[!foreach {items: a, do: !param ITEM}, !param ITEM later]',
      [['a'], 'later'],
    ],
    [
      'an alias in a copy is resolved there',
      'a: &x !param ITEM none\nb: !foreach {items: "1,2", do: [*x]}',
      { a: 'none', b: [[1], [2]] },
    ],
    [
      'a foreach is merged from defaults',
      'a: &x {items: "1,2", param: N}\nb: !foreach {<<: *x, do: !param N}',
      { a: { items: '1,2', param: 'N' }, b: [1, 2] },
    ],
    [
      'copies merge',
      'a: &x {k: 1}\nb: !foreach {items: "1,2", do: {<<: *x, n: !param ITEM}}',
      {
        a: { k: 1 },
        b: [
          { n: 1, k: 1 },
          { n: 2, k: 1 },
        ],
      },
    ],
    [
      'a parameter in a copy that is never made is used',
      '!foreach {items: , do: !param ONLY}',
      [],
      { ONLY: '1' },
    ],
    ['nothing is repeated', '!foreach {items: [], do: }', []],
  ];
  for (const [what, text, value, given] of rows)
    it(what, () => assert.deepEqual(read(text, given), [value, []]));
});

describe('a fault in a template is reported at its place', () => {
  const rows: readonly (readonly [what: string, text: string, problems: readonly string[], given?: Given])[] =
    [
      [
        'all parameters without a value, each once',
        'a: !param A\nb: [!param B, !param A]\nc: !concat [!param C, !param B]',
        ['A', 'B', 'C'].map(
          (name, at) =>
            `${at + 1}:${[11, 12, 20][at]} ${['a', 'b[0]', 'c[0]'][at]}: parameter '${name}' has no value and no default; give the value with -P ${name}=VALUE`,
        ),
      ],
      [
        'a parameter without a value in a copy',
        '!foreach\nitems: "a,b"\ndo: [!param ITEM, !param B]',
        [
          "3:26 [0][1]: parameter 'B' has no value and no default (for item 1 of ITEM); give the value with -P B=VALUE",
        ],
      ],
      [
        'an unused item',
        'a: !foreach {items: "a,b", param: N, do: !param ITEM x}',
        ["1:13 a: warning: 'do' has no '!param N' for the item of !foreach, so all copies are the same"],
      ],
      [
        'a default of another name for an item',
        '!foreach {items: "a,b", do: !foreach {items: "c,d", do: !param ITEM}}',
        [
          "1:10 document: warning: 'do' has no '!param ITEM' for the item of !foreach, so all copies are the same",
        ],
      ],
      [
        '!param on a list',
        'a: !param [x]',
        ['1:11 a: !param belongs before a single value, not before a list or mapping'],
      ],
      [
        '!concat on a text',
        'a: !concat x',
        ['1:12 a: !concat belongs before a list of values; write for example !concat [a, !param NAME]'],
      ],
      [
        '!foreach on a list',
        'a: !foreach [x]',
        ["1:13 a: !foreach belongs before a mapping with 'items' and 'do'"],
      ],
      [
        'a misspelt tag',
        'a: !forech {items: a, do: b}',
        ["1:12 a: unknown tag '!forech'; did you mean '!foreach'?"],
      ],
      [
        'a list in a concat',
        'a: !concat [x, [y], {z: 1}]',
        [
          '1:16 a[1]: a part of !concat must be a single value, not a list or mapping',
          '1:21 a[2]: a part of !concat must be a single value, not a list or mapping',
        ],
      ],
      [
        'a foreach in a concat',
        'a: !concat [!foreach {items: x, do: !param ITEM}]',
        ['1:22 a[0]: a part of !concat must be a single value, not a list or mapping'],
      ],
      [
        'an empty foreach',
        'a: !foreach {}',
        [
          "1:13 a: !foreach has no 'items'; for an empty list, write 'items:' without a value",
          "1:13 a: !foreach has no 'do'; write the part to repeat below 'do'",
        ],
      ],
      [
        'misspelt members',
        'a: !foreach {itmes: x, dp: y, sep: z}',
        [
          "1:13 a: !foreach has no 'do'; write the part to repeat below 'do'",
          "1:14 a.itmes: unknown property 'itmes' of !foreach; did you mean 'items'?",
          "1:24 a.dp: unknown property 'dp' of !foreach; expected one of items, separator, param, do",
          "1:31 a.sep: unknown property 'sep' of !foreach; expected one of items, separator, param, do",
        ],
      ],
      [
        'a member twice',
        'a: !foreach {items: x, items: y, do: !param ITEM}',
        ["1:24 a.items: 'items' is written twice in the same mapping"],
      ],
      [
        'items in items',
        'a: !foreach {items: [x, [y]], do: z}',
        ["1:25 a.items[1]: 'items' of !foreach must be a single value, not a list or mapping"],
      ],
      [
        'a mapping as items',
        'a: !foreach {items: {x: 1}, do: z}',
        ["1:21 a.items: 'items' of !foreach must be a single value, not a list or mapping"],
      ],
      [
        'a list as separator',
        'a: !foreach {items: x, separator: [","], do: z}',
        ["1:35 a.separator: 'separator' of !foreach must be a single value, not a list or mapping"],
      ],
      [
        'an open bracket as separator',
        'a: !foreach {items: x, separator: "[", do: z}',
        ["1:35 a.separator: separator '[' is not a regular expression that Downpour supports"],
      ],
      [
        'an intersection of classes as separator',
        "a: !foreach {items: x, separator: '[\\W&&[^-]]', do: z}",
        [
          "1:35 a.separator: separator '[\\W&&[^-]]' has '&&' in a class, which Downpour does not support; list the characters of the class",
        ],
      ],
      [
        'a back-reference as separator',
        "a: !foreach {items: x, separator: '(a)\\1', do: z}",
        [
          "1:35 a.separator: separator '(a)\\1' is not a regular expression that Downpour supports; write the separator without look-around and back-references",
        ],
      ],
      [
        'an alias of a foreach in itself',
        'a: &x !foreach {items: "1", do: [!param ITEM, *x]}',
        ["1:47 a[0][1]: alias '*x' contains itself (for item 1 of ITEM)"],
      ],
      [
        'a merge of a template',
        'a: &x !foreach {items: "1", do: !param ITEM}\nb: {<<: *x}',
        ["2:9 b: '<<' must point to another mapping, or to a list of them"],
      ],
      [
        'an unfilled key',
        'a: {!param K : 1}',
        ['1:12 a[""]: parameter \'K\' has no value and no default; give the value with -P K=VALUE'],
      ],
      [
        'two keys that become the same',
        '!foreach {items: "a,b", do: {a: 1, !param ITEM : 2}}',
        ["1:43 [0].a: 'a' is written twice in the same mapping (for item 1 of ITEM)"],
      ],
      [
        'copies of copies',
        '!foreach\nitems: "a,b"\nparam: N\ndo: !foreach {items: "c,d", do: [!param N, !param ITEM, *no]}',
        [
          "4:57 [0][0][2]: alias '*no' has no anchor '&no' before it (for item 1 of N, for item 1 of ITEM and 3 more)",
        ],
      ],
    ];
  for (const [what, text, problems, given] of rows)
    it(what, () => assert.deepEqual(read(text, given)[1], problems));
});

describe('a fault in the result of a template names the template', () => {
  const lines = (text: string, given: Given = {}): readonly string[] =>
    parseBenchmark(text, { parameters: given }).problems.map((problem) =>
      formatProblem('', problem).slice(1),
    );
  const shop = 'name: shop\nhttp: {host: localhost}\nduration: 1s\n';

  it('a text that was joined', () =>
    assert.deepEqual(lines(`${shop}usersPerSec: !concat [1, !param U x]\nscenario: [main: [noop]]`), [
      "4:1 usersPerSec: must be a number above 0, or a mapping with base and increment, found '1x' (made by !concat)",
    ]));

  it('a step of one copy, at the text of do', () =>
    assert.deepEqual(
      lines(
        `${shop}usersPerSec: 1\nscenario: !foreach\n  items: a, b[x]\n  do:\n    !param ITEM:\n    - noop`,
      ),
      [
        "8:12 scenario[1][\"b[x]\"]: sequence name 'b[x]' is malformed, expected 'name' or 'name[N]' with a whole number N (for item 2 of ITEM)",
      ],
    ));

  it('a step of every copy, once', () =>
    assert.deepEqual(
      lines(
        `${shop}usersPerSec: 1\nscenario: !foreach\n  items: a, b, c\n  do:\n    !param ITEM:\n    - nop`,
      ),
      ["9:7 scenario[0].a[0]: unknown step 'nop' (for item 1 of ITEM and 2 more); did you mean 'noop'?"],
    ));
});

test('a parameter is only what was given, also where its name is that of a member of every object', () => {
  for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf']) {
    const problem = `1:11 a: parameter '${name}' has no value and no default; give the value with -P ${name}=VALUE`;
    assert.deepEqual(read(`a: !param ${name}`)[1], [problem]);
    assert.deepEqual(read(`a: !param ${name} x`), [{ a: 'x' }, []]);
    const given = JSON.parse(`{"${name}":"y"}`) as Given;
    assert.deepEqual(read(`a: !param ${name} x`, given), [{ a: 'y' }, []]);
  }
});
