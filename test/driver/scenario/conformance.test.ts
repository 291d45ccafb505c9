import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { responseAfter } from '../http/scripted-target.ts';
import { runVirtually, totals } from '../session/shards.ts';

/** Rows of the original driver's tests that no other file covers. */

const documentOf = (steps: readonly string[], http = '{ host: localhost }'): string =>
  [
    'name: n',
    `http: ${http}`,
    'usersPerSec: 1',
    'duration: 1s',
    'scenario:',
    '- main:',
    ...steps.map((step) => `  - ${step}`),
    '',
  ].join('\n');

const problemsOf = (text: string, files: Readonly<Record<string, string>> = {}) =>
  parseBenchmark(text, {
    files: new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])),
  }).problems;

test('row 5: a delay that is scheduled and awaited loads', () => {
  const steps = [
    'scheduleDelay: { key: pace, duration: 100ms }',
    'httpRequest: { GET: / }',
    'awaitDelay: pace',
  ];
  assert.deepEqual(problemsOf(documentOf(steps)), []);
});

test('row 6: every generator loads with its data', () => {
  const steps = [
    'randomItem: { toVar: a, list: [x, y] }',
    'randomItem: { toVar: b, list: { x: 1, y: 2.5 } }',
    'randomItem: { toVar: c, file: data/lines.txt }',
    'randomCsvRow: { file: data/rows.csv, columns: { 0: d, 1: e } }',
    'randomFile: { toVar: f, files: [data/lines.txt, data/rows.csv] }',
    'randomFile: { toVar: g, filenameVar: h, files: { data/lines.txt: 3, data/rows.csv: 1 } }',
    'randomInt: i <- 1 .. 5',
    'randomUUID: j',
    'log: "${a}${b}${c}${d}${e}${f}${g}${h}${i}${j}"',
  ];
  const files = { 'data/lines.txt': 'one\ntwo\n', 'data/rows.csv': 'a,b\n"c, d",e\n' };
  assert.deepEqual(problemsOf(documentOf(steps), files), []);
});

test('A whole document may have the short forms of an endpoint and of the filters of getSize', () => {
  const steps = [
    'set: { var: seen, objectArray: { size: 2 } }',
    'getSize: { fromVar: seen, toVar: a, boolFilter: false }',
    'getSize: { fromVar: seen, toVar: b, stringFilter: Brno }',
    'httpRequest: { GET: "/${a}${b}", endpoint: shop }',
  ];
  const http = '[{ name: shop, host: "http://shop.test" }, { name: other, host: "http://other.test" }]';
  assert.deepEqual(problemsOf(documentOf(steps, http)), []);
});

test('row 7: short forms of a status range mean both of their ends', async () => {
  const rows = [
    ['2xx', [199, 300], [200, 299]],
    ['201-259', [200, 260], [201, 259]],
    ['20x', [199, 210], [200, 209]],
    ['200 - 210', [199, 211], [200, 210]],
  ] as const;
  for (const [range, outside, inside] of rows)
    for (const status of [...outside, ...inside]) {
      if (status < 200) continue;
      const handler = { status: { range }, autoRangeCheck: false };
      const { rows: counted } = await runVirtually(
        { scenario: [{ main: [{ httpRequest: { GET: '/', handler } }] }], connections: 1 },
        { answer: () => ({ ...responseAfter(1), status }) },
      );
      const invalid = (outside as readonly number[]).includes(status) ? 1 : 0;
      assert.equal(totals(counted()).invalid, invalid, `${range} and ${status}`);
    }
});

test('row 9: the same host under several protocols and ports is found by each authority', () => {
  const http =
    '[{ host: "http://shop.test" }, { host: "https://shop.test" }, { host: "http://shop.test:8080" }, { host: "https://other.test:8443" }]';
  const steps = [
    'httpRequest: { GET: /, authority: "shop.test:80" }',
    'httpRequest: { GET: /, authority: "shop.test:443" }',
    'httpRequest: { GET: /, authority: "shop.test:8080" }',
    'httpRequest: { GET: "https://other.test:8443/x" }',
    'httpRequest: { GET: /, authority: "other.test:8443" }',
  ];
  const errors = problemsOf(documentOf(steps, http)).filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, []);
});

/** The errors of a document, each with its place. */
const errorsOf = (steps: readonly string[], http: string): readonly string[] =>
  problemsOf(documentOf(steps, http)).flatMap(({ severity, path, message }) =>
    severity === 'error' ? [`${path.join('.')}: ${message}`] : [],
  );

test('row 10: an authority that no target has is refused', () => {
  const http = '[{ host: "http://shop.test" }, { host: "http://shop.test:8080" }]';
  assert.deepEqual(errorsOf(['httpRequest: { GET: /, authority: "shop.test:8081" }'], http), [
    "scenario.0.main.0.httpRequest.authority: no http target has the authority 'shop.test:8081'; use the host and port of an entry of 'http'",
  ]);
});

test('row 11: an authority that an http and an https target have is refused', () => {
  const http = '[{ host: "http://shop.test:8080" }, { host: "https://shop.test:8080" }]';
  assert.deepEqual(errorsOf(['httpRequest: { GET: /, authority: "shop.test:8080" }'], http), [
    "scenario.0.main.0.httpRequest.authority: two http targets have the authority 'shop.test:8080', one with TLS and one without; give both a name, and use 'endpoint' in the request",
  ]);
});

test('row 88: with two targets a request without an authority is refused', () => {
  const http = '[{ host: "http://one.test" }, { host: "http://two.test" }]';
  const [error, ...more] = errorsOf(['httpRequest: { GET: / }'], http);
  assert.match(
    error ?? '',
    /^scenario\.0\.main\.0\.httpRequest: the document has several http targets, so the request must name one/,
  );
  assert.deepEqual(more, []);
});

test('row 86: requests are counted under replaced, matched and default names', async () => {
  const metric = ['/product/[0-9]+ -> product', '/img/.*', '/(.*)/index -> $1 page', '-> other'];
  const paths = ['/product/7', '/product/12', '/img/a.png', '/cart/index', '/about'];
  const steps = paths.map((path) => ({ httpRequest: { GET: path, metric } }));
  const { rows } = await runVirtually(
    { scenario: [{ main: steps }], connections: 1 },
    { answer: () => responseAfter(1) },
  );
  const counts = ['product', '/img/a.png', 'cart page', 'other'].map((name) => totals(rows(), name).requests);
  assert.deepEqual(counts, [2, 1, 1, 1]);
});

/** The phases of a document with this step. */
function phasesWith(step: string) {
  const files = new Map([['rows.csv', Buffer.from('ada,9\n')]]);
  const { benchmark, problems } = parseBenchmark(documentOf([step]), { files });
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  return benchmark?.phases;
}

test('An empty mapping is the same as no value', () => {
  const delay = 'scheduleDelay: { key: pace, duration: 1s, fromLast: ';
  assert.deepEqual(phasesWith(`${delay}{} }`), phasesWith(`${delay} }`));
});

describe('a list of mappings is the mapping with all their members', () => {
  const rows: readonly (readonly [list: string, mapping: string])[] = [
    ['httpRequest: { GET: [{ pattern: /a }] }', 'httpRequest: { GET: { pattern: /a } }'],
    [
      'httpRequest: { GET: /, headers: [{ a: 1.10, b: [{ value: x }] }, { c: z }] }',
      'httpRequest: { GET: /, headers: { a: 1.10, b: { value: x }, c: z } }',
    ],
    [
      'httpRequest: { POST: /, compression: [{ encoding: gzip }, { type: CONTENT_ENCODING }] }',
      'httpRequest: { POST: /, compression: { encoding: gzip, type: CONTENT_ENCODING } }',
    ],
    [
      'httpRequest: { GET: /, handler: [{ status: { range: 200 } }, { body: { store: b }, stopOnInvalid: false }] }',
      'httpRequest: { GET: /, handler: { status: { range: 200 }, body: { store: b }, stopOnInvalid: false } }',
    ],
    [
      'httpRequest: { GET: /, handler: [{ body: { store: b } }, { body: { count: c } }, { autoRangeCheck: true }, { autoRangeCheck: false }] }',
      'httpRequest: { GET: /, handler: { body: [{ store: b }, { count: c }], autoRangeCheck: false } }',
    ],
    ['set: { var: a, objectArray: [{ size: "4" }] }', 'set: { var: a, objectArray: { size: 4 } }'],
    [
      'publishGlobalCounters: { key: k, vars: [{ a: hyperfoil.session.id, b: hyperfoil.agents }] }',
      'publishGlobalCounters: { key: k, vars: { a: hyperfoil.session.id, b: hyperfoil.agents } }',
    ],
    [
      'randomCsvRow: { file: rows.csv, columns: [{ 0: name, 1: grade }] }',
      'randomCsvRow: { file: rows.csv, columns: { 0: name, 1: grade } }',
    ],
    [
      'randomItem: { toVar: a, list: [{ x: 1, y: 2 }, { z: 0 }] }',
      'randomItem: { toVar: a, list: { x: 1, y: 2 } }',
    ],
  ];
  for (const [list, mapping] of rows) it(list, () => assert.deepEqual(phasesWith(list), phasesWith(mapping)));

  it('unless two of them have the same member', () => {
    const [problem] = problemsOf(documentOf(['httpRequest: { GET: [{ pattern: /a }, { pattern: /b }] }']));
    assert.match(problem?.message ?? '', /must be text, found a list/);
  });
});
