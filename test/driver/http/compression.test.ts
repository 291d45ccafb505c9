import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mock, suite, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Findings } from '../../../lib/driver/document/problem.ts';
import {
  DamagedBody,
  Decompression,
  type EncodingHeader,
} from '../../../lib/driver/http/exchange/decompression.ts';
import { exchanges } from '../../../lib/driver/http/exchange/limits.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { pieces } from '../scenario/fragments.ts';
import { listen, runShard, runVirtually, targetAt, totals } from '../session/shards.ts';
import { type Answer, headersOf } from './scripted-target.ts';

/** Handlers read the decompressed body, and the statistics count the compressed bytes. */

const text = JSON.stringify({ list: Array.from({ length: 400 }, (_each, at) => `člověk ${at}`) });
const compress: { readonly [encoding: string]: (text: string | Buffer) => Buffer } = {
  gzip: gzipSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
};
const encodings = Object.keys(compress);

/** Reads the whole body in fragments of this size. All fragments use the same memory, as in transports. */
function inflated(
  named: string,
  body: Buffer,
  size = 100,
  header: EncodingHeader = 'content-encoding',
): string {
  const decompression = new Decompression(header);
  decompression.begin(headersOf({ [header]: named }));
  const read: Buffer[] = [];
  const location = Buffer.alloc(Math.max(1, size));
  for (const piece of pieces(body, size)) {
    piece.copy(location);
    const part = decompression.take(location.subarray(0, piece.length));
    if (part !== undefined) read.push(Buffer.from(part));
  }
  const rest = decompression.end();
  return Buffer.concat(rest === undefined ? read : [...read, rest]).toString('utf8');
}

suite('A compressed body', () => {
  test('is read in whatever fragments it comes', () => {
    for (const encoding of encodings)
      for (const size of [1, 7, 100, 1e6])
        assert.equal(inflated(encoding, compress[encoding]?.(text) ?? Buffer.alloc(0), size), text, encoding);
  });

  test('is read by what its header says, however that is written', () => {
    const rows: readonly (readonly [named: string, body: Buffer])[] = [
      ['GZip', gzipSync(text)],
      ['x-gzip', gzipSync(text)],
      ['deflate', deflateRawSync(text)],
      [' identity ', Buffer.from(text)],
      ['', Buffer.from(text)],
      ['br, gzip', gzipSync(brotliCompressSync(text))],
      ['gzip , identity', gzipSync(text)],
    ];
    for (const [named, body] of rows) assert.equal(inflated(named, body), text, named);
    assert.equal(inflated('gzip, chunked', gzipSync(text), 9, 'transfer-encoding'), text);
    assert.equal(inflated('chunked', Buffer.from(text), 9, 'transfer-encoding'), text);
  });

  test('is read to its end when it has several members or frames', () => {
    const [one, other] = [text.slice(0, 99), text.slice(99)];
    for (const encoding of ['gzip', 'zstd']) {
      const parts = [one, other].map((part) => compress[encoding]?.(part) ?? Buffer.alloc(0));
      assert.equal(inflated(encoding, Buffer.concat(parts)), text, encoding);
    }
    const frame = zstdCompressSync('a');
    const frames = (count: number): Buffer => Buffer.concat(new Array<Buffer>(count).fill(frame));
    assert.equal(inflated('zstd', frames(exchanges.zstdFramesMax)).length, exchanges.zstdFramesMax);
    assert.throws(() => inflated('zstd', frames(exchanges.zstdFramesMax + 1)), DamagedBody);
  });

  test('that is empty, as that of a HEAD, is nothing', () => {
    for (const encoding of encodings) assert.equal(inflated(encoding, Buffer.alloc(0)), '');
  });

  test('that is cut off, is something else or of an unknown encoding is damaged', () => {
    for (const encoding of encodings) {
      const body = compress[encoding]?.(text) ?? Buffer.alloc(0);
      for (const wrong of [
        body.subarray(0, -5),
        body.subarray(0, 1),
        Buffer.from('{"plain":"text, and no archive"}'),
      ])
        assert.throws(() => inflated(encoding, wrong), DamagedBody, `${encoding} of ${wrong.length} bytes`);
    }
    for (const named of ['lzw', 'constructor', 'gzip, what'])
      assert.throws(() => inflated(named, gzipSync(text)), /content-encoding '(lzw|constructor|what)'/);
  });

  test('has at most as many encodings as the limit allows', () => {
    const layers = (count: number): [string, Buffer] => [
      new Array(count).fill('gzip').join(),
      Array.from({ length: count }).reduce<Buffer>((body) => gzipSync(body), Buffer.from(text)),
    ];
    assert.equal(inflated(...layers(exchanges.encodingsMax)), text);
    assert.throws(
      () => inflated(...layers(exchanges.encodingsMax + 1)),
      /has 6 encodings in its content-encoding, and at most 5/,
    );
  });

  test('may become as large as the limit says and no larger, in one encoding or in several', () => {
    const most = Buffer.alloc(exchanges.inflatedBytesMax);
    const tooMuch = Buffer.alloc(exchanges.inflatedBytesMax + 1);
    const size = 1e6;
    assert.equal(inflated('gzip', gzipSync(most), size).length, most.length);
    for (const encoding of ['gzip', 'zstd', 'deflate'])
      assert.throws(
        () => inflated(encoding, compress[encoding]?.(tooMuch) ?? most, size),
        /has more than [\d,]+ bytes when it is decompressed/,
      );
    assert.throws(
      () => inflated('gzip, gzip', gzipSync(gzipSync(tooMuch)), size),
      /has more than [\d,]+ bytes when it is decompressed/,
    );
    const half = zstdCompressSync(Buffer.alloc(exchanges.inflatedBytesMax / 2 + 1));
    assert.throws(
      () => inflated('zstd', Buffer.concat([half, half]), size),
      /has more than [\d,]+ bytes when it is decompressed/,
    );
  });

  test('that was inflated for a user who has stopped is not part of the next body', async () => {
    for (const large of [gzipSync(randomBytes(2 * exchanges.inflatedHereBytesMax)), Buffer.from('damaged')]) {
      const decompression = new Decompression('content-encoding');
      decompression.begin(headersOf({ 'content-encoding': 'gzip' }));
      decompression.take(large);
      await decompression.inflate();
      decompression.begin(headersOf({}));
      assert.equal(decompression.take(Buffer.from('next'))?.toString(), 'next');
      assert.equal(decompression.end()?.length, undefined);
    }
  });

  test('is held up to a limit', () => {
    const decompression = new Decompression('content-encoding');
    decompression.begin(headersOf({ 'content-encoding': 'gzip' }));
    const mebibyte = Buffer.alloc(2 ** 20);
    for (let held = 0; held < exchanges.valueBytesMax; held += mebibyte.length) decompression.take(mebibyte);
    assert.throws(() => decompression.take(Buffer.alloc(1)), /has more than/);
  });
});

suite('A request with compression', () => {
  test('row 95: by either type stores the inflated text, and the bytes that came are counted', async () => {
    const bodies = new Map(encodings.map((encoding) => [encoding, compress[encoding]?.(text) ?? '']));
    const server = await listen((request, response, { url }) => {
      const [, type, encoding = ''] = url.split('/');
      const accepted = request.headers[type === 'te' ? 'te' : 'accept-encoding'];
      if (accepted !== encoding) response.writeHead(400).end(`requested ${accepted}`);
      else if (type === 'te')
        response.writeHead(200, { 'transfer-encoding': `${encoding}, chunked` }).end(bodies.get(encoding));
      else response.writeHead(200, { 'content-encoding': encoding }).end(bodies.get(encoding));
    });
    try {
      for (const encoding of encodings) {
        const requests = [
          { path: `/accept/${encoding}`, compression: encoding },
          { path: `/accept/${encoding}`, compression: { encoding: encoding.toUpperCase() } },
          { path: `/te/${encoding}`, compression: { encoding, type: 'TRANSFER_ENCODING' } },
        ];
        const steps = requests.flatMap(({ path, compression }) => [
          { httpRequest: { GET: path, compression, handler: { body: { store: 'text' } } } },
          { fail: { message: path, stringCondition: { fromVar: 'text', notEqualTo: text } } },
        ]);
        const { rows, outcome } = await runShard({
          scenario: [{ main: steps }],
          target: targetAt(server.port),
        });
        assert.deepEqual([outcome.result, outcome.errors], ['completed', []], encoding);
        const { responses, invalid, bytesReceived } = totals(rows);
        assert.deepEqual(
          [responses, invalid, bytesReceived],
          [3, 0, 3 * (bodies.get(encoding)?.length ?? 0)],
          encoding,
        );
      }
    } finally {
      server.close();
    }
  });

  test('that is inflated on another thread when its user stops is not read, and the user ends', async () => {
    const large = gzipSync(randomBytes(2 * exchanges.inflatedHereBytesMax));
    const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = await listen(async (_request, response, { url }) => {
      if (url === '/large') response.writeHead(200, { 'content-encoding': 'gzip' }).end(large);
      else {
        await begun.promise;
        // The user stops after this response.
        response
          .on('close', () => stopped.resolve())
          .writeHead(200, { connection: 'close' })
          .end();
      }
    });
    const inflate = mock.method(Decompression.prototype, 'inflate', async () => {
      begun.resolve();
      await stopped.promise;
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    const log: string[] = [];
    try {
      const { rows, outcome } = await runShard({
        scenario: [
          {
            main: [
              {
                httpRequest: {
                  GET: '/large',
                  sync: false,
                  compression: 'gzip',
                  handler: { body: [{ store: 'text' }, { log: 'read' }] },
                },
              },
              { httpRequest: { GET: '/small' } },
              'stop',
            ],
          },
        ],
        target: targetAt(server.port),
        arrivals: { kind: 'atOnce', users: 1 },
        environment: { log: (message) => log.push(message) },
      });
      const { requests, responses, invalid } = totals(rows);
      assert.deepEqual([outcome.errors, log], [[], []]);
      assert.deepEqual([inflate.mock.callCount(), requests, responses, invalid], [1, 2, 1, 0]);
    } finally {
      mock.restoreAll();
      server.close();
    }
  });

  test('that is large is inflated on another thread, each in its turn', async () => {
    // Random text, so that the compressed body is large as well.
    const large = randomBytes(2 * exchanges.inflatedHereBytesMax).toString('hex');
    const server = await listen((_request, response, { url }) => {
      const [encoding = '', cut] = url.slice(1).split('-');
      const body = compress[encoding]?.(large) ?? Buffer.alloc(0);
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(cut === undefined ? body : body.subarray(0, -9));
    });
    const inflate = mock.method(Decompression.prototype, 'inflate');
    const log: string[] = [];
    try {
      const steps = encodings.flatMap((encoding) =>
        [encoding, `${encoding}-cut`].flatMap((path) => [
          {
            httpRequest: {
              GET: `/${path}`,
              compression: encoding,
              handler: { body: { store: 'text' }, stopOnInvalid: false },
            },
          },
          { log: '${text}' },
        ]),
      );
      const { rows, outcome } = await runShard({
        scenario: [{ main: steps }],
        target: targetAt(server.port),
        environment: { log: (message) => log.push(message) },
      });
      const { responses, invalid, internalErrors } = totals(rows);
      assert.deepEqual([responses, invalid, internalErrors], [2 * encodings.length, encodings.length, 0]);
      assert.deepEqual(
        log.map((message) => message.slice(0, 99)),
        encodings.flatMap(() => [large.slice(0, 99), '<text is not set>']),
      );
      assert.match(outcome.errors.join(), /the compressed body of the response cannot be decompressed/);
      assert.equal(inflate.mock.callCount(), 2 * encodings.length);
    } finally {
      mock.restoreAll();
      server.close();
    }
  });

  const request = (handler: object, more: object = {}) => [
    {
      main: [
        { httpRequest: { GET: '/', compression: 'gzip', handler, ...more } },
        { log: { message: 'went on' } },
      ],
    },
  ];
  const answer =
    (body: Buffer, encoding = 'gzip', more: object = {}) =>
    (): Answer => ({
      kind: 'response',
      afterMs: 5,
      headers: { 'content-encoding': encoding },
      body: pieces(body, 9),
      ...more,
    });
  /** The step runs twice, so its handlers are used twice. */
  const twice = [
    {
      main: [
        {
          loop: {
            counterVar: 'i',
            repeats: 2,
            steps: [
              { set: 'text <- none' },
              {
                httpRequest: {
                  GET: '/',
                  compression: 'gzip',
                  handler: { body: { store: 'text' }, stopOnInvalid: false },
                },
              },
              { log: '${text}' },
            ],
          },
        },
      ],
    },
  ];
  const counted = { status: { stats: {} }, body: { json: { query: '.list[3]', toVar: 'name' } } };

  test('reads JSON, and pages that lead on, in what it inflates', async () => {
    const { log, rows } = await runVirtually(
      {
        scenario: [
          {
            main: [{ httpRequest: { GET: '/', compression: 'gzip', handler: counted } }, { log: '${name}' }],
          },
        ],
      },
      { answer: answer(gzipSync(text)) },
    );
    assert.deepEqual([log, totals(rows()).internalErrors], [['člověk 3'], 0]);
    const page = gzipSync('<meta http-equiv="refresh" content="0;url=/next">');
    const { target } = await runVirtually(
      { scenario: request({ followRedirect: 'ALWAYS' }) },
      { answer: ({ path }) => (path === '/' ? answer(page)() : { kind: 'response', afterMs: 1 }) },
    );
    assert.deepEqual([target.seen.length, target.seen[1]?.headers.includes('accept-encoding')], [2, true]);
  });

  test('is invalid and not more when its body is damaged, and its handlers see none of it', async () => {
    const wrongs: readonly (readonly [Buffer, string, RegExp])[] = [
      [
        gzipSync(text).subarray(0, -9),
        'gzip',
        /\(loop\): the compressed body of the response cannot be decompressed/,
      ],
      [Buffer.from(text), 'lzw', /has the content-encoding 'lzw'/],
    ];
    for (const [body, encoding, message] of wrongs) {
      const { rows, outcome, log } = await runVirtually(
        {
          scenario: twice,
        },
        { answer: (_request, index) => (index === 0 ? answer(body, encoding) : answer(gzipSync('next')))() },
      );
      const { invalid, internalErrors, responses, status2xx } = totals(rows());
      assert.deepEqual([invalid, internalErrors, responses, status2xx], [1, 0, 2, 2]);
      assert.match(outcome.errors.join(), message);
      assert.deepEqual(log, ['<text is not set>', 'next']);
    }
  });

  test('that breaks off reports it to its handlers, and the next one begins again', async () => {
    const { rows, log } = await runVirtually(
      { scenario: twice },
      {
        answer: (_request, index) =>
          index === 0 ? answer(gzipSync(text), 'gzip', { breaksOff: 'reset' })() : answer(gzipSync('x'))(),
      },
    );
    assert.deepEqual(
      [log, totals(rows()).connectionErrors, totals(rows()).invalid],
      [['<text is not set>', 'x'], 1, 1],
    );
  });

  test('sends the header of its author, and without compression neither requests nor decompresses', async () => {
    const requestedBy = async (more: object) => {
      const { target, log } = await runVirtually(
        {
          scenario: [
            {
              main: [
                { httpRequest: { GET: '/', handler: { body: { store: 'text' } }, ...more } },
                { log: '${text}' },
              ],
            },
          ],
        },
        { answer: answer(gzipSync('short')) },
      );
      const { headers = [] } = target.seen[0] ?? {};
      return [headers.filter((_each, at) => /encoding/i.test(headers[at - 1] ?? '')), log[0] === 'short'];
    };
    assert.deepEqual(
      await requestedBy({ compression: 'gzip', headers: { 'Accept-Encoding': 'gzip;q=0.5' } }),
      [['gzip;q=0.5'], true],
    );
    assert.deepEqual(await requestedBy({}), [[], false]);
  });

  test('passes an empty body to its handlers, as without compression', async () => {
    const request = { GET: '/', handler: { body: { store: 'text' } } };
    for (const more of [{}, { compression: 'gzip' }]) {
      const { log } = await runVirtually(
        { scenario: [{ main: [{ httpRequest: { ...request, ...more } }, { log: '(${text})' }] }] },
        { answer: () => ({ kind: 'response', afterMs: 1, status: 204 }) },
      );
      assert.deepEqual(log, ['()']);
    }
  });

  test('is refused with its place when it names no encoding that is known', () => {
    const problemsOf = (compression: unknown) => {
      const findings = new Findings();
      const scenario = [{ main: [{ httpRequest: { GET: '/', compression } }] }];
      parseScenario(scenario, [], {
        targets: [targetAt(80)],
        findings,
        ergonomics: { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true },
      });
      return findings.list.map(({ path, message, hint = '' }) =>
        [path.slice(4).join('.'), message, hint].join(' | '),
      );
    };
    assert.deepEqual(problemsOf('gzpi'), ["compression | unknown encoding 'gzpi' | did you mean 'gzip'?"]);
    assert.deepEqual(problemsOf({ encoding: 'lzw' }), [
      "compression.encoding | unknown encoding 'lzw' | expected one of gzip, br, zstd, deflate",
    ]);
    assert.deepEqual(problemsOf({ type: 'TRANSFER_ENCODING' }), [
      "compression | compression needs encoding | write 'compression: gzip'",
    ]);
    assert.deepEqual(problemsOf('BR'), []);
  });
});
