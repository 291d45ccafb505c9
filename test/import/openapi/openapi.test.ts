import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stringify } from 'yaml';
import { accepted, imported, sample } from '../replay.ts';

type Operation = Readonly<Record<string, unknown>>;

const described = (operation: Operation, more: object = {}, method = 'get', path = '/x/{id}'): string =>
  stringify(
    {
      openapi: '3.0.3',
      servers: [{ url: 'http://localhost/base/' }],
      paths: { '/kept': { get: {} }, [path]: { [method]: operation } },
      ...more,
    },
    { aliasDuplicateObjects: false },
  );

const parameter = (location: string, name: string, schema: object, more: object = {}) => ({
  in: location,
  name,
  schema,
  required: location === 'path',
  ...more,
});

describe('a sample that may not fit its schema', () => {
  it('gives a warning with the operation, and prints nothing', (t) => {
    const printed = t.mock.method(console, 'warn', () => {});
    const mixed = { allOf: [{ type: 'string' }, { type: 'integer' }] };
    const description = described({ parameters: [parameter('query', 'q', mixed, { required: true })] });
    const { draft } = imported(description.replace('/x/{id}', '/x'));
    assert.deepEqual(draft.warnings, [
      "GET /x has a sample that may not fit its schema, so check it: allOf: schemas with different types can't be merged",
    ]);
    assert.equal(printed.mock.callCount(), 0);
  });

  it('gives a warning for each text that does not match its pattern', () => {
    const text = (pattern: string, more: object = {}) => ({ type: 'string', pattern, ...more });
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/place' },
        { $ref: '#/components/schemas/again' },
        { type: 'object', properties: { tags: { type: 'array', items: text('^#') } } },
      ],
    };
    const place = {
      type: 'object',
      properties: {
        zip: text('^\\d{5}$'),
        city: text('^[a-z]+$'),
        land: { oneOf: [text('^[A-Z]{2}$', { example: 'DE' }), text('^\\d{3}$')] },
        long: text('^s', { minLength: 17 }),
        name: text('(?<a'),
        hard: text(`^((((a|a)|(a|a))|((a|a)|(a|a)))+)+$`, { example: `${'a'.repeat(15)}!` }),
      },
    };
    const again = { allOf: [{ $ref: '#/components/schemas/again' }, { $ref: '#/components/schemas/again' }] };
    const operation = {
      parameters: [parameter('query', 'lang', text('^..$'), { required: true })],
      requestBody: { content: { 'application/json': { schema } } },
    };
    const { draft } = imported(
      described(operation, { components: { schemas: { place, again } } }, 'post', '/x'),
      undefined,
      true,
    );
    assert.deepEqual(
      draft.warnings.map((warning) => /check it: (.+)$/.exec(warning)?.[1]),
      [
        "'string' does not match the pattern of lang",
        "'string' does not match the pattern of zip",
        "'stringstringstrin' does not match the pattern of long",
        "'string' does not match the pattern of name",
        "'aaaaaaaaaaaaaaa!' does not match the pattern of hard",
        "'string' does not match the pattern of tags",
      ],
    );
  });
});

describe('a parameter of an OpenAPI description', () => {
  const id = parameter('path', 'id', { type: 'string', default: 'a' });
  const rows: readonly [name: string, parameter: object, path: string, variable?: object][] = [
    [
      'an integer range, 3.0',
      parameter('query', 'n', { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9 }),
      '?n={n}',
      { kind: 'integer', min: 2, max: 9 },
    ],
    [
      'an integer range, 3.1',
      parameter('query', 'n', { type: ['integer', 'null'], exclusiveMinimum: 0, exclusiveMaximum: 10 }),
      '?n={n}',
      { kind: 'integer', min: 1, max: 9 },
    ],
    [
      'a range beyond 32 bits',
      parameter('query', 'n', { type: 'integer', minimum: 0, maximum: 1e15 }),
      '?n={n}',
      { kind: 'integer', min: 0, max: 2 ** 31 - 1 },
    ],
    ['half a range', parameter('query', 'n', { type: 'integer', minimum: 4 }), ''],
    [
      'a required one without anything',
      parameter('query', 'n', { type: 'integer', minimum: 4 }, { required: true }),
      '?n={n}',
      { kind: 'parameter', parameter: 'N', fallback: '4' },
    ],
    [
      'an enum',
      parameter('query', 'c', { enum: ['r', 'g b'] }),
      '?c={c}',
      { kind: 'item', list: ['r', 'g b'] },
    ],
    [
      'an enum of one',
      parameter('query', 'c', { enum: ['r'] }),
      '?c={c}',
      { kind: 'parameter', parameter: 'C', fallback: 'r' },
    ],
    [
      'an example',
      parameter('query', 'c', {}, { examples: { one: { value: 7 } } }),
      '?c={c}',
      { kind: 'parameter', parameter: 'C', fallback: '7' },
    ],
    ['a list, exploded', parameter('query', 'c', { type: 'array' }, { example: ['a b', 1] }), '?c=a%20b&c=1'],
    [
      'a list, joined',
      parameter('query', 'c', { type: 'array' }, { example: ['a,b', 1], explode: false }),
      '?c=a%2Cb,1',
    ],
    [
      'a list, joined by blanks',
      parameter('query', 'c', {}, { example: ['a b', 1], explode: false, style: 'spaceDelimited' }),
      '?c=a%20b%201',
    ],
    [
      'a list, joined by bars',
      parameter('query', 'c', {}, { example: ['a|b', 1], explode: false, style: 'pipeDelimited' }),
      '?c=a%7Cb%7C1',
    ],
    ['an object', parameter('query', 'c', {}, { example: { a: 1, 'b&': '' } }), '?a={a}&b%26={b}'],
    [
      'an object below its name',
      parameter('query', 'c', {}, { example: { a: 1 }, style: 'deepObject' }),
      '?c%5Ba%5D={cA}',
      { kind: 'parameter', parameter: 'C_A', fallback: '1' },
    ],
    ['an optional object, joined', parameter('query', 'c', {}, { example: { a: 1 }, explode: false }), ''],
    ['an optional object of objects', parameter('query', 'c', {}, { example: { a: {} } }), ''],
    ['an optional secret', parameter('query', 'api_key', { type: 'string', example: 'k' }), ''],
    [
      'a number of tokens, which is not a secret',
      parameter('query', 'max_tokens', { type: 'integer', example: 64 }),
      '?max_tokens={maxTokens}',
      { kind: 'parameter', parameter: 'MAX_TOKENS', fallback: '64' },
    ],
    ['tokens as text', parameter('query', 'tokens', { type: 'string', example: 'a' }), ''],
  ];
  for (const [name, row, query, variable] of rows) {
    it(name, () => {
      const { draft, text } = imported(described({ parameters: [id, row] }));
      const path = draft.requests[1]?.path.replace(/\uFDD0(?:urlencode:)?/g, '{').replaceAll('\uFDD1', '}');
      assert.equal(path, `/base/x/{id}${query}`);
      if (variable !== undefined) assert.deepEqual([...draft.variables.values()].at(-1), variable);
      accepted(text);
    });
  }

  const list = { example: ['a b', 'c/d'] };
  const styles: readonly (readonly [style: object, path: string])[] = [
    [{}, '/a%20b,c%2Fd'],
    [{ style: 'simple', explode: true }, '/a%20b,c%2Fd'],
    [{ style: 'matrix' }, '/;p=a%20b,c%2Fd'],
    [{ style: 'matrix', explode: true }, '/;p=a%20b;p=c%2Fd'],
    [{ style: 'label', explode: true }, '/.a%20b.c%2Fd'],
    [{ style: 'label' }, '/.a%20b,c%2Fd'],
  ];
  for (const [style, path] of styles)
    it(`writes values of a path in their style: ${JSON.stringify(style)}`, () => {
      const p = parameter('path', 'p', { type: 'array' }, { ...list, ...style });
      const { draft, text } = imported(described({ parameters: [p] }, {}, 'get', '/{p}'));
      assert.equal(draft.requests[1]?.path, `/base${path}`);
      accepted(text);
    });

  it('keeps the sign of a path before a single value, which is encoded', () => {
    const one = parameter('path', 'p', { type: 'string' }, { style: 'matrix', example: 'a/b c' });
    const { draft } = imported(described({ parameters: [one] }, {}, 'get', '/{p}'));
    assert.equal(draft.requests[1]?.path, '/base/;p=\uFDD0p\uFDD1');
    assert.deepEqual(draft.variables.get('p'), { kind: 'parameter', parameter: 'P', fallback: 'a%2Fb%20c' });
  });

  for (const [style, query] of [
    ['pipeDelimited', '?p=a%20b%7Cc%2Fd'],
    ['spaceDelimited', '?p=a%20b%20c%2Fd'],
    ['form', '?p=a%20b&p=c%2Fd'],
  ] as const)
    it(`writes values of a query in their style: ${style}`, () => {
      const p = parameter('query', 'p', { type: 'array' }, { ...list, style });
      const { draft } = imported(described({ parameters: [id, p] }));
      assert.ok(draft.requests[1]?.path.endsWith(query), draft.requests[1]?.path);
    });

  it('repeats the name of a form field for each item of a list', () => {
    const content = { 'application/x-www-form-urlencoded': { example: { u: 'a b', n: [1, 2] } } };
    const { draft } = imported(described({ requestBody: { content } }, {}, 'post', '/f'), 'openapi', true);
    assert.equal(draft.requests.find(({ method }) => method === 'POST')?.body, 'u=a+b&n=1&n=2');
  });

  it('names methods of OpenAPI 3.2 that no request can have', () => {
    const more = { query: {}, additionalOperations: { COPY: {} } };
    const item = { ...more, get: {}, parameters: [parameter('path', 'id', { enum: ['a'] })] };
    const { draft } = imported(described({}, { openapi: '3.2.0', paths: { '/x/{id}': item } }));
    assert.deepEqual(
      draft.warnings,
      ['QUERY', 'COPY'].map(
        (name) => `${name} /x/{id} is not imported: the method '${name}' is not supported`,
      ),
    );
  });

  it('sends the example of a body in XML', () => {
    const content = { 'application/soap+xml': { example: '<a/>' } };
    const { draft } = imported(described({ requestBody: { content } }, {}, 'post', '/x'), 'openapi', true);
    const sent = draft.requests.find(({ method }) => method === 'POST');
    assert.deepEqual([sent?.headers, sent?.body], [[['content-type', 'application/soap+xml']], '<a/>']);
  });

  it('overrides the parameter of the path by that of the operation', () => {
    const item = {
      parameters: [parameter('path', 'id', { enum: ['a', 'b'] })],
      get: { parameters: [parameter('path', 'id', { enum: ['c/d', 'e'] })] },
    };
    const { draft } = imported(described({}, { paths: { '/x/{id}': item } }));
    assert.deepEqual(draft.variables.get('id'), { kind: 'item', list: ['c%2Fd', 'e'] });
  });
});

describe('an operation that cannot be called is left out, with name and reason', () => {
  const id = parameter('path', 'id', { type: 'integer' });
  const body = (content: object) => ({ parameters: [id], requestBody: { content } });
  /** Each schema has the next one twice, so a sample would have 2^40 parts. */
  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => {
      const next = { $ref: `#/components/schemas/s${n + 1}` };
      return [`s${n}`, { allOf: [next, next] }];
    }),
  );
  const rows: readonly [operation: Operation, reason: RegExp, more?: object][] = [
    [{}, /its path has \{id\}, which no parameter describes/],
    [{ parameters: [{ $ref: 'other.yaml#/x' }] }, /\$ref 'other\.yaml#\/x' leads out of this file/],
    [{ parameters: [{ $ref: 'https://localhost/x' }] }, /leads out of this file/],
    [{ parameters: [{ $ref: '#/components/nowhere' }] }, /leads nowhere/],
    [
      { parameters: [{ $ref: '#/components/a' }] },
      /leads in a circle/,
      { components: { a: { $ref: '#/components/a' } } },
    ],
    [
      body({ 'multipart/mixed': {} }),
      /its body has multipart\/mixed; Downpour can send JSON, forms and text/,
    ],
    [
      { parameters: [id], security: [{ tls: [] }] },
      /authentication 'tls' \(mutualTLS\), which is not supported/,
      { components: { securitySchemes: { tls: { type: 'mutualTLS' } } } },
    ],
    [
      {
        parameters: [id, parameter('query', 'o', { type: 'object' }, { required: true, example: {} })],
      },
      /'o' has an object as its value/,
    ],
    [
      { parameters: [id], servers: [{ url: 'ftp://localhost' }] },
      /the server 'ftp:\/\/localhost' of the description cannot be used/,
    ],
    [body({ 'application/xml': {} }), /its body is application\/xml, and its example is not a text/],
    [body({ 'text/xml': { example: { a: 1 } } }), /its body is text\/xml, and its example is not a text/],
    [
      {
        parameters: [id],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/nowhere' } } } },
      },
      /no sample can be made from its schema/,
    ],
    [
      body({ 'application/json': { schema: { type: 'array', minItems: 1e9, items: { type: 'number' } } } }),
      /no sample can be made from its schema: the sample would have more than 10000 values/,
    ],
    [
      body({ 'application/json': { schema: { $ref: '#/components/schemas/s0' } } }),
      /more than 10000 values/,
      { components: { schemas: { ...doubled, s40: { type: 'object' } } } },
    ],
  ];
  for (const [operation, reason, more] of rows) {
    it(reason.source, () => {
      const { draft } = imported(described(operation, more));
      assert.deepEqual(
        draft.requests.map(({ path }) => path),
        ['/base/kept'],
      );
      assert.match(draft.warnings[0] ?? '', /^GET \/x\/\{id\} is not imported: /);
      assert.match(draft.warnings[0] ?? '', reason);
    });
  }

  it('and operations that may change data are named', () => {
    const { draft } = imported(sample('shop.openapi.yaml'));
    assert.match(
      draft.warnings.at(-1) ?? '',
      /^3 operations that may change data are left out \(POST \/products, DELETE .*\); --all keeps them$/,
    );
  });
});

it('operations that change no data and return none are left out for their own reason', () => {
  const paths = { '/x': { get: {}, options: {}, trace: {}, post: {} } };
  const { draft } = imported(described({}, { servers: [{ url: 'http://a.example' }], paths }));
  assert.deepEqual(draft.warnings, [
    '1 operation that only describes what the server allows is left out (OPTIONS /x); --all keeps them',
    '1 operation that may change data is left out (POST /x); --all keeps them',
    '1 operation that only echoes the request is left out (TRACE /x); --all keeps them',
  ]);
  const all = imported(described({}, { servers: [{ url: 'http://a.example' }], paths }), 'openapi', true);
  assert.equal(all.draft.requests.length, 4);
});

describe('an OpenAPI description', () => {
  it('without a host goes to this machine, and reports it', () => {
    const { draft } = imported(described({}, { servers: [{ url: '/v2' }], paths: { '/x': { get: {} } } }));
    assert.equal(draft.targets[0]?.origin, 'http://localhost:8080');
    assert.equal(draft.requests[0]?.path, '/v2/x');
    assert.match(
      draft.warnings[0] ?? '',
      /^no server has a host, so the load goes to http:\/\/localhost:8080/,
    );
  });

  it('may be JSON', () => {
    const source = JSON.stringify({ openapi: '3.1.0', paths: { '/x': { get: {} } } });
    assert.equal(imported(source).draft.requests[0]?.metric, 'GET /x');
  });

  const addresses: readonly [path: string, server: string, address: string][] = [
    ['/a?b=c', 'http://localhost/v1', 'http://localhost /v1/a?b=c&q=1'],
    ['/#action', 'http://localhost', 'http://localhost /?q=1'],
    ['.example/x', 'http://localhost', 'http://localhost /.example/x?q=1'],
    ['/x', 'http://localhost/v1/?k=1#top', 'http://localhost /v1/x?q=1'],
    ['/x', '//localhost/v1', 'https://localhost /v1/x?q=1'],
  ];
  for (const [path, url, address] of addresses) {
    it(`with the path ${path} at ${url} calls ${address}`, () => {
      const operation = { parameters: [parameter('query', 'q', { enum: ['1'] }, { required: true })] };
      const { draft } = imported(
        described({}, { servers: [{ url }], paths: { [path]: { get: operation } } }),
      );
      const [request] = draft.requests;
      assert.equal(`${request?.target.origin} ${request?.path.replace(/\uFDD0.*\uFDD1/, '1')}`, address);
    });
  }

  it('gives bodies from examples, from schemas that refer to themselves, and as forms', () => {
    const tree = {
      type: 'object',
      properties: { name: { type: 'string', example: 'n' }, child: { $ref: '#/components/schemas/tree' } },
    };
    const of = (content: object) =>
      imported(
        described({ requestBody: { content } }, { components: { schemas: { tree } } }, 'post', '/x'),
        'openapi',
        true,
      ).draft.requests[1];
    assert.equal(of({ 'application/json': { example: { a: 1 } } })?.body, '{\n  "a": 1\n}');
    assert.equal(
      JSON.parse(
        of({ 'application/vnd.x+json': { schema: { $ref: '#/components/schemas/tree' } } })?.body ?? '',
      ).name,
      'n',
    );
    const form = of({ 'application/x-www-form-urlencoded': { example: { a: 'x y', b: [1] } } });
    assert.equal(form?.body, 'a=x+y&b=1');
    assert.deepEqual(of({ '*/*': { example: [1] } })?.headers, [['content-type', 'application/json']]);
    assert.deepEqual(form?.headers, [['content-type', 'application/x-www-form-urlencoded']]);
  });

  it('keeps every digit of the integers in examples, and takes those of bounds as they are', () => {
    const schema = {
      type: 'object',
      required: ['id', 'least', 'more'],
      properties: {
        id: { type: 'integer', example: '{id}' },
        least: { type: 'integer', format: 'int64', minimum: '{least}', maximum: '{most}' },
        more: { type: 'integer', minimum: '{more}' },
      },
    };
    const text = described(
      {
        parameters: [parameter('query', 'n', { type: 'integer', example: '{id}' })],
        requestBody: { content: { 'application/json': { schema } } },
      },
      {},
      'post',
      '/x',
    )
      .replaceAll('"{id}"', '9007199254740993')
      .replaceAll('"{more}"', '9007199254740994')
      .replaceAll('"{least}"', '-9223372036854775808')
      .replaceAll('"{most}"', '9223372036854775807');
    const { draft } = imported(text, 'openapi', true);
    const body = draft.requests.find(({ method }) => method === 'POST')?.body ?? '';
    assert.match(body, /"id": 9007199254740993,/);
    assert.match(body, /"least": -9223372036854775808,/);
    assert.match(body, /"more": 9007199254740994\b/);
  });

  it('takes over the members of a merged mapping, and keeps its own', () => {
    const common = 'x: &x {parameters: [{name: q, in: query, required: true, schema: {enum: [a]}}]}';
    const paths = 'paths: {/x: {get: {parameters: [], <<: *x}}, /y: {get: {<<: [{}, *x]}}}';
    const { draft } = imported(`openapi: 3.1.0\n${common}\n${paths}`);
    assert.deepEqual(
      draft.requests.map(({ path }) => path.replace(/=.*/s, '')),
      ['/x', '/y?q'],
    );
  });

  it('with aliases that would fill the memory is refused', () => {
    const lines = ['openapi: 3.1.0', 'a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 9; n += 1)
      lines.push(
        `a${n}: &a${n} [${Array(9)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
      );
    assert.throws(
      () => imported([...lines, 'paths: {/x: {get: {}}}'].join('\n')),
      /this YAML cannot be read: Excessive alias count/,
    );
  });
});

describe('cookies of an OpenAPI description', () => {
  const scheme = {
    components: { securitySchemes: { login: { type: 'apiKey', in: 'cookie', name: 'JSESSIONID' } } },
  };

  it('keep their names and examples, and the printed command gives what the document takes', () => {
    const operation = {
      parameters: [
        parameter('path', 'id', { type: 'string', default: 'a' }),
        parameter('cookie', 'sid', { type: 'string' }, { required: true }),
        parameter('cookie', 'theme', { type: 'string' }, { example: 'dark' }),
        parameter('cookie', 'size', { type: 'string', enum: ['s', 'm'] }),
      ],
      security: [{ login: [] }],
    };
    const { draft, text } = imported(described(operation, scheme));
    const cookie = draft.requests.flatMap(({ headers }) => headers).find(([name]) => name === 'cookie')?.[1];
    assert.equal(
      cookie?.replaceAll(/\uFDD0|\uFDD1/g, '|'),
      'sid=|sid|; theme=|theme|; size=|size|; JSESSIONID=|jsessionid|',
    );
    assert.deepEqual(draft.variables.get('theme'), {
      kind: 'parameter',
      parameter: 'THEME',
      fallback: 'dark',
    });
    assert.deepEqual([...draft.secrets.keys()], ['SID', 'JSESSIONID']);
    accepted(text, { SID: 'x', JSESSIONID: 'y', THEME: 'light' });
  });

  it('work alone as well', () => {
    for (const name of ['theme', 'token']) {
      const { text, draft } = imported(
        described({
          parameters: [
            parameter('path', 'id', { type: 'string', default: 'a' }),
            parameter('cookie', name, { type: 'string' }, { required: true, example: 'dark' }),
          ],
        }),
      );
      assert.match(text, new RegExp(`cookie: ${name}=`));
      accepted(text, Object.fromEntries([...draft.secrets.keys()].map((key) => [key, 'x'])));
    }
  });
});

it('50,000 braces and slashes without an end are read', () => {
  const { draft } = imported(
    described(
      {},
      { servers: [{ url: `http://localhost${'/'.repeat(50_000)}{b${'{a'.repeat(50_000)}` }] },
      'get',
      `/${'{a'.repeat(50_000)}`,
    ),
  );
  assert.equal(draft.requests.length, 2);
});
