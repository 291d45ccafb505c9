import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { reading } from '../../../lib/driver/document/limits.ts';
import { readDocument } from '../../../lib/driver/document/parse-yaml.ts';

describe('a document becomes plain data', () => {
  const rows: readonly (readonly [what: string, text: string, value: unknown])[] = [
    ['nothing', '', null],
    [
      'scalars',
      'a: 1\nb: yes\nc: true\nd: ~\ne: 1.5\nf: "1"',
      { a: 1, b: 'yes', c: true, d: null, e: 1.5, f: '1' },
    ],
    ['JSON, indented with tabs', '{\n\t"a": [1,\n\t\ttrue, null]\n}', { a: [1, true, null] }],
    ['JSON escapes', '{"a": "\\ud83d\\ude00 \\/"}', { a: '😀 /' }],
    ['keys as written', '200: ok\n0.990: 5ms\n"x y": 1', { 200: 'ok', '0.990': '5ms', 'x y': 1 }],
    ['an alias replays its anchor', 'a: &x [1, {b: 2}]\nc: *x', { a: [1, { b: 2 }], c: [1, { b: 2 }] }],
    ['aliases inside anchors', 'a: &x 1\nb: &y [*x]\nc: *y', { a: 1, b: [1], c: [1] }],
    [
      'a merge gives way to own members',
      'a: &x {k: 1, l: 2}\nb: {l: 3, <<: *x}',
      { a: { k: 1, l: 2 }, b: { l: 3, k: 1 } },
    ],
    ['merges from a list, first wins', 'a: {<<: [{k: 1}, {k: 2, l: 3}]}', { a: { k: 1, l: 3 } }],
    ['a quoted << is a key', 'a: {"<<": 1}', { a: { '<<': 1 } }],
    ['core tags', 'a: !!str 12\nb: !!int "12"', { a: '12', b: 12 }],
    ['no prototype is touched', '__proto__: {a: 1}', JSON.parse('{"__proto__": {"a": 1}}')],
  ];
  for (const [what, text, value] of rows) {
    it(what, () => {
      const reading = readDocument(text);
      assert.deepEqual([reading.findings, reading.value], [[], value]);
    });
  }

  it('any JSON is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const { value, findings } = readDocument(text);
        if (findings.length === 0) assert.deepEqual(value, JSON.parse(text));
        else assert.match(findings[0]?.message ?? '', /key is empty/);
      }),
    );
  });
});

describe('the place of everything is known', () => {
  const text = 'name: shop\nphases:\n- browse:\n    users: 5\n    steps: [a,\n      {b: 1}]\n- last: *no\n';
  const { locate } = readDocument(text);
  const rows: readonly (readonly [path: readonly (string | number)[], line: number, column: number])[] = [
    [[], 1, 1],
    [['name'], 1, 1],
    [['phases'], 2, 1],
    [['phases', 0], 3, 3],
    [['phases', 0, 'browse'], 3, 3],
    [['phases', 0, 'browse', 'users'], 4, 5],
    [['phases', 0, 'browse', 'steps', 0], 5, 13],
    [['phases', 0, 'browse', 'steps', 1, 'b'], 6, 8],
    [['phases', 0, 'browse', 'absent', 'deeper'], 3, 3],
    [['phases', 1, 'last'], 7, 3],
  ];
  for (const [path, line, column] of rows) {
    it(JSON.stringify(path), () => assert.deepEqual(locate(path), { line, column }));
  }

  for (const ending of ['\r\n', '\r'])
    it(`with lines that end with ${JSON.stringify(ending)}`, () => {
      const other = readDocument(text.replaceAll('\n', ending));
      assert.deepEqual(other.value, readDocument(text).value);
      for (const [path, line, column] of rows) assert.deepEqual(other.locate(path), { line, column });
    });

  it('below an alias, at its anchor', () => {
    const { locate: find } = readDocument('a: &x\n  b: 1\nc: *x');
    assert.deepEqual(
      [find(['c']), find(['c', 'b'])],
      [
        { line: 3, column: 1 },
        { line: 2, column: 3 },
      ],
    );
  });
});

describe('!param is replaced by what was given, else by its default', () => {
  const rows: readonly (readonly [text: string, given: Record<string, string>, value: unknown])[] = [
    ['a: !param A 5', {}, { a: 5 }],
    ['a: !param A 5', { A: '7' }, { a: 7 }],
    ['a: !PARAM A', { A: 'true' }, { a: true }],
    ['a: !param A', { A: '' }, { a: '' }],
    ['a: !param A two words', {}, { a: 'two words' }],
    ['a: !param A "two words"', {}, { a: 'two words' }],
    ["a: !param A '5s'", {}, { a: '5s' }],
    ['a: !param A   http://x', {}, { a: 'http://x' }],
    ['a: [!param A 1, !param A 2]', { A: '3' }, { a: [3, 3] }],
  ];
  for (const [text, given, value] of rows) {
    it(`${text} ${JSON.stringify(given)}`, () => {
      const reading = readDocument(text, given);
      assert.deepEqual([reading.findings, reading.value], [[], value]);
    });
  }

  it('a parameter that the document does not use is most likely misspelt', () => {
    const { findings } = readDocument('a: !param RATE 5', { RAET: '7', HOST: 'x' });
    assert.deepEqual(
      findings.map(({ message, hint }) => `${message}, ${hint}`),
      [
        "parameter 'RAET' is given with -P, but no !param in the document uses it, did you mean 'RATE'?",
        "parameter 'HOST' is given with -P, but no !param in the document uses it, expected 'RATE'",
      ],
    );
  });

  it('two defaults of one parameter are a warning at the second, unless the parameter is given', () => {
    const text = 'a: !param N 5\nb: !param N "5"\nc: 1\nd: !param M 1\ne:\n- !param N 7';
    const { findings } = readDocument(text);
    assert.deepEqual(findings, [
      {
        severity: 'warning',
        path: [],
        line: 6,
        column: 10,
        message: "parameter 'N' has the default '7' here and '5' in line 1",
        hint: 'write the same default in both places, or give the value with -P N=VALUE',
      },
    ]);
    assert.deepEqual(readDocument(text, { N: '3' }).findings, []);
  });
});

it('a value that YAML reads as a number or boolean keeps its text', () => {
  const { writtenAt } = readDocument('a: 1.10\nb: 007\nc: [True]\nd: 5\ne: !param E 2.50');
  assert.deepEqual(
    ['/a', '/b', '/c/0', '/d', '/e'].map((pointer) => writtenAt(pointer)),
    ['1.10', '007', 'True', undefined, '2.50'],
  );
});

describe('a comment that looks like a part of a value is reported', () => {
  const rows: readonly (readonly [text: string, comment?: string])[] = [
    ['a: #x', '#x'],
    ['a: b #c', '#c'],
    ['- /x #part\n- 1', '#part'],
    ['a: b # c'],
    ['a: b #c d'],
    ['a: "b" #c'],
    ['a: 10 #c\nb: 10s #c\nc: true #c'],
    ['a:\n  #c\nb: d\n#c\ne: f ###\ng: #c\n  h: 1'],
    ['a: !param B c#d'],
    ['a: !param B c #d', '#d'],
  ];
  for (const [text, comment] of rows)
    it(JSON.stringify(text), () => {
      const { findings } = readDocument(text);
      const expected =
        comment === undefined ? [] : [`YAML reads '${comment}' as a comment, not as a part of the value`];
      assert.deepEqual(
        findings.map(({ message, severity }) => [message, severity]),
        expected.map((message) => [message, 'warning']),
      );
    });
});

describe('a parameter inside a text is reported', () => {
  const rows: readonly (readonly [text: string, name?: string])[] = [
    ['a: /items/!param ID 5', 'ID'],
    ['a: "Bearer !PARAM TOKEN"', 'TOKEN'],
    ['a: |\n  {"id": !param ID}\n', 'ID'],
    ['a: !param ID 5'],
    ['a: !concat [/items/, !param ID 5]'],
    ['a: about !param'],
  ];
  for (const [text, name] of rows)
    it(JSON.stringify(text), () =>
      assert.deepEqual(
        readDocument(text).findings.map(({ message, severity }) => [message, severity]),
        name === undefined ? [] : [[`'!param ${name}' inside a text stays in the text`, 'warning']],
      ),
    );
});

describe('a quote of a text processor at the beginning of a value is reported', () => {
  const rows: readonly (readonly [text: string, quote?: string])[] = [
    ['a: “/products”', '“'],
    ['a: «x»', '«'],
    ['a: "“x”"'],
    ['a: say “x”'],
  ];
  for (const [text, quote] of rows)
    it(JSON.stringify(text), () =>
      assert.deepEqual(
        readDocument(text).findings.map(({ message, severity }) => [message, severity]),
        quote === undefined ? [] : [[`YAML reads the quote ${quote} as a part of the value`, 'warning']],
      ),
    );
});

it('a character that looks like a space at an end of a value is named', () => {
  const messagesOf = (text: string): readonly string[] =>
    readDocument(text).findings.map(({ message }) => message);
  for (const value of ['\u00a0/products', '/products\u00a0', '/products \u200b'])
    assert.match(
      messagesOf(`a: ${value}`).join(),
      /^YAML reads the character U\+(00A0|200B), which looks like/,
    );
  for (const value of ['10\u00a0000', '"\u00a0"']) assert.deepEqual(messagesOf(`a: ${value}`), []);
});

describe('a hostile document is refused, not suffered', () => {
  const doublings = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`).join('\n');
  const rows: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    [
      'too long',
      `a: ${'x'.repeat(reading.documentCharsMax)}`,
      new RegExp(`longer than ${reading.documentCharsMax}`),
    ],
    [
      'too deep',
      '['.repeat(reading.documentDepthMax + 2) + ']'.repeat(reading.documentDepthMax + 2),
      /nested more than/,
    ],
    ['far too deep', '['.repeat(100_000), /nested too deeply/],
    [
      'aliases of aliases',
      `a0: &a0 x\n${doublings}`,
      new RegExp(`more than ${reading.documentNodesMax} values`),
    ],
    ['an alias of itself', 'a: &x {b: [*x]}', /contains itself/],
    ['a merge of itself', 'a: &x {b: 1, <<: *x}', /must point to another mapping/],
    ['a list that merges itself', 'a: &x [*x]\nb: {<<: *x}', /contains itself/],
    [
      'merges of merges',
      `a0: &a0 {x: 1}\n${doublings.replaceAll('[', '{<<: [').replaceAll(']', ']}')}`,
      /more than/,
    ],
    ['a list as key', '? [a]\n: 1', /a key must be text/],
    [
      'a variable of a template language',
      'a: {{name}}',
      /^a key must be text, not a mapping; .* write \$\{name\} for a variable/,
    ],
    ['an empty key', ': 1', /a key is empty/],
  ];
  for (const [what, text, message] of rows) {
    it(what, () => assert.match(readDocument(text).findings[0]?.message ?? '', message));
  }
});

it('never throws, whatever the text', () => {
  const piece = fc.constantFrom(
    'a',
    ':',
    ' ',
    '\n',
    '- ',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '&x',
    '*x',
    '!param ',
    '<<: ',
    '\t',
    '? ',
    '|',
    '#',
    ',',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const { findings } = readDocument(pieces.join(''));
      for (const { line, column } of findings) assert.ok(line >= 1 && column >= 1);
    }),
    { numRuns: 500 },
  );
});
