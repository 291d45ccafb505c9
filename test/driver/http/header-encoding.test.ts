import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { bytesOfText, referenceOfBytes, textOfBytes } from '../../../lib/driver/http/header-encoding.ts';
import { RequestBlocks } from '../../../lib/driver/http/http2/request-block.ts';
import type { Target } from '../../../lib/driver/model/benchmark.ts';
import { asciiAuthority, asciiHost } from '../../../lib/driver/model/host-name.ts';
import { type Case, runShard, targetAt } from '../session/shards.ts';
import {
  endHeaders,
  endStream,
  frame,
  literal,
  type Peer,
  portOf,
  scripted,
  status200,
  types,
} from './http2/peers.ts';

/** The bytes of headers, names and addresses on the wire are the same in both versions of HTTP. */

type Answer = {
  readonly status?: number;
  readonly fields?: readonly (readonly [string, string])[];
  readonly body?: Buffer;
};
type Answers = (path: string) => Answer;
/** A request as a target has received it, with one character for each byte. */
type Read = { readonly path: string; readonly text: string };

const none = Buffer.alloc(0);

/** A target that reads HTTP/1.1 byte by byte. */
function target1(answers: Answers, read: Read[]) {
  return createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1');
      const path = text.split(' ')[1] ?? '';
      read.push({ path, text });
      const { status = 200, fields = [], body = none } = answers(path);
      const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`HTTP/1.1 ${status} x\r\ncontent-length: ${body.length}\r\n${lines}\r\n`, 'latin1');
      socket.write(body);
    });
  });
}

/**
 * A target that reads HTTP/2 byte by byte. Fields of requests are literals or indexes, so the test searches
 * the raw header block.
 */
function target2(answers: Answers, read: Read[]) {
  const answer = (stream: number, block: Buffer, peer: Peer): void => {
    const text = block.toString('latin1');
    const path = /\/[\x21-\x7e]*/.exec(text.slice(1))?.[0] ?? '';
    read.push({ path, text });
    const { status = 200, fields = [], body = none } = answers(path);
    const head = status === 200 ? status200 : literal(':status', `${status}`);
    const rest = fields.map(([name, value]) => literal(name, value));
    peer.send(
      frame(types.headers, endHeaders, stream, Buffer.concat([head, ...rest])),
      frame(types.data, endStream, stream, body),
    );
  };
  return scripted({
    start: (peer) => peer.send(frame(types.settings, 0, 0)),
    frame: ({ type, stream, payload }, peer) => {
      if (type === types.headers) answer(stream, payload, peer);
    },
  });
}

const versions = {
  'HTTP/1.1': { serve: target1, more: {} },
  'HTTP/2': { serve: target2, more: { httpVersion: '2' } },
} satisfies Record<string, { serve: typeof target1; more: Partial<Target> }>;

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

for (const [version, { serve, more }] of Object.entries(versions)) {
  const visit = async (
    t: TestContext,
    answers: Answers,
    steps: readonly object[],
    row: Partial<Case> = {},
    target: Partial<Target> = {},
  ) => {
    const read: Read[] = [];
    const log: string[] = [];
    const port = await portOf(t, serve(answers, read));
    const { outcome } = await runShard({
      scenario: [{ main: steps }],
      target: { ...targetAt(port, more), ...target },
      connections: 1,
      environment: { log: (line) => log.push(line) },
      ...row,
    });
    return { read, log, errors: outcome.errors, port };
  };

  suite(`over ${version}`, () => {
    const locations: readonly (readonly [location: string, path: string])[] = [
      [bytes('/café'), '/caf%C3%A9'],
      [bytes('/a?q=é☕'), '/a?q=%C3%A9%E2%98%95'],
      [bytes('über'), '/%C3%BCber'],
      ['/caf%C3%A9', '/caf%C3%A9'],
      ['/caf\xe9', '/caf%E9'],
      ['/x?q=\xe9\xff', '/x?q=%E9%FF'],
      [`${bytes('/é')}#${bytes('ü')}`, '/%C3%A9'],
    ];
    for (const [location, path] of locations)
      test(`a redirect to ${JSON.stringify(location)} leads to ${path}`, async (t) => {
        const answers: Answers = (requested) =>
          requested === '/first' ? { status: 302, fields: [['location', location]] } : {};
        const request = { GET: '/first', handler: { followRedirect: 'LOCATION_ONLY' } };
        const { read, errors } = await visit(t, answers, [{ httpRequest: request }]);
        assert.deepEqual([read.map((each) => each.path), errors], [['/first', path], []]);
      });

    test('a redirect to a host beyond ASCII reaches the target of that name', async (t) => {
      const answers: Answers = (requested) =>
        requested === '/first'
          ? { status: 302, fields: [['location', bytes('http://bücher.example/ü')]] }
          : {};
      const request = { GET: '/first', handler: { followRedirect: 'LOCATION_ONLY' } };
      const host = 'xn--bcher-kva.example';
      const read: Read[] = [];
      const addresses = [`127.0.0.1:${await portOf(t, serve(answers, read))}`];
      const position = { host, authority: host, port: 80, addresses };
      const { errors } = await visit(t, answers, [{ httpRequest: request }], {}, position);
      assert.deepEqual([read.map(({ path }) => path), errors], [['/first', '/%C3%BC'], []]);
    });

    test('values are sent as UTF-8, and a received value is sent back with the same bytes', async (t) => {
      const answers: Answers = () => ({ fields: [['x-given', bytes('naïve ☕')]] });
      const filter = { header: { value: 'x-given' }, processor: { store: 'given' } };
      const { read, errors } = await visit(t, answers, [
        { set: 'tea <- thé ☕' },
        {
          httpRequest: {
            GET: '/',
            headers: { 'x-fixed': 'café ☕', 'x-own': '${tea}' },
            handler: { header: { filter } },
          },
        },
        { httpRequest: { GET: '/', headers: { 'x-back': '${given}', cookie: 'own=ü' } } },
      ]);
      const [first, second] = read.map(({ text }) => text);
      assert.deepEqual(errors, []);
      for (const value of ['café ☕', 'thé ☕']) assert.ok(first?.includes(bytes(value)), value);
      for (const value of ['naïve ☕', 'own=ü']) assert.ok(second?.includes(bytes(value)), value);
    });

    test('cookies and entity tags go back byte for byte, whatever they are', async (t) => {
      const odd = 'caf\xe9';
      const answers: Answers = () => ({
        fields: [
          ['set-cookie', `id=${odd}`],
          ['set-cookie', bytes('name=é')],
          ['etag', `"${odd}"`],
          ['cache-control', 'no-cache'],
        ],
      });
      const { read } = await visit(t, answers, [
        { httpRequest: { GET: '/' } },
        { httpRequest: { GET: '/' } },
      ]);
      for (const value of [`id=${odd}`, bytes('name=é'), `"${odd}"`])
        assert.ok(read[1]?.text.includes(value), value);
    });

    test('a log shows header text as people read it', async (t) => {
      const answers: Answers = () => ({
        status: 404,
        fields: [
          ['x-why', bytes('café')],
          ['x-odd', 'caf\xe9'],
        ],
      });
      const handler = { status: { range: '2xx' }, header: 'logInvalid' };
      const { log } = await visit(t, answers, [{ httpRequest: { GET: '/', handler } }]);
      assert.deepEqual(
        log.filter((line) => line.includes('x-')),
        ['#0: x-why: café', '#0: x-odd: café'],
      );
    });

    const json = Buffer.from('{"a":"hello"}');
    const encoded: readonly (readonly [lines: readonly string[], body: Buffer])[] = [
      [['gzip', 'br'], brotliCompressSync(gzipSync(json))],
      [['gzip', 'gzip'], gzipSync(gzipSync(json))],
      [['gzip', 'identity'], gzipSync(json)],
      [['identity', 'br, gzip'], gzipSync(brotliCompressSync(json))],
      [['gzip, br'], brotliCompressSync(gzipSync(json))],
    ];
    for (const [lines, body] of encoded)
      test(`content-encoding in the lines ${lines.join(' + ')} is one list`, async (t) => {
        const answers: Answers = () => ({
          fields: lines.map((line) => ['content-encoding', line] as const),
          body,
        });
        const handler = { body: { json: '.a -> v' } };
        const { log, errors } = await visit(t, answers, [
          { httpRequest: { GET: '/', compression: 'gzip', handler } },
          { log: '${v}' },
        ]);
        assert.deepEqual([log, errors], [['hello'], []]);
      });

    const broken: readonly (readonly [what: string, answer: Answer])[] = [
      ['is no gzip', { fields: [['content-encoding', 'gzip']], body: Buffer.from('plain') }],
      ['has an unknown encoding', { fields: [['content-encoding', 'lzw']], body: json }],
      ['is cut short', { fields: [['content-encoding', 'gzip']], body: gzipSync(json).subarray(0, 20) }],
    ];
    for (const [what, answer] of broken)
      test(`a body that ${what} leaves no value of the response before`, async (t) => {
        const answers: Answers = (path) => (path === '/good' ? { body: json } : answer);
        const handler = { stopOnInvalid: false, body: { json: { query: '.a', toVar: 'v' } } };
        const requestTo = (GET: string) => ({ httpRequest: { GET, compression: 'gzip', handler } });
        const { log } = await visit(t, answers, [
          requestTo('/good'),
          { log: '${v}' },
          requestTo('/bad'),
          { log: '${v}' },
        ]);
        assert.equal(log[0], 'hello');
        assert.doesNotMatch(log[1] ?? '', /hello/);
      });

    const paths: readonly (readonly [written: string, sent: string])[] = [
      ['/p4?r=1#frag', '/p4?r=1'],
      ['/p#a/b?c', '/p'],
      ['/p%23', '/p%23'],
      ['/é#ü', '/%C3%A9'],
    ];
    for (const [written, sent] of paths)
      test(`the path ${written} is sent as ${sent}`, async (t) => {
        const { read } = await visit(t, () => ({}), [
          { httpRequest: { GET: written } },
          { set: `path <- ${written}` },
          { httpRequest: { GET: '${path}' } },
        ]);
        assert.deepEqual(
          read.map(({ path }) => path),
          [sent, sent],
        );
      });

    test('whole URLs keep their queries and lose their fragments', async (t) => {
      const read: Read[] = [];
      const port = await portOf(
        t,
        serve(() => ({}), read),
      );
      const base = `http://127.0.0.1:${port}`;
      const steps = [`${base}#x/y`, `${base}?a=/b`, `${base}/c#d`].map((GET) => ({ httpRequest: { GET } }));
      await runShard({ scenario: [{ main: steps }], target: targetAt(port, more), connections: 1 });
      assert.deepEqual(
        read.map(({ path }) => path),
        ['/', '/?a=/b', '/c'],
      );
    });

    test('a host header beyond ASCII is written in ASCII', async (t) => {
      const { read } = await visit(t, () => ({}), [
        { httpRequest: { GET: '/', headers: { host: 'bücher.example:81' } } },
      ]);
      assert.ok(read[0]?.text.includes('xn--bcher-kva.example:81'));
    });
  });
}

suite('the header of a response over HTTP/1.1', () => {
  test('that is folded over lines is one value, in whatever pieces it comes', async (t) => {
    const folded = 'x-a: one\r\n two\r\n\t three \r\n   \r\nx-b: last\r\n';
    for (const size of [1000, 1, 3]) {
      const log: string[] = [];
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.setNoDelay(true);
        socket.on('data', async () => {
          const whole = `HTTP/1.1 404 x\r\n${folded}content-length:\r\n 2\r\n\r\nok`;
          for (let at = 0; at < whole.length; at += size) {
            socket.write(whole.slice(at, at + size));
            await new Promise((resolve) => setImmediate(resolve));
          }
        });
      });
      const handler = { status: { range: '2xx' }, header: 'logInvalid' };
      const { outcome } = await runShard({
        scenario: [{ main: [{ httpRequest: { GET: '/', handler } }] }],
        target: targetAt(await portOf(t, server)),
        environment: { log: (line) => log.push(line) },
      });
      assert.deepEqual(log, ['#0: x-a: one two three', '#0: x-b: last', '#0: content-length: 2']);
      assert.deepEqual(outcome.errors, []);
    }
  });
});

suite('names of hosts', () => {
  test('become ASCII as name services know them', () => {
    for (const [name, ascii] of [
      ['bücher.example', 'xn--bcher-kva.example'],
      ['BÜCHER.example', 'xn--bcher-kva.example'],
      ['日本語。jp', 'xn--wgv71a119e.jp'],
      ['faß.de', 'xn--fa-hia.de'],
      ['[FD00:0:0:1::5]', '[fd00:0:0:1::5]'],
      ['[0:0:0:0:0:0:0:1]', '[::1]'],
      ['Example.com', 'Example.com'],
      ['[::1]', '[::1]'],
    ] as const)
      assert.equal(asciiHost(name), ascii);
    assert.equal(asciiAuthority('bücher.example:8080'), 'xn--bcher-kva.example:8080');
    assert.equal(asciiHost('a\u{2260}b\u0000'), undefined);
    assert.equal(asciiAuthority('a\u{2260}b\u0000:80'), undefined);
  });

  test('are ASCII in every target of a document, and requests find them by either', () => {
    const of = (http: string, path: string) =>
      parseBenchmark(
        `name: idn\nhttp: ${http}\nphases: [p: {atOnce: {users: 1, scenario: [s: [httpRequest: {GET: '${path}'}]]}}]`,
      );
    for (const path of ['/', 'http://bücher.example/', 'http://xn--bcher-kva.example/']) {
      const parsed = of("{host: 'http://bücher.example', addresses: ['bücher.example:81']}", path);
      const [target] = parsed.benchmark?.targets ?? [];
      assert.deepEqual(
        [target?.host, target?.authority, target?.addresses],
        ['xn--bcher-kva.example', 'xn--bcher-kva.example', ['xn--bcher-kva.example:81']],
        JSON.stringify(parsed),
      );
    }
  });
});

test('a value that ends in the byte A0 keeps it over HTTP/2, and loses only spaces and tabs', () => {
  const headers = ['x-city', `\t ${bytesOfText('città')} \t`];
  const request = { method: 'GET', path: '/', headers, body: null };
  const { bytes, length } = new RequestBlocks('http', 'a').write(request);
  assert.ok(bytes.toString('latin1', 0, length).endsWith(`\x06${bytesOfText('città')}`));
});

test('text and bytes are each other, and a reference keeps what is no UTF-8 byte by byte', () => {
  for (const text of ['', 'plain', 'é', '☕', '𝄞']) assert.equal(textOfBytes(bytesOfText(text)), text);
  assert.equal(textOfBytes('caf\xe9'), 'café');
  assert.equal(referenceOfBytes('/a\xe9b'), '/a%E9b');
  assert.equal(referenceOfBytes(bytesOfText('/é')), '/é');
});
