/**
 * A query of a stored run reads as little of it as possible, and has the same answer as on the whole
 * document.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Document } from '../../../lib/results/query/document.ts';
import { planLimits, queryLimits } from '../../../lib/results/query/limits.ts';
import { filterQuery } from '../../../lib/results/query/query-document.ts';
import { type QueryRunOptions, queryRun, type RunSource } from '../../../lib/results/query/query-run.ts';
import { cases } from '../../runner/cases.ts';
import { documents, several } from '../run-index/documents.ts';
import { indexed, rangesOf, utf8 } from '../run-index/stored.ts';
import { inMemory } from './planner/in-memory.ts';
import { jsonQuestions, sqlQuestions } from './planner/questions.ts';
import { regularDocuments } from './planner/regular-documents.ts';

const rows = Array.from(
  { length: 3000 },
  (_, at) =>
    `{"value":${at}.50,"id":${at},"stats":{"p99":${at % 100}},"list":[{"n":${at}}],"text":"${'x'.repeat(60)}"}`,
);
const text = `{"name":"n","results":[${rows.join(',')}],"limit":10,"deep":{"a":[{"b":[1,2]}],"bb":1}}`;
const { index, bytes } = await indexed(text, { groupRowsMax: 1000, tableBytesMin: 2000 });
const large: RunSource = {
  documentBytes: utf8(text).length,
  document: rangesOf(utf8(text)),
  index: rangesOf(bytes),
  openIndex: async () => index,
  kept: () => undefined,
  keep: () => assert.fail('only a whole document is worth keeping'),
};
const options: QueryRunOptions = { array: true, now: () => 0 };

const ofIndex = new Set([
  'nothing',
  'count',
  'parts',
  'member',
  'members',
  'column',
  'element',
  'filter',
  'scan',
]);

describe('random questions to random runs have the answer, letter for letter, of the whole document', () => {
  for (const [common, questions] of [
    ['sql', sqlQuestions],
    ['jsonpath', jsonQuestions],
  ] as const) {
    test(`as ${common}`, async () => {
      let found = 0;
      const pair = fc.oneof(documents, { weight: 4, arbitrary: regularDocuments });
      await fc.assert(
        fc.asyncProperty(pair, several(questions), fc.boolean(), async (source, texts, array) => {
          const options = { array, now: () => 0, common };
          // Half of the documents let the planner evaluate arrays of any size in parts, and the others only
          // large arrays.
          const partsBytesMin = source.length % 2 === 0 ? 0 : planLimits.partsBytesMin;
          const run = await inMemory(source);
          for (const text of texts) {
            const { explain, ...got } = await queryRun(
              text,
              { ...options, wholeBytesMax: 0, planLimits: { ...planLimits, partsBytesMin } },
              run,
            );
            assert.deepEqual(got, filterQuery(text, options, new Document(utf8(source))), explain.way);
            const { value } = got.result;
            if (ofIndex.has(explain.way) && value !== '[]' && value !== 'null') found += 1;
          }
        }),
        { numRuns: cases(150, 600) },
      );
      assert.ok(found > 100, `${found} answers that an index gave`);
    });
  }
});

const answers: readonly (readonly [string, string, number, string, string])[] = [
  // Columns: expression, strategy, number of reads, beginning of the value, query language.
  ['$.name', 'member', 1, '["n"]', 'jsonpath'],
  ['$.*', 'members', 1, '["n",[{"value":0.50,', 'jsonpath'],
  ['$.nope', 'nothing', 0, '[]', 'jsonpath'],
  ['$.results.length', 'count', 0, '[3000]', 'jsonpath'],
  ['$.results[*].value', 'column', 3, '[0.50,1.50,2.50,', 'jsonpath'],
  ['$.results[2999].id', 'element', 2, '[2999]', 'jsonpath'],
  ['$.results[?@.value < 2].id', 'filter', 6, '[0,1]', 'jsonpath'],
  ['$.results[*].list[0].n', 'column', 6, '[0,1,2,', 'jsonpath'],
  ["$['name','limit']", 'partial', 2, '["n",10]', 'jsonpath'],
  ["$[?@ == 'n']", 'document', 1, '["n"]', 'jsonpath'],
  ['lax $.name', 'member', 1, '["n"]', 'sql'],
  ['lax $.deep', 'member', 1, '[{"a": [{"b": [1, 2]}], "bb": 1}]', 'sql'],
  [
    'strict $.*',
    'members',
    1,
    '[{"a": [{"b": [1, 2]}], "bb": 1}, "n", 10, [{"id": 0, "list": [{"n": 0}], ',
    'sql',
  ],
  ['lax $.nope', 'nothing', 0, '[]', 'sql'],
  ['strict $.results.size()', 'count', 0, '[3000]', 'sql'],
  ['lax $.results.value', 'column', 3, '[0.50, 1.50, 2.50, ', 'sql'],
  ['strict $.results[*].stats.p99', 'column', 3, '[0, 1, 2, ', 'sql'],
  ['$.results[last - 1 to last].id', 'element', 2, '[2998, 2999]', 'sql'],
  ['$.results[*] ? (@.value < 2 || @.id == 7).id', 'filter', 6, '[0, 1, 7]', 'sql'],
  ['$.results[*].value ? (@ < 2)', 'filter', 3, '[0.50, 1.50]', 'sql'],
  ['lax $.results.list.n', 'column', 3, '[0, 1, 2, ', 'sql'],
  ['$.results[*] ? (@.id > $.limit && @.id < 13).id', 'partial', 1, '[11, 12]', 'sql'],
  ['$.**{3}.p99', 'document', 1, '[0, 1, 2, ', 'sql'],
];
for (const [expression, way, reads, value, dialect] of answers) {
  test(`${expression} is answered by ${way}`, async () => {
    let time = 0;
    const now = () => time++ / 1024;
    const { result, explain } = await queryRun(expression, { ...options, now, wholeBytesMax: 0 }, large);
    assert.equal(result.reason, null);
    assert.ok(result.value?.startsWith(value), result.value?.slice(0, 100));
    assert.deepEqual([explain.way, explain.reads, explain.dialect], [way, reads, dialect]);
    assert.equal(explain.bytesRead > 0, reads > 0);
    assert.ok(explain.bytesRead <= large.documentBytes);
    assert.equal(explain.milliseconds, Math.round(((time - 1) * 1000) / 1024) / 1000);
  });
}

const inParts: readonly (readonly [string, string])[] = [
  ['$.results[?@.id + 0 == @.stats.p99].id', '[0,1,2,'],
  ['$.results[?length(@.text) == 60].list[-1].n', '[0,1,2,'],
  ['lax $.results[*] ? (@.id + 0 == @.stats.p99).id', '[0, 1, 2, '],
  ['lax $.results.stats.size()', '[1, 1, 1, '],
];
for (const [expression, value] of inParts) {
  for (const array of [true, false]) {
    test(`${expression} is asked of parts of the array${array ? '' : ', for the first'}`, async () => {
      const given = { ...options, array, planLimits: { ...planLimits, partsBytesMin: 0 } };
      const { explain, ...got } = await queryRun(expression, given, large);
      assert.deepEqual(got, filterQuery(expression, given, new Document(utf8(text))));
      assert.deepEqual([explain.way, explain.reads], ['parts', 6]);
      assert.ok(got.result.value?.startsWith(array ? value : value.slice(1, 2)));
    });
  }
}

test('a small document gives the same answer, in one pass or from an evaluator', async () => {
  await fc.assert(
    fc.asyncProperty(documents, several(jsonQuestions), fc.boolean(), async (source, texts, array) => {
      const run = await inMemory(source);
      for (const text of texts) {
        const { explain: _, ...got } = await queryRun(text, { ...options, array }, run);
        const wanted = filterQuery(text, { ...options, array }, new Document(utf8(source)));
        assert.deepEqual(got, wanted, `${text} of ${source}`);
      }
    }),
    { numRuns: cases(60, 2000) },
  );
});

test('a small document that is no JSON is refused with its mistake', async () => {
  const bytes = utf8('{"a":1,}');
  const run = { ...(await inMemory('0')), document: rangesOf(bytes), documentBytes: bytes.length };
  await assert.rejects(() => queryRun('$.a', options, run), /line 1, column 8: expected a name/);
});

test('bounds are those of all parts together', async () => {
  for (const [expression, bounds, reason] of [
    [
      '$.results[?@.id + 0 == @.id].id',
      { ...queryLimits, resultsMax: 2999 },
      'the query has more than 2999 results',
    ],
    [
      'lax $.results[*] ? (@.id + 0 == @.id).id',
      { ...queryLimits, resultsMax: 2999 },
      'the query has more than 2999 results',
    ],
    [
      '$.results[?@.id + 0 == @.id].id',
      { ...queryLimits, valueBytesMax: 9999 },
      'the result has more than 9,999 bytes',
    ],
    [
      'lax $.results[*] ? (@.id + 0 == @.id).id',
      { ...queryLimits, valueBytesMax: 9999 },
      'the result has more than 9,999 bytes',
    ],
    [
      '$.results[?@.id + 0 == @.id].id',
      { ...queryLimits, evaluationStepsMax: 5000 },
      'the query took more than 5000 evaluation steps',
    ],
  ] as const) {
    const given = { ...options, bounds, planLimits: { ...planLimits, partsBytesMin: 0 } };
    const { result, explain } = await queryRun(expression, given, large);
    assert.deepEqual([result.reason, explain.way], [`${reason}; use a path that selects less`, 'parts']);
  }
});

test('an array that is too long to be counted from its end is evaluated', async () => {
  const long = `[${'1,'.repeat(600_000)}2]`;
  const run = await inMemory(`{"a":[[0,1],${long},[[]]]}`);
  for (const text of ['$.a[*][-1]', 'lax $.a[*][last]', 'strict $.a[*][last]']) {
    const { result, explain } = await queryRun(text, { ...options, wholeBytesMax: 0 }, run);
    assert.deepEqual([JSON.parse(result.value ?? ''), explain.way], [[1, 2, []], 'partial'], text);
  }
});

test('an error during a plan is the error of the whole document', async () => {
  for (const expression of ['strict $.nope', 'strict $.results[*].list[1].n', 'strict $.results[3000]']) {
    const { explain, ...got } = await queryRun(expression, options, large);
    assert.deepEqual(got, filterQuery(expression, options, new Document(utf8(text))));
    assert.equal(got.result.valid, false);
    assert.equal(explain.way, 'partial');
  }
});

test('a number that PostgreSQL cannot hold is an error only where it is compared', async () => {
  const source = '{"r":[{"a":1},{"a":1e-20000,"b":1},{"a":2}]}';
  for (const [condition, isError] of [
    ['@.a == 0', true],
    ['@.b != 1 && @.a == 0', false],
    ['@.b == 1 && @.a == 0', true],
    ['@.a == 1', false],
  ]) {
    const expression = `lax $.r[*] ? (${condition}).none`;
    const { explain, ...got } = await queryRun(
      expression,
      { ...options, wholeBytesMax: 0 },
      await inMemory(source),
    );
    assert.deepEqual(got, filterQuery(expression, options, new Document(utf8(source))));
    assert.equal(got.result.sqlState, isError ? '22003' : null);
  }
});

test('a text that is no expression reads nothing', async () => {
  for (const expression of ['$.results[', 'lax $.', '', '$.a[?(@.b ==)]']) {
    const { explain, ...got } = await queryRun(expression, options, large);
    assert.deepEqual(got, filterQuery(expression, options, Document.of(null)));
    assert.deepEqual(
      [got.result.valid, explain.way, explain.reads, explain.bytesRead],
      [false, 'syntax', 0, 0],
    );
  }
});

test('a small document is read whole and kept, and a document that is kept is not read', async () => {
  let kept: Document | undefined;
  const source: RunSource = {
    ...large,
    openIndex: () => assert.fail('nothing needs the index'),
    kept: () => kept,
    keep: (document) => {
      kept = document;
    },
  };
  const ask = (): ReturnType<typeof queryRun> =>
    queryRun('$.name', { ...options, wholeBytesMax: source.documentBytes }, source);
  const [first, second] = [await ask(), await ask()];
  assert.deepEqual(
    [first.explain.way, first.explain.reads, first.explain.bytesRead],
    ['whole', 1, source.documentBytes],
  );
  assert.deepEqual([second.explain.way, second.explain.reads, second.explain.bytesRead], ['kept', 0, 0]);
  assert.deepEqual([first.result, second.result.value], [second.result, '["n"]']);
});

test('a document that is not there is a fault, never an answer', async () => {
  const missing: RunSource = { ...large, document: () => Promise.resolve(undefined) };
  for (const expression of ['$.name', 'lax $.name', '$.results[*].list', "$['name','limit']"]) {
    await assert.rejects(queryRun(expression, options, missing), /could not be read: the bucket sent/);
    await assert.rejects(
      queryRun(expression, { ...options, wholeBytesMax: large.documentBytes }, missing),
      /the bucket has no document of this run/,
    );
  }
});

test('a caller that takes large answers gets them as bytes, whatever finds them', async () => {
  const ask = (text: string, largeBytesMin?: number) =>
    queryRun(text, { ...options, ...(largeBytesMin !== undefined && { largeBytesMin }) }, large);
  for (const text of ['$.results', '$.results[*].value', 'lax $.*', '$..value', "$['name','results']"]) {
    const { value } = (await ask(text)).result;
    const { result, large: bytes } = await ask(text, 99);
    assert.deepEqual([result.valid, result.value], [true, null], text);
    assert.equal(Buffer.from(bytes ?? []).toString(), value, text);
    assert.equal((await ask(text, (value ?? '').length)).result.value, value, text);
  }
});

test('a large document has more time', async () => {
  const later = async (documentBytes: number): Promise<string | null> => {
    let now = 0;
    const document: RunSource['document'] = (start, end) => {
      now += 6000;
      return large.document(start, end);
    };
    const source = { ...large, documentBytes, document };
    return (await queryRun('$.results[*].list', { ...options, now: () => now }, source)).result.sqlState;
  };
  assert.deepEqual([await later(large.documentBytes), await later(20_000_000)], ['57014', null]);
});

describe('bounds', () => {
  const bounds = { ...queryLimits, evaluationMs: 100 };

  for (const expression of [
    '$.results[*].value',
    '$.results[5]',
    '$.results[?@.value < 2]',
    '$.results[*].list[0].n',
    'lax $.results[*] ? (@.text like_regex "xx")',
    "$['name','limit']",
  ]) {
    test(`${expression} stops at the deadline between two pieces of work`, async () => {
      let now = 0;
      const slow: RunSource = {
        ...large,
        document: (start, end) => {
          now += 60;
          return large.document(start, end);
        },
        index: (start, end) => {
          now += 60;
          return large.index(start, end);
        },
        openIndex: async () => {
          now += 60;
          return index;
        },
      };
      const { result } = await queryRun(expression, { ...options, bounds, now: () => now }, slow);
      const wanted = [
        false,
        '57014',
        'the query took longer than 100 ms; use a path that selects less',
        null,
      ];
      assert.deepEqual([result.valid, result.sqlState, result.reason, result.value], wanted);
    });
  }

  const refused: readonly (readonly [string, Partial<QueryRunOptions>, string, RegExp])[] = [
    [
      '$.results[*].value',
      { bounds: { ...queryLimits, resultsMax: 2999 } },
      'column',
      /more than 2999 results/,
    ],
    [
      'lax $.results.value',
      { bounds: { ...queryLimits, resultsMax: 2999 } },
      'column',
      /more than 2999 results/,
    ],
    [
      '$.results[0:9].text',
      { bounds: { ...queryLimits, valueBytesMax: 99 } },
      'element',
      /more than 99 bytes/,
    ],
    [
      'lax $.results[0 to 8].text',
      { bounds: { ...queryLimits, valueBytesMax: 99 } },
      'element',
      /more than 99 bytes/,
    ],
    ['$.results', { planLimits: { ...planLimits, answerBytesMax: 999 } }, 'refused', /the limit is 999/],
    [
      '$.**',
      { planLimits: { ...planLimits, parseBytesMax: 999 } },
      'refused',
      /example lax \$\."results"\[\*\]\."value"$/,
    ],
    // The limit is half as high, because a document in SQL/JSON path takes twice the memory.
    ['strict $.**', { planLimits: { ...planLimits, parseBytesMax: 998 } }, 'refused', /may read at most 998/],
  ];
  for (const [expression, given, way, reason] of refused) {
    test(`${expression} is refused when it is too much`, async () => {
      const { result, explain } = await queryRun(expression, { ...options, ...given }, large);
      assert.deepEqual([result.valid, result.sqlState, explain.way], [false, '54000', way]);
      assert.match(result.reason ?? '', reason);
    });
  }
});
