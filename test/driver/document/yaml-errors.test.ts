import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOf } from '../../../lib/driver/document/format-problems.ts';
import { readDocument } from '../../../lib/driver/document/parse-yaml.ts';

/** A violation of YAML is reported in plain words at the place to correct, and once for each line. */

const table: readonly (readonly [text: string, ...problems: readonly string[]])[] = [
  [
    'a: "\\q"',
    "1:5 this backslash begins no known escape sequence of double quotes; write '\\\\' for a backslash, or use single quotes",
  ],
  ['a: @x', '1:4 a value cannot begin with this character; put the value in quotes'],
  ['a: *', '1:4 a value cannot begin with this character; put the value in quotes'],
  // The value of a key continues on the next line. In the cases with a tab, it only seems to continue.
  [
    'a:\n  b: 5\n   c: 6',
    '2:6 the next line begins further to the right, so it continues this value; indent both lines equally',
  ],
  [
    'a:\n- b: 5\n   c: 6',
    '2:6 the next line begins further to the right, so it continues this value; indent both lines equally',
  ],
  [
    '{a: 1\nb: 2',
    '1:5 the next line continues this value; check the indentation of the lines above',
    "2:5 expected '}' before this, because an earlier bracket is not closed",
  ],
  ...['- a: 1\n  - b: 2', 'a: 1\n- b: 2\nc: 3'].map(
    (text) =>
      [
        text,
        "2:1 a list item cannot follow members of a mapping; remove the '-', or indent the line like the list that it belongs to",
      ] as const,
  ),
  ['a:\n  b\n  c: 5\n  d: 6', "2:3 expected ': ' and a value after this key"],
  [
    'a: b: c',
    "1:4 a mapping cannot begin in the middle of this line, found a second ': '; put the value in quotes, or on a line of its own",
  ],
  [
    'a:\n  b:\u00a05\n  c: 6',
    '2:5 this line has the character U+00A0, which looks like a space; write a space in its place, or put the text in quotes',
  ],
  ['a: "x', '1:4 this quote is never closed'],
  ['a:\n\tb: 1', '2:1 a tab cannot indent a line; use spaces'],
  ['a: |\n\tb', '2:1 a tab cannot indent a line; use spaces'],
  ['a: {\n\tb: 1}', '2:2 a tab cannot indent a line; use spaces'],
  ['a: [b{1}]', '1:6 a comma is missing before this'],
  [
    'a: "b" c\nd: {1: 2]',
    '1:8 this text is not allowed here; check the indentation, quotes and commas near this place',
    "2:9 expected '}' before this, because an earlier bracket is not closed",
  ],
  // The parser stops at the mistake, so the lines after it are not reported.
  [
    '- { to: bs[5], b: c }\n- d: 1\n- e: {f: g}',
    '1:11 an opening bracket cannot follow a value; put a value that contains brackets in quotes',
  ],
  ['a:\n- [1]]\n- b\nc: 1', '2:6 this bracket was never opened'],
  ['a: 1\n---\nb: 2', "2:1 a second document begins here, expected only one; remove the '---'"],
];

for (const [text, ...problems] of table)
  test(JSON.stringify(text), () => {
    const { findings, value } = readDocument(text);
    assert.deepEqual(
      findings.map((each) => `${each.line}:${each.column} ${sentenceOf(each)}`),
      problems,
    );
    assert.equal(value, undefined);
  });
