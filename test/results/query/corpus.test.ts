import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Dialect } from '../../../lib/results/query/dialect.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { filterQuery } from '../../../lib/results/query/query-document.ts';

// Expressions of users of the original server, with the answers of that server. With SQL/JSON path as its
// common query language, a deployment must give the same answers byte for byte. The exceptions are listed
// below, with reasons.

type Case = { readonly expr: string; readonly doc: string; readonly pg16: Answer };
type Answer =
  | { readonly first: string; readonly array: string }
  | { readonly error: { readonly sqlState: string; readonly message: string } };

const data = join(import.meta.dirname, '../../data/filter-query');
const read = (name: string): unknown => JSON.parse(readFileSync(join(data, name), 'utf8'));
const measured = read('measured.json') as {
  readonly cases: readonly Case[];
  readonly docs: Readonly<Record<string, string>>;
};
const cases = [...(read('corpus.json') as readonly Case[]), ...measured.cases];

/** The reasons why an answer may differ from that of the original server. */
const reasons = {
  jsonPath: 'an error of the original, for it knows no such syntax; answered as JSONPath',
  variables: 'the original binds variables for purposes of its own; a caller can bind none',
  lax: 'lax mode unwraps an array before a member, or wraps another value before an element; JSONPath does neither',
  negative: 'a negative index counts from the end in JSONPath and is nowhere in SQL/JSON path',
  order: 'JSONPath keeps the order of the document, jsonb sorts members by the length of their names',
} as const;

type Difference = readonly [
  reason: keyof typeof reasons,
  document: string,
  expression: string,
  value: string | null,
];

const inBoth: readonly Difference[] = [
  ['variables', 'ab', '$[*] ? (@."$schema" == $schema)', null],
  [
    'jsonPath',
    'kb',
    "$.metrics.jobSummary[0].values[?(@.jobConfig.name != 'garbage-collection')].timestamp",
    '["t-cd"]',
  ],
  [
    'jsonPath',
    'kb',
    "$.metrics.jobSummary[0].values[?(@.jobConfig.name != 'garbage-collection')].endTimestamp",
    '["e-cd"]',
  ],
  ['jsonPath', 'labels', '$..name', '[]'],
  ['jsonPath', 'store', '$.store.book[0:2].title', '["A","B"]'],
  [
    'jsonPath',
    'store',
    '$.store.book[?(@.price < 10)]',
    '[{"title":"A","price":8.95},{"title":"C","price":5}]',
  ],
  [
    'jsonPath',
    'store',
    '$..*',
    '[{"book":[{"title":"A","price":8.95},{"title":"B","price":12.99},{"title":"C","price":5}]},[{"bar":50},{"bar":1}],[{"title":"A","price":8.95},{"title":"B","price":12.99},{"title":"C","price":5}],{"title":"A","price":8.95},{"title":"B","price":12.99},{"title":"C","price":5},"A",8.95,"B",12.99,"C",5,{"bar":50},{"bar":1},50,1]',
  ],
  ['jsonPath', 'store', '$.foo[?(@.bar > 42)]', '[{"bar":50}]'],
  ['jsonPath', 'num', '$.build-id', '[9]'],
  ['jsonPath', 'num', "$['a.b']", '[1]'],
  ['jsonPath', 'roadrunner', '$.$schema', '["urn:acme:benchmark:0.1"]'],
  ['jsonPath', 'roadrunner', "$.results[?(@.test=='Foo')]", '[{"test":"Foo","requests":123,"duration":10}]'],
  [
    'jsonPath',
    'roadrunner',
    '$.results[?(@.test == "Foo")]',
    '[{"test":"Foo","requests":123,"duration":10}]',
  ],
  ['jsonPath', 'roadrunner', '$..requests', '[123,456]'],
];

const roadrunnerValues =
  '["urn:acme:benchmark:0.1","This gets lost by the transformer","defec8eddeadbeafcafebabeb16b00b5",[{"test":"Foo","requests":123,"duration":10},{"test":"Bar","requests":456,"duration":20}]]';

/**
 * Different answers when JSONPath is the common query language. Users get the original's answer when they
 * begin the expression with `lax`.
 */
const inJsonPath: readonly Difference[] = [
  ['lax', 'matrix', '$.results[*].*.rss.avStartupRss', '[]'],
  ['lax', 'matrix', '$.results[*].*.load.avMaxRss', '[]'],
  ['lax', 'matrix', '$.results[*].*.build.avBuildTime', '[]'],
  ['lax', 'matrix', '$.results[*].*.startup.avStartTime', '[]'],
  ['lax', 'matrix', '$.results[*].*.load.avThroughput', '[]'],
  ['lax', 'matrix', '$.results[*].*.rss.avFirstRequestRss', '[]'],
  ['lax', 'matrix', '$.results[*].*.load.maxThroughputDensity', '[]'],
  ['lax', 'ab', '$.value', '[]'],
  ['lax', 'samples-objects', '$.samplesArray.key', '[]'],
  ['lax', 'store', '$.store.book.title', '[]'],
  [
    'lax',
    'store',
    '$.store.book.*',
    '[{"title":"A","price":8.95},{"title":"B","price":12.99},{"title":"C","price":5}]',
  ],
  ['lax', 'roadrunner', '$[0]', '[]'],
  ['lax', 'roadrunner', '$[*]', roadrunnerValues],
  ['lax', 'ab', '$.*', '[{"$schema":"urn:A","value":24},{"$schema":"urn:B","value":42}]'],
  ['negative', 'store', '$.store.book[-1]', '[{"title":"C","price":5}]'],
  ['order', 'roadrunner', '$.*', roadrunnerValues],
];

for (const [common, known] of [
  ['sql', inBoth],
  ['jsonpath', [...inBoth, ...inJsonPath]],
] as const) {
  test(`every documented answer is given, or differs for a reason that is known, with ${common} in common`, () => {
    const unused = new Set(known);
    for (const { expr, doc, pg16 } of cases) {
      const listed = known.find(([, document, expression]) => document === doc && expression === expr);
      const given = answer(expr, doc, common);
      if (listed === undefined) assert.deepEqual(given, documented(pg16, given), `${expr} on ${doc}`);
      else assert.equal(given.text, listed[3], `${expr} on ${doc}: ${reasons[listed[0]]}`);
      if (listed !== undefined) unused.delete(listed);
    }
    assert.deepEqual([...unused], [], 'listed, but in no corpus');
  });
}

type Given = {
  readonly dialect: Dialect;
  /** The JSON text of the array that the query finds. */
  readonly text: string | null;
  readonly first: unknown;
  readonly array: unknown;
  readonly sqlState: string | null;
};

function answer(expression: string, doc: string, common: Dialect): Given {
  const text = measured.docs[doc];
  assert.ok(text !== undefined, doc);
  const document = new Document(new TextEncoder().encode(text));
  const ask = (array: boolean) => filterQuery(expression, { array, now: () => 0, common }, document);
  const { dialect, result } = ask(true);
  const [first, array] = [ask(false).result.value, result.value].map((value) => comparable(value, dialect));
  return { dialect, text: result.value, first, array, sqlState: result.sqlState };
}

/** The original's answer in the form of `Given`. A text that is the only value is JSON in `first`. */
function documented(answer: Answer, { dialect, text }: Given): Given {
  if ('error' in answer)
    return { dialect, text: null, first: null, array: null, sqlState: answer.error.sqlState };
  const [only] = JSON.parse(answer.array) as readonly unknown[];
  const first = comparable(typeof only === 'string' ? JSON.stringify(only) : answer.first, dialect);
  return { dialect, text, first, array: comparable(answer.array, dialect), sqlState: null };
}

/**
 * Makes answers comparable: SQL/JSON path must give the same text, and JSONPath has its own spacing and order
 * of members.
 */
const comparable = (text: string | null, dialect: Dialect): unknown =>
  text === null || dialect === 'sql' ? text : JSON.parse(text);
