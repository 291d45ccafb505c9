import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { patternOf } from '../../../lib/import/draft/placeholders.ts';
import { accepted, imported, sample } from '../replay.ts';

const collection = (request: unknown, more: object = {}): string =>
  JSON.stringify({
    info: { name: 'c' },
    item: [
      { name: 'One', request },
      { name: 'Kept', request: 'http://localhost/kept' },
    ],
    ...more,
  });

function first(request: unknown, more: object = {}) {
  const { draft, text } = imported(collection(request, more), 'postman');
  accepted(text);
  const [one] = draft.requests;
  return { draft, line: `${one?.method} ${one?.target.origin} ${patternOf(one?.path ?? '')}`, request: one };
}

const variables = (values: Readonly<Record<string, string>>) => ({
  variable: Object.entries(values).map(([key, value]) => ({ key, value })),
});

describe('the address of a Postman request', () => {
  const rows: readonly [url: unknown, values: Readonly<Record<string, string>>, line: string][] = [
    ['localhost/a', {}, 'GET http://localhost /a'],
    ['{{base}}/a', { base: 'https://x.example/api/' }, 'GET https://x.example /api//a'],
    ['{{scheme}}://{{host}}:{{port}}/a', { scheme: 'https', host: 'h', port: '81' }, 'GET https://h:81 /a'],
    ['{{base}}/{{a}}', { base: 'http://{{host}}', host: 'h', a: 'x' }, 'GET http://h /${a}'],
    ['{{base}}/a', {}, 'GET http://localhost:8080 /a'],
    ['http://h/a?q={{q}}&r=1#top', { q: 'x' }, 'GET http://h /a?q=${urlencode:q}&r=1'],
    [{ protocol: 'https', host: ['x', 'y'], port: '8', path: ['a', 'b'] }, {}, 'GET https://x.y:8 /a/b'],
    [{ raw: 'http://h/:id', variable: [{ key: 'id', value: '' }] }, {}, 'GET http://h /${id}'],
    [
      {
        raw: 'http://h/a?x=1',
        query: [
          { key: 'x y', value: 'a&b' },
          { key: 'z', value: '%20' },
        ],
      },
      {},
      'GET http://h /a?x%20y=a%26b&z=%20',
    ],
    [
      {
        raw: 'http://h/a',
        query: [
          { key: 'flag', value: null },
          { key: 'empty', value: '' },
        ],
      },
      {},
      'GET http://h /a?flag&empty=',
    ],
    [
      {
        raw: 'http://h/a',
        query: [
          { key: 'a=b', value: "x+y,z:/?=100%20%'<é" },
          { key: '{{q}}+', value: '1' },
        ],
      },
      { q: 'x' },
      'GET http://h /a?a%3Db=x+y,z:/?=100%20%%27%3C%C3%A9&${urlencode:q}+=1',
    ],
    ['http:\\\\h\\a?b=\\', {}, 'GET http://h /a?b=\\'],
    [{ raw: ' ', protocol: 'https', host: ['x', 'y'], path: ['', 'a'] }, {}, 'GET https://x.y /a'],
    ['{{loop}}/a', { loop: 'http://{{loop}}' }, 'GET http://localhost:8080 /a'],
    [
      { raw: 'http://h/a?x=1', query: [{ key: '\ud83d', value: '\ude00' }] },
      {},
      'GET http://h /a?%EF%BF%BD=%EF%BF%BD',
    ],
  ];
  for (const [url, values, line] of rows) {
    it(`${JSON.stringify(url)} with ${JSON.stringify(values)}`, () => {
      assert.equal(first({ method: 'GET', url }, variables(values)).line, line);
    });
  }

  it('has no secret of a path variable in the document', () => {
    const token = 'eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.c2lnbmF0dXJl';
    const { draft, text } = imported(
      collection({
        url: {
          raw: 'http://h/:token/:id/:apiKey/:page',
          variable: Object.entries({ token: 'hunter2', id: token, apiKey: '', page: '7' }).map(
            ([key, value]) => ({ key, value }),
          ),
        },
      }),
      'postman',
    );
    assert.doesNotMatch(text, /hunter2|eyJ/);
    assert.match(text, /!param PAGE 7\n/);
    assert.deepEqual(
      [...draft.secrets.values()],
      [["path variable 'token'"], ["path variable 'id'"], ["path variable 'apiKey'"]],
    );
  });
});

describe('the variables of a Postman collection', () => {
  it('without a value are reported once each, and are secrets when they look like one', () => {
    const url = (path: string) => ({
      name: path,
      request: { method: 'GET', url: `{{host}}/${path}/{{empty}}?k={{token}}` },
    });
    const variable = [
      { key: 'empty', value: '' },
      { key: 'token', value: 'hunter2' },
      { key: 'off', value: 'x', disabled: true },
      { key: 'hidden', value: 'hunter3', type: 'secret' },
      { id: 'old', value: 'o' },
    ];
    const more = { name: 'more', request: 'http://localhost/{{off}}/{{hidden}}/{{old}}/{{$randomInt}}' };
    const wrong = { name: 'wrong', request: 'http://localhost/{{$randomColor}}' };
    const { draft, text } = imported(
      JSON.stringify({ info: { name: 'c' }, item: [url('a'), url('b'), more, wrong], variable }),
      'postman',
    );
    assert.doesNotMatch(text, /hunter/);
    assert.deepEqual([...draft.secrets.values()], [["variable 'token'"], ["variable 'hidden'"]]);
    const report = (what: RegExp) => draft.warnings.filter((warning) => what.test(warning)).length;
    assert.deepEqual(
      [
        /^variable 'host' is a host without a value/,
        /^variable 'empty' has no value/,
        /^variable 'off' has no value/,
        /'old'/,
      ].map(report),
      [1, 1, 1, 0],
    );
    assert.equal(
      report(
        /^.*wrong.* is not imported: the dynamic variable \{\{\$randomColor\}\} is not supported; use a variable of the collection, or /,
      ),
      1,
    );
    assert.equal(draft.requests.length, 3);
    accepted(text);
  });
});

describe('a Postman collection with more than requests', () => {
  it('fills in variables of variables, nine deep', () => {
    const chain = (depth: number) =>
      variables(
        Object.fromEntries(
          Array.from({ length: depth }, (_, at) => [
            `v${at}`,
            at === depth - 1 ? 'h.example' : `{{v${at + 1}}}`,
          ]),
        ),
      );
    assert.equal(first({ method: 'GET', url: '{{v0}}/a' }, chain(9)).line, 'GET http://h.example /a');
    assert.equal(first({ method: 'GET', url: '{{v0}}/a' }, chain(10)).line, 'GET http://localhost:8080 /a');
  });

  it('states that one script is left out', () => {
    const exec = ['pm.test()'];
    const item = { name: 'One', request: 'http://localhost/', event: [{ listen: 'test', script: { exec } }] };
    const { draft } = imported(JSON.stringify({ info: { name: 'c' }, item: [item] }), 'postman');
    assert.equal(draft.warnings.length, 1);
    assert.match(draft.warnings[0] ?? '', /script/);
  });
});

describe('a Postman collection', () => {
  it('lets its requests in as it does itself, without keeping how', () => {
    const auth = (type: string, fields: Readonly<Record<string, string>>) => ({
      url: 'http://localhost/',
      auth: { type, [type]: Object.entries(fields).map(([key, value]) => ({ key, value })) },
    });
    const rows: readonly [request: object, header: string, value: string][] = [
      [auth('basic', { username: 'ann', password: 'pw' }), 'authorization', '${authorization}'],
      [auth('bearer', { token: 'abc' }), 'authorization', '${authorization}'],
      [auth('bearer', { token: '{{session}}' }), 'authorization', 'Bearer ${session}'],
      [auth('oauth2', { accessToken: 'abc', headerPrefix: 'Token' }), 'authorization', '${authorization}'],
      [auth('apikey', { key: 'X-Key', value: 'abc', in: 'header' }), 'X-Key', '${xKey}'],
      [
        { url: 'http://localhost/', auth: { type: 'basic', basic: { username: 'ann', password: 'pw' } } },
        'authorization',
        '${authorization}',
      ],
    ];
    for (const [request, name, value] of rows) {
      const { request: one, draft } = first(request);
      assert.deepEqual(
        one?.headers.map(([key, text]) => [key, patternOf(text)]),
        [[name, value]],
      );
      assert.equal(draft.secrets.size, 1);
    }
    const { line } = first(auth('apikey', { key: 'k', value: '{{key}}', in: 'query' }));
    assert.equal(line, 'GET http://localhost /?k=${urlencode:key}');
    const inQuery = first(auth('oauth2', { accessToken: 'abc', addTokenTo: 'queryParams' }));
    assert.equal(inQuery.line, 'GET http://localhost /?access_token=${urlencode:accessToken}');
    assert.deepEqual([...inQuery.draft.secrets], [['ACCESS_TOKEN', ['OAuth 2']]]);
  });

  it('keeps secret variables out of the document, by their name, type or value', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl';
    const given = {
      variable: [
        { key: 'plain', value: 'fine' },
        { key: 'maxTokens', value: '100' },
        { key: 'dbPassword', value: 's1' },
        { key: 'hidden', value: 's2', type: 'secret' },
        { key: 'who', value: token },
      ],
    };
    const url = 'http://localhost/{{plain}}?a={{dbPassword}}&b={{hidden}}&c={{who}}&d={{maxTokens}}';
    const { text, draft } = imported(collection({ url }, given));
    assert.doesNotMatch(text, /s1|s2|eyJ/);
    assert.match(text, /!param PLAIN fine/);
    assert.match(text, /!param MAX_TOKENS 100/);
    assert.deepEqual([...draft.secrets.keys()], ['DB_PASSWORD', 'HIDDEN', 'WHO']);
  });

  it('sends GraphQL, version 2.0 headers and random numbers', () => {
    const body = { mode: 'graphql', graphql: { query: '{a}', variables: '{"n": 1}' } };
    const { request, draft } = first({
      method: 'POST',
      url: 'http://localhost/{{$randomInt}}',
      header: 'A: b:c\r\nB: d',
      body,
    });
    assert.equal(request?.body, '{"query":"{a}","variables":{"n":1}}');
    assert.deepEqual(request?.headers, [
      ['A', 'b:c'],
      ['B', 'd'],
      ['content-type', 'application/json'],
    ]);
    assert.deepEqual([...draft.variables.values()], [{ kind: 'integer', min: 0, max: 1000 }]);
  });

  it('with a time or a random boolean of Postman has it before each request', () => {
    const url = 'http://localhost/{{$timestamp}}/{{$isoTimestamp}}/{{$randomBoolean}}';
    const { draft, text } = imported(collection({ url }));
    assert.deepEqual(draft.warnings, []);
    accepted(text);
    const steps = text.slice(text.indexOf('- timestamp: timestamp'), text.indexOf('- httpRequest'));
    assert.deepEqual(parse(steps.replace(/^ {14}/gm, '')), [
      { timestamp: 'timestamp' },
      { template: { pattern: '${replace/...$//:timestamp}', toVar: 'timestamp' } },
      { timestamp: { toVar: 'isoTimestamp', pattern: "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'" } },
      { randomItem: { toVar: 'randomBoolean', list: ['true', 'false'] } },
    ]);
  });

  it('with a random id of Postman draws one for each request', () => {
    for (const name of ['$guid', '$randomUUID']) {
      const item = [{ name: 'a', request: { url: `http://localhost/{{${name}}}` } }];
      const { draft, text } = imported(JSON.stringify({ info: { name: 'c' }, item }), 'postman');
      assert.deepEqual(draft.warnings, []);
      assert.match(text, /- randomUUID: uuid\n/);
      accepted(text);
    }
  });

  it('with a file as its body sends the file', () => {
    const body = { mode: 'file', file: { src: 'orders/one.json' } };
    const { draft, text } = imported(collection({ method: 'PUT', url: 'http://localhost/o', body }));
    assert.deepEqual(draft.warnings, []);
    assert.match(text, /body:\n +fromFile: orders\/one\.json\n/);
    const old = { mode: 'file', file: { content: 'abc' } };
    const { draft: kept } = imported(collection({ method: 'PUT', url: 'http://localhost/o', body: old }));
    assert.equal(kept.requests.find(({ path }) => path === '/o')?.body, 'abc');
  });

  it('sends a body and its type only where Postman does', () => {
    const raw = (language?: string) => ({ mode: 'raw', raw: 'a', options: { raw: { language } } });
    const rows: readonly [method: string, body: object, types: readonly string[]][] = [
      ['POST', raw(), ['text/plain']],
      ['POST', raw('javascript'), ['application/javascript']],
      ['POST', { mode: 'raw', raw: '' }, []],
      ['POST', { mode: 'urlencoded', urlencoded: [] }, []],
      ['POST', { mode: 'formdata', formdata: [{ key: 'a', value: '1', disabled: true }] }, []],
      ['GET', raw('json'), []],
      ['HEAD', raw('json'), []],
      ['DELETE', raw('json'), ['application/json']],
    ];
    for (const [method, body, types] of rows) {
      const { request } = first({ method, url: 'http://localhost/', body });
      assert.deepEqual(
        [request?.headers.map(([, type]) => type), request?.body !== undefined],
        [types, types.length > 0],
        JSON.stringify([method, body]),
      );
    }
    const get = { method: 'GET', url: 'http://localhost/', body: raw('json') };
    const settings = { protocolProfileBehavior: { disableBodyPruning: true } };
    assert.equal(first(get, settings).request?.body, 'a');
    const graphql = { query: '{a}', operationName: 'A' };
    const { request } = first({
      method: 'POST',
      url: 'http://localhost/',
      body: { mode: 'graphql', graphql },
    });
    assert.equal(request?.body, JSON.stringify(graphql));
  });

  it('follows redirects, except where the collection switches them off', () => {
    const { text } = imported(collection({ url: 'http://localhost/a' }), 'postman');
    assert.match(text, /^ergonomics:\n(.*\n)+? +followRedirect: LOCATION_ONLY/m);
    const folder = (item: object) =>
      JSON.stringify({
        item: [{ name: 'F', protocolProfileBehavior: { followRedirects: false }, item: [item] }],
      });
    const request = 'http://localhost/a';
    assert.doesNotMatch(imported(folder({ request })).text, /followRedirect/);
    const own = { protocolProfileBehavior: { followRedirects: true } };
    assert.match(imported(folder({ request, ...own })).text, /followRedirect/);
  });

  it('reads a name of 50,000 blanks without an end', () => {
    const url = `http://localhost/{{${' '.repeat(50_000)}`;
    assert.equal(first({ url }).draft.requests.length, 2);
  });

  it('leaves out values of variables that repeat each other to a size without bound', () => {
    const repeated = variables({ a: '{{b}}'.repeat(1000), b: '{{a}}'.repeat(1000) });
    assert.match(
      first({ url: 'http://localhost/{{a}}' }, repeated).draft.warnings.join('\n'),
      /its variable \{\{[ab]\}\} has more than 10000000 characters with the variables in it/,
    );
  });

  const leftOut: readonly [request: object, reason: RegExp][] = [
    [{ url: 'http://localhost/{{$randomColor}}' }, /dynamic variable \{\{\$randomColor\}\} is not supported/],
    [{ url: 'http://localhost/', auth: { type: 'hawk' } }, /authentication 'hawk' is not supported/],
    [
      { method: 'PUT', url: 'http://localhost/', body: { mode: 'file', file: { src: null } } },
      /its body is a file that the collection does not name; choose it again in Postman/,
    ],
    [
      { method: 'POST', url: 'http://localhost/', body: { mode: 'graphql', graphql: { variables: '{' } } },
      /GraphQL variables are not JSON/,
    ],
    [{ url: 'http://' }, /there is no host name/],
    [{}, /there is no host name/],
  ];
  for (const [request, reason] of leftOut) {
    it(`leaves out by name and reason: ${reason.source}`, () => {
      const { draft } = imported(collection(request));
      assert.deepEqual(
        draft.requests.map(({ path }) => path),
        ['/kept'],
      );
      assert.match(draft.warnings.join('\n'), /^'One' is not imported: /);
      assert.match(draft.warnings.join('\n'), reason);
    });
  }

  it('names its scripts and the variables without a value', () => {
    const { draft } = imported(sample('shop.postman_collection.json'));
    assert.match(
      draft.warnings.join('\n'),
      /the scripts of the collection, 'Search' are left out: Downpour does not run scripts/,
    );
    assert.match(draft.warnings.join('\n'), /variable 'shop' has no value in the collection/);
  });
});
