/**
 * The values of an answer keep their bytes, order and number, for values from a document, an index or a tape.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTape } from '../../../../../lib/results/json/tape/build-tape.ts';
import { Tape } from '../../../../../lib/results/json/tape/tape.ts';
import { Budget } from '../../../../../lib/results/query/budget.ts';
import { lineValues, pickedCells } from '../../../../../lib/results/query/planner/rows/column-values.ts';
import { normalised } from '../../../../../lib/results/query/planner/rows/compact-json.ts';
import { jsonbValues } from '../../../../../lib/results/query/planner/rows/jsonb-values.ts';
import {
  jsonOf,
  noValues,
  pickedValues,
  type RawValues,
} from '../../../../../lib/results/query/planner/rows/raw-values.ts';
import { documents } from '../../../run-index/documents.ts';
import { readWritten, tidyText } from '../written.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Checks that values are printed exactly as the JSON texts from which they were read. */
function holds(values: RawValues, texts: readonly string[], note?: string): void {
  assert.equal(values.count, texts.length, note);
  assert.equal(jsonOf(values, false).toString(), texts[0] ?? 'null', note);
  assert.equal(jsonOf(values, true).toString(), `[${texts.join(',')}]`, note);
}

/** Values as a query reads them from a document. */
const valuesOf = (texts: readonly string[]): RawValues => ({
  count: texts.length,
  joined: utf8(texts.join(',')),
  firstBytes: Buffer.byteLength(texts[0] ?? ''),
});

/** All values and the first one as an answer to JSONPath has them. */
const answersOf = (texts: readonly string[], hasBlanks: boolean): readonly string[] =>
  [true, false].map((array) => Buffer.from(normalised(jsonOf(valuesOf(texts), array), hasBlanks)).toString());

const scalar = fc.constantFrom('0', '1.50', '-2e5', 'null', 'true', '"a"', '"ü,😀"', '"\\n"', '""');

test('joined and picked values', () => {
  holds(noValues, []);
  fc.assert(
    fc.property(fc.array(scalar), fc.array(fc.nat()), (texts, picks) => {
      holds(valuesOf(texts), texts);
      const bytes = utf8(texts.join(','));
      const places = texts.map((text, at) => {
        const start = Buffer.byteLength(texts.slice(0, at).join(',')) + Number(at > 0);
        return { start, end: start + Buffer.byteLength(text) };
      });
      const chosen = texts.length === 0 ? [] : picks.map((pick) => pick % texts.length);
      holds(
        pickedValues(
          bytes,
          chosen.map((at) => places[at] ?? assert.fail()),
        ),
        chosen.map((at) => texts[at] ?? ''),
      );
    }),
  );
});

const cell = fc.oneof(scalar, fc.constant(''));
const columns = fc.array(
  fc.oneof({ weight: 4, arbitrary: fc.array(cell, { maxLength: 8 }) }, fc.constant(null)),
  {
    maxLength: 5,
  },
);
const contentOf = (cells: readonly string[]): Uint8Array => utf8(cells.map((one) => `${one}\n`).join(''));

test('a column gives its cells, without empty lines wherever they are', () =>
  fc.assert(
    fc.property(columns, (groups) => {
      const contents = groups.flatMap((cells) => (cells === null ? [] : [contentOf(cells)]));
      const before = contents.map((content) => content.slice());
      holds(
        lineValues(contents),
        groups.flatMap((cells) => cells ?? []).filter((one) => one !== ''),
      );
      assert.deepEqual(contents, before);
    }),
    { numRuns: 500 },
  ));

test('cells of the rows for which a condition is true', () =>
  fc.assert(
    fc.property(columns, fc.infiniteStream(fc.constantFrom(0, 1, 2)), (groups, stream) => {
      const truths = groups.map((cells) =>
        Uint8Array.from({ length: cells?.length ?? 2 }, () => stream.next().value ?? 0),
      );
      const contents = groups.map((cells) => (cells === null ? undefined : contentOf(cells)));
      holds(
        pickedCells(contents, truths),
        groups.flatMap((cells, group) =>
          (cells ?? []).filter((one, row) => one !== '' && truths[group]?.[row] === 1),
        ),
      );
    }),
    { numRuns: 500 },
  ));

test('values are written as JSON.stringify writes them, but for their digits', () => {
  fc.assert(
    fc.property(fc.array(documents, { maxLength: 3 }), (sources) => {
      const texts = sources.map((source) => source.replace(/^\ufeff/, '').trim());
      fc.pre(texts.every(isUnrepeated));
      const wanted = texts.map((text) => normal(text));
      assert.deepEqual(answersOf(texts, true), [`[${wanted.join(',')}]`, wanted[0] ?? 'null']);
    }),
    { numRuns: 500 },
  );
});

test('only strings that JSON.stringify would write with fewer escapes are written again', () => {
  for (const text of ['[1,"a"]', String.raw`["\"","\\","a\nb \t\"c\\","ü"]`]) {
    const json = Buffer.from(text);
    assert.equal(normalised(json, false), json, text);
  }
  for (const text of [
    String.raw`["\n\/","\\","\"\u0041 \u000A","\u001f\ud83d\ude00\ud83d"]`,
    String.raw`{"a \" b\/" : " \\" , "c":[ "\/" ,1 ]}`,
  ])
    for (const hasBlanks of text.includes(' :') ? [true] : [true, false])
      assert.equal(
        Buffer.from(normalised(Buffer.from(text), hasBlanks)).toString(),
        JSON.stringify(JSON.parse(text)),
        text,
      );
});

/**
 * True when no object of the text repeats a name. A tape has other bytes for repeated names, so queries
 * evaluate such documents in another way.
 */
function isUnrepeated(text: string): boolean {
  const tape = readTape(Buffer.from(text));
  return tape instanceof Tape && tape.bytes.toString() === text;
}

/** The text without blanks outside of strings, and with every string in its shortest spelling. */
const normal = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\s+/gsu, (found) =>
    found.startsWith('"') ? JSON.stringify(JSON.parse(found)) : '',
  );

test('escapes are found without blanks too', () => {
  const piece = fc.constantFrom('\\"', '\\\\', '\\n', '\\u0041', 'a', ' ', ',', '\\/', 'ü');
  const string = fc.array(piece, { maxLength: 8 }).map((pieces) => `"${pieces.join('')}"`);
  const value = fc.oneof(
    string,
    string,
    fc.constantFrom('1', 'null'),
    string.map((one) => `{${one}:[${one},0]}`),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), fc.boolean(), (texts, hasBlanks) => {
      const wanted = texts.map(normal);
      assert.deepEqual(answersOf(texts, hasBlanks), [`[${wanted.join(',')}]`, wanted[0] ?? 'null']);
    }),
    { numRuns: 500 },
  );
  assert.equal(tidyText(readWritten('"\\u0041"')), normal('"\\u0041"'));
});

const jsonb: readonly (readonly [text: string, printed: string])[] = [
  ['1', '1'],
  ['1.50', '1.50'],
  ['-1', '-1'],
  ['-0', '0'],
  ['-0.0', '0.0'],
  ['-0.5', '-0.5'],
  ['10e2', '1000'],
  ['1E-3', '0.001'],
  ['1.5e+1', '15'],
  ['"e"', '"e"'],
  ['"1e5"', '"1e5"'],
  ['"-0"', '"-0"'],
  ['"a, b:[1]{}"', '"a, b:[1]{}"'],
  ['"\\u0061\\n\\/"', '"a\\n/"'],
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['[]', '[]'],
  ['{}', '{}'],
  ['[1,-0,"x,y"]', '[1, 0, "x,y"]'],
  ['{"bb":1,"a":{"c":[1.0,2]}}', '{"a": {"c": [1.0, 2]}, "bb": 1}'],
  ['{ "a" : [ 1 , 2 ] }', '{"a": [1, 2]}'],
];
test('values as jsonb prints them, alone and among others', () => {
  for (const [text, printed] of jsonb)
    for (const [before, after] of [
      [[], []],
      [['7'], []],
      [[], ['8']],
      [
        ['7', '"s"'],
        ['true', '8'],
      ],
    ] as const) {
      const wanted = [...before, printed, ...after];
      const values = valuesOf([...before, text, ...after]);
      const answers = [true, false].map((array) =>
        Buffer.from(jsonbValues(values, array, new Budget(() => 0))).toString(),
      );
      assert.deepEqual(answers, [`[${wanted.join(', ')}]`, wanted[0]], text);
    }
  // A value may be nested as deeply as a document may be.
  const deepest = `${'['.repeat(1000)}${']'.repeat(1000)}`;
  const printed = jsonbValues(valuesOf([deepest]), true, new Budget(() => 0));
  assert.equal(Buffer.from(printed).toString(), `[${deepest}]`);
  const none = [true, false].map((array) => jsonbValues(noValues, array, new Budget(() => 0)));
  assert.deepEqual(
    none.map((bytes) => Buffer.from(bytes).toString()),
    ['[]', 'null'],
  );
});
