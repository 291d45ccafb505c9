import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accepted, imported, sample } from '../replay.ts';

type Recorded = {
  readonly at: number;
  readonly url?: string;
  readonly time?: number;
  readonly page?: string;
  readonly more?: object;
  readonly request?: object;
};

/** A HAR file with these entries. Instants are in milliseconds. */
const har = (...entries: readonly Recorded[]): string =>
  JSON.stringify({
    log: {
      pages: [
        { id: 'p1', title: 'https://localhost/start?secret=1' },
        { id: 'p2', title: '产品 页面' },
      ],
      entries: entries.map(({ at, url = 'http://localhost/', time = 10, page = 'p1', more, request }) => ({
        pageref: page,
        startedDateTime: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
        time,
        request: { method: 'GET', url, headers: [], ...request },
        response: { status: 200, content: { mimeType: 'text/html' } },
        ...more,
      })),
    },
  });

const steps = (source: string): readonly string[] =>
  imported(source).draft.sequences.flatMap(({ name, steps: list }) =>
    list.map((step) => `${name} ${'thinkMs' in step ? step.thinkMs : step.request.path}`),
  );

describe('a HAR', () => {
  it('has its pages in the order of time, with the pauses between requests, rounded', () => {
    const source = har(
      { at: 9_000, url: 'http://localhost/c', page: 'p2' },
      { at: 0, url: 'http://localhost/a' },
      { at: 12, url: 'http://localhost/b', time: 1000 },
      { at: 500, url: 'http://localhost/during' },
      { at: 1_272, url: 'http://localhost/soon' },
      { at: 10_290, url: 'http://localhost/back' },
    );
    assert.deepEqual(steps(source), [
      'a /a',
      'a /b',
      'a /during',
      'a 300',
      'a /soon',
      '产品页面 7500',
      '产品页面 /c',
      'back 1500',
      'back /back',
    ]);
    assert.doesNotMatch(imported(source).text, /secret=1/);
    accepted(imported(source).text);
  });

  it('keeps the place of an entry whose time is absent or not a time', () => {
    const entry = (at: number, url: string, more: object) => ({ at, url: `http://localhost${url}`, more });
    const source = har(
      entry(0, '/first', { startedDateTime: '' }),
      entry(0, '/a', {}),
      entry(0, '/b', { startedDateTime: 'yesterday' }),
      entry(2_010, '/c', {}),
    );
    assert.deepEqual(steps(source), ['first /first', 'first /a', 'first /b', 'first 2000', 'first /c']);
    assert.deepEqual(imported(source).draft.warnings, []);
  });

  it('never makes anybody wait for half an hour', () => {
    const { draft, text } = imported(har({ at: 0 }, { at: 1_800_000, url: 'http://localhost/b' }));
    assert.deepEqual(draft.sequences[0]?.steps[1], { thinkMs: 30_000 });
    assert.equal(accepted(text).phases[0]?.maxDurationMs, 70_000, 'the last user has time for the pause');
    assert.match(
      draft.warnings[0] ?? '',
      /^the recorded pause of 1800 s before entry 2, GET http:\/\/localhost\/b was shortened to 30 s$/,
    );
  });

  it('keeps statuses that the browser saw, as they are no failures then', () => {
    const { text } = imported(har({ at: 0, more: { response: { status: 404, content: {} } } }));
    const [request] = accepted(text).phases[0]?.scenario?.sequences[0]?.steps ?? [];
    const body = request?.body as { onStatus: unknown; autoRangeCheck: boolean } | undefined;
    assert.deepEqual(
      [body?.onStatus, body?.autoRangeCheck],
      [[{ kind: 'range', body: { min: 404, max: 404 } }], false],
    );
  });

  it('leaves out a body that the browser sent compressed', () => {
    const request = {
      method: 'POST',
      headers: [{ name: 'Content-Encoding', value: 'gzip' }],
      postData: { mimeType: 'application/json', text: '{}' },
    };
    const { draft } = imported(har({ at: 0, request }, { at: 1, url: 'http://localhost/kept' }));
    assert.deepEqual(
      draft.requests.map(({ path }) => path),
      ['/kept'],
    );
    assert.match(draft.warnings[0] ?? '', /^entry 1, .* is not imported: its body was sent compressed/);
  });

  it('leaves static resources out, reports how many, and keeps them with --all', () => {
    const some = imported(sample('shop.har'));
    assert.match(
      some.draft.warnings.find((warning) => /static/.test(warning)) ?? '',
      /^5 static resources are left out \(.*2 image.*\); --all keeps them$/,
    );
    const whole = imported(sample('shop.har'), 'har', true);
    assert.equal(whole.draft.requests.length, some.draft.requests.length + 5);
    const pages = har(
      {
        at: 0,
        url: 'http://localhost/x',
        more: { response: { status: 200, content: { mimeType: 'image/png' } } },
      },
      { at: 1, url: 'http://localhost/app.js?v=1', more: { response: { status: 200, content: {} } } },
      { at: 2, url: 'http://localhost/app.json' },
    );
    assert.deepEqual(steps(pages), ['appJson /app.json']);
  });

  it('names the other hosts that the document sends load to', () => {
    const [first, other, ...more] = Array.from({ length: 14 }, (_, at) => `https://h${at}.example/`);
    const visit = (urls: readonly (string | undefined)[]) =>
      imported(har(...urls.map((url, at) => ({ at, url })))).draft.warnings;
    assert.deepEqual(visit([first, other, first, other]), [
      'the document also sends load to h1.example (2 requests): before you run it, remove the requests to hosts that are not yours',
    ]);
    assert.deepEqual(visit([first, first]), []);
    assert.match(visit([first, other, ...more]).join(), /, h10\.example \(1 request\), 3 more: before/);
  });

  it('knows a static resource by what the browser calls it, else by its media type, else by its name', () => {
    const rows: readonly [resource: string | undefined, mimeType: string, path: string, kind: string][] = [
      ['Stylesheet', 'text/html', '/a', 'stylesheet'],
      ['other', 'image/png', '/a', 'image'],
      [undefined, 'IMAGE/svg+xml', '/a', 'image'],
      [undefined, 'font/woff2', '/a', 'font'],
      [undefined, 'audio/ogg', '/a', 'media'],
      [undefined, 'video/mp4', '/a', 'media'],
      [undefined, 'text/css; charset=utf-8', '/a', 'stylesheet'],
      [undefined, 'text/javascript', '/a', 'script'],
      [undefined, 'application/ECMAscript', '/a', 'script'],
      [undefined, 'application/octet-stream', '/a.woff2?v=1#x', 'image'],
      [undefined, '', '/a.JPEG', 'image'],
      ['Manifest', '', '/a', 'manifest'],
      ['TextTrack', '', '/a', 'texttrack'],
    ];
    for (const [_resourceType, mimeType, path, kind] of rows) {
      const response = { status: 200, content: { mimeType } };
      const entry = { at: 1, url: `http://localhost${path}`, more: { _resourceType, response } };
      const { draft } = imported(har({ at: 0, url: 'http://localhost/kept' }, entry));
      assert.deepEqual(
        draft.warnings,
        [`1 static resource is left out (1 ${kind}); --all keeps them`],
        `${_resourceType} ${mimeType} ${path}`,
      );
    }
    const others = [
      ['xhr', 'image/png', '/a.png'],
      ['Document', 'text/css', '/a'],
      ['other', 'text/html', '/a'],
      [undefined, 'x-image/png', '/a'],
      [undefined, 'text/html', '/a.png/b'],
    ] as const;
    for (const [_resourceType, mimeType, path] of others) {
      const response = { status: 200, content: { mimeType } };
      const source = har({ at: 0, url: `http://localhost${path}`, more: { _resourceType, response } });
      const { draft } = imported(source);
      assert.deepEqual(
        [draft.requests.length, draft.warnings],
        [1, []],
        `${_resourceType} ${mimeType} ${path}`,
      );
    }
  });

  it('sends the media type of a body, cookies and fields once', () => {
    const type = { name: 'Content-Type', value: 'text/plain' };
    const field = (name: string, value: string) => ({ name, value });
    const rows: readonly [
      request: object,
      headers: readonly (readonly [string, string])[],
      body: string | undefined,
    ][] = [
      [{ postData: { mimeType: 'text/plain', text: 'a' } }, [['content-type', 'text/plain']], 'a'],
      [
        { headers: [type], postData: { mimeType: 'text/html', text: 'a' } },
        [['Content-Type', 'text/plain']],
        'a',
      ],
      [{ postData: { mimeType: '', text: 'a' } }, [], 'a'],
      [{ postData: { text: 'a' } }, [], 'a'],
      [{ postData: { params: [field('a b', '1&2'), field('c', 'é')] } }, [], 'a%20b=1%262&c=%C3%A9'],
      [{ postData: { text: '', params: [field('a', '1')] } }, [], 'a=1'],
      [
        { postData: { params: [field('f%5B1%5D', 'x+%C3%A9 &'), field('g', '5%+')] } },
        [],
        'f%5B1%5D=x+%C3%A9%20%26&g=5%25%2B',
      ],
      [
        {
          postData: {
            mimeType: 'application/x-www-form-urlencoded; charset=utf-8',
            params: [field('a', '1')],
          },
        },
        [['content-type', 'application/x-www-form-urlencoded; charset=utf-8']],
        'a=1',
      ],
      [{ postData: { text: 'b', params: [field('a', '1')] } }, [], 'b'],
      [{}, [], undefined],
    ];
    for (const [request, headers, body] of rows) {
      const { draft } = imported(har({ at: 0, request: { method: 'POST', ...request } }));
      const [first] = draft.requests;
      assert.deepEqual([first?.headers, first?.body], [headers, body], JSON.stringify(request));
    }
  });

  const leftOut: readonly [name: string, entry: Partial<Recorded>, reason: RegExp][] = [
    ['a websocket', { url: 'wss://localhost/x' }, /Downpour does not support websockets/],
    ['an event stream', { more: { _resourceType: 'eventsource' } }, /it is an event stream/],
    ['data', { url: 'data:text/plain,x' }, /was not sent over HTTP/],
    ['what was blocked', { more: { response: { status: 0 } } }, /got no answer when it was recorded/],
    [
      'a CORS preflight of a browser that does not name it',
      { request: { method: 'OPTIONS', headers: [{ name: 'Access-Control-Request-Method', value: 'PUT' }] } },
      /browsers add this request by themselves/,
    ],
    [
      'a body that was not recorded',
      {
        request: {
          method: 'PUT',
          headers: [{ name: 'content-length', value: '1296' }],
          postData: { mimeType: 'image/png' },
        },
      },
      /its body of 1,296 bytes was not recorded/,
    ],
    [
      'a body of which a proxy recorded only the size',
      { request: { method: 'POST', bodySize: 1 } },
      /its body of 1 byte was not recorded/,
    ],
    [
      'fields below the type of JSON',
      {
        request: {
          method: 'POST',
          postData: { mimeType: 'application/json', params: [{ name: 'a', value: '1' }] },
        },
      },
      /its body was recorded as the fields of a form, but has the type application\/json/,
    ],
    [
      'a binary body',
      { request: { method: 'POST', postData: { mimeType: 'a/b', text: 'a\uFFFDb' } } },
      /body is binary/,
    ],
    [
      'a file without its content, as Chrome records it',
      {
        request: {
          method: 'POST',
          postData: {
            mimeType: 'multipart/form-data; boundary=--x',
            text: '----x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n----x\r\nContent-Disposition: form-data; name="f"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n\r\n----x--\r\n',
            params: [
              { name: 'a', value: '1' },
              { name: 'f', value: '(binary)' },
            ],
          },
        },
      },
      /its form uploads a file whose content was not recorded/,
    ],
    [
      'a wrong header',
      { request: { headers: [{ name: 'a b', value: 'x' }] } },
      /header 'a b' has characters/,
    ],
    [
      'a line end in a header',
      { request: { headers: [{ name: 'a', value: 'x\r\nb: c' }] } },
      /header 'a' has/,
    ],
    ['nonsense', { request: { url: 17 } }, /was not sent over HTTP/],
  ];
  for (const [name, entry, reason] of leftOut) {
    it(`leaves out ${name}, by name and reason`, () => {
      const { draft } = imported(har({ at: 0, url: 'http://localhost/kept' }, { at: 1, ...entry }));
      assert.deepEqual(
        draft.requests.map(({ path }) => path),
        ['/kept'],
      );
      assert.match(draft.warnings.join('\n'), /^entry 2, .+ is not imported: /);
      assert.match(draft.warnings.join('\n'), reason);
    });
  }

  it('takes requests that were never sent, with the query that only their list has', () => {
    const unsent = { response: undefined };
    const queryString = [
      { name: 'a b', value: '1&2' },
      { name: 'c', value: '' },
    ];
    const { draft } = imported(
      har(
        { at: 0, url: 'http://localhost/a#part', more: unsent, request: { queryString } },
        { at: 1, url: 'http://localhost/b?a=1', request: { queryString } },
      ),
    );
    assert.deepEqual(
      draft.requests.map(({ path }) => path),
      ['/a?a%20b=1%262&c=', '/b?a=1'],
    );
  });

  it('has nothing in it that belongs to the connection, and the same secret once', () => {
    const headers = [
      ...[':path', 'Connection', 'Content-Length', 'Transfer-Encoding', 'TE', 'Upgrade', 'Keep-Alive'],
      ...['Expect', 'Proxy-Connection', 'HTTP2-Settings'],
    ].map((name) => ({ name, value: 'x' }));
    headers.push({ name: 'Host', value: 'LOCALHOST:80' });
    const secret = { name: 'X-Api-Key', value: 'k1' };
    const source = har(
      { at: 0, request: { headers: [...headers, secret] } },
      { at: 1, request: { headers: [secret, { name: 'X-Api-Key', value: 'k2' }] } },
      { at: 2, request: { headers: [secret], cookies: [{ name: 'a', value: 'b' }] } },
    );
    const { draft } = imported(source);
    assert.deepEqual(
      draft.requests.map((request) => request.headers.map(([name]) => name)),
      [['X-Api-Key'], ['X-Api-Key'], ['X-Api-Key', 'cookie']],
    );
    assert.deepEqual([...draft.secrets.keys()], ['API_KEY', 'API_KEY2', 'COOKIE']);
  });

  it('reports secrets that a request found in an earlier response', () => {
    const token = 'c2VjcmV0IHRva2VuIQ/+==';
    const login = (text: string, encoding?: string) => ({
      at: 0,
      url: 'http://localhost/login?a=1',
      more: { response: { status: 200, content: { mimeType: 'application/json', text, encoding } } },
    });
    const list = (value: string) => ({ at: 50, request: { headers: [{ name: 'Authorization', value }] } });
    const warnings = (...entries: readonly Recorded[]) => imported(har(...entries)).draft.warnings;
    const answer = JSON.stringify({ user: 7, token });
    for (const first of [login(answer), login(Buffer.from(answer).toString('base64'), 'base64')])
      assert.deepEqual(
        warnings(first, list(`Bearer ${token}`), list(`Bearer ${token}`)).map((each) => each.split(',', 3)),
        [
          [
            'the response to entry 1',
            " GET http://localhost/login contained the secret AUTHORIZATION (header 'authorization'",
            " as 'Bearer ...')",
          ],
        ],
      );
    assert.deepEqual(warnings(login(answer), list('Bearer c2VjcmV0IHRva2Vu')), []);
    assert.deepEqual(warnings(login('short'), list('Bearer short')), []);
    assert.deepEqual(warnings({ ...login(answer), at: 90 }, list(`Bearer ${token}`)), []);
    const script = {
      ...login(answer),
      url: 'http://localhost/app.js',
      more: { _resourceType: 'script', ...login(answer).more },
    };
    assert.deepEqual(imported(har(script, list(`Bearer ${token}`)), 'har', true).draft.warnings, []);
  });

  it('writes headers that come again once, and each request still sends them', () => {
    const headers = [
      { name: 'accept', value: 'a' },
      { name: 'user-agent', value: 'b' },
    ];
    const { text } = imported(
      har({ at: 0, request: { headers } }, { at: 1, request: { headers } }, { at: 2 }),
    );
    assert.equal(text.match(/user-agent: b/g)?.length, 1);
    const steps = accepted(text).phases[0]?.scenario?.sequences[0]?.steps ?? [];
    assert.deepEqual(
      steps.map(({ body }) => (body as { headers: unknown[] }).headers.length),
      [2, 2, 0],
    );
  });

  it('has a JSON Web Token nowhere, not even in a path', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl';
    const { text } = imported(
      har({
        at: 0,
        url: `http://localhost/${token}?next=${token}`,
        request: {
          headers: [{ name: 'x-who', value: token }],
          method: 'POST',
          postData: { mimeType: 'text/plain', text: `a ${token}` },
        },
      }),
    );
    assert.doesNotMatch(text, /eyJ/);
    accepted(text);
  });

  it('has a base64 body as its text, or leaves it out with the reason', () => {
    const entry = (text: string) => ({
      at: 0,
      url: 'http://localhost/upload',
      request: { method: 'POST', postData: { mimeType: 'text/plain', encoding: 'base64', text } },
    });
    const bodies: readonly [sent: string, body?: string, reason?: RegExp][] = [
      ['Y2Fmw6k9MQ==', 'café=1'],
      ['Y2Fm\nw6k9MQ', 'café=1'],
      ['AAEC/w==', undefined, /its body is binary/],
      ['?not base64', undefined, /its body has the encoding base64, but is not base64/],
    ];
    for (const [sent, body, reason] of bodies) {
      const { draft } = imported(har(entry(sent), { at: 5, url: 'http://localhost/kept' }));
      assert.equal(draft.requests.find(({ path }) => path === '/upload')?.body, body, sent);
      assert.equal(draft.warnings.length, reason === undefined ? 0 : 1);
      if (reason) assert.match(draft.warnings[0] ?? '', reason);
    }
  });

  it('leaves out what the browser asked because it had the page already', () => {
    const headers = [
      { name: 'If-None-Match', value: '"a"' },
      { name: 'if-modified-since', value: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      { name: 'x-kept', value: '1' },
    ];
    const { draft } = imported(har({ at: 0, request: { headers } }, { at: 9, url: 'http://localhost/b' }));
    assert.deepEqual(draft.requests[0]?.headers, [['x-kept', '1']]);
    assert.match(
      draft.warnings.join(),
      /^the headers If-None-Match and If-Modified-Since of 1 recorded request are left out/,
    );
  });
});
