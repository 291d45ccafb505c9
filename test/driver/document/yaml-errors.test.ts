import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../../lib/driver/document/read.ts';

/** A violation of YAML is reported in plain words at the place to correct, and once for each line. */

const table: readonly (readonly [text: string, ...problems: readonly string[]])[] = [
  ['a: "\\q"', "1:5 unknown escape in double quotes, write '\\\\' for a backslash, or use single quotes"],
  ['a: @x', '1:4 a value cannot begin with this character, put it in quotes'],
  ['a: "x', '1:4 a quote is opened here and never closed'],
  ['a:\n\tb: 1', '2:1 a tab cannot indent a line, use spaces'],
  ['a: 1\n---\nb: 2', "2:1 a second document begins here, expected only one, remove the '---'"],
];

for (const [text, ...problems] of table)
  test(JSON.stringify(text), () => {
    const { findings, value } = readDocument(text);
    assert.deepEqual(
      findings.map(
        ({ line, column, message, hint }) => `${line}:${column} ${message}${hint ? `, ${hint}` : ''}`,
      ),
      problems,
    );
    assert.equal(value, undefined);
  });
