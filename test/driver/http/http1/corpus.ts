import { responses } from '../../../../lib/driver/http/http1/limits.ts';

/** The expected result of a response: the whole response, or the code of its fault. */
export type Expected =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string[]>> }
  | { readonly code: string };

export type Case = {
  readonly name: string;
  /** The method of the request. Absent: GET. */
  readonly method?: string | undefined;
  /** The bytes of the response, with one character for each byte. */
  readonly bytes: string;
  /** True: the target closes its side of the connection after the bytes. */
  readonly closes?: boolean;
  readonly expected: Expected;
  /** True: the connection can be used again. */
  readonly reusable?: boolean;
};

const ok = 'HTTP/1.1 200 OK\r\n';
const okBody = 'content-length: 2\r\n\r\nok';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const { lineBytesMax, headBytesMax, interimMax, chunkLineBytesMax, trailerBytesMax } = responses;
const longLine = 'a'.repeat(lineBytesMax);

/** A response after which the connection is not used again. */
const single = (
  name: string,
  bytes: string,
  expected: Expected = { status: 200, body: 'ok' },
  more: Pick<Case, 'method' | 'closes'> = {},
): Case => ({ name, bytes, expected, ...more });

/** A response after which the connection can be used again. */
const reusable = (...row: Parameters<typeof single>): Case => ({ ...single(...row), reusable: true });

const right: readonly Case[] = [
  reusable('a length', `${ok}${okBody}`),
  reusable('a length of 0', `${ok}content-length: 0\r\n\r\n`, { status: 200 }),
  reusable(
    'names in any case, white space around values, several of a name',
    `${ok}Content-LENGTH: \t2 \t\r\nSet-Cookie: a=1\r\nX-Empty:\r\nsEt-cookie:b=2\r\n\r\nok`,
    {
      status: 200,
      body: 'ok',
      headers: { 'content-length': ['2'], 'set-cookie': ['a=1', 'b=2'], 'x-empty': [''] },
    },
  ),
  reusable(
    'bytes above ASCII in a value and in the reason',
    'HTTP/1.1 200 \xe9t\xe9\r\nx: \xfc\r\ncontent-length: 0\r\n\r\n',
    { status: 200, headers: { x: ['\xfc'], 'content-length': ['0'] } },
  ),
  reusable('a folded field', `${ok}x: y \r\n  z\r\n\tlast\r\n${okBody}`, {
    status: 200,
    body: 'ok',
    headers: { x: ['y z last'], 'content-length': ['2'] },
  }),
  reusable('a folded length', `${ok}content-length:\r\n 2\r\n\r\nok`),
  reusable('a folded trailer', `${chunked}2\r\nok\r\n0\r\nx: y\r\n z\r\n\r\n`),
  reusable('no reason', `HTTP/1.1 200 \r\n${okBody}`),
  reusable('no space behind the status', `HTTP/1.1 200\r\n${okBody}`),
  reusable('an unknown status', `HTTP/1.1 799 Odd\r\n${okBody}`, { status: 799, body: 'ok' }),
  single('no headers', `${ok}\r\nall of it`, { status: 200, body: 'all of it' }, { closes: true }),
  single('neither headers nor body', `${ok}\r\n`, { status: 200 }, { closes: true }),
  single(
    'a body up to the close',
    `${ok}x: y\r\n\r\nall of it\r\n\r\n`,
    { status: 200, body: 'all of it\r\n\r\n' },
    { closes: true },
  ),
  reusable('chunks', `${chunked}2\r\nok\r\n3\r\n yo\r\n0\r\n\r\n`, { status: 200, body: 'ok yo' }),
  reusable('many chunks', `${chunked}${'1;a\r\nx\r\n'.repeat(chunkLineBytesMax)}0\r\n\r\n`, {
    status: 200,
    body: 'x'.repeat(chunkLineBytesMax),
  }),
  reusable(
    'an interim response that says close',
    `HTTP/1.1 103 Early Hints\r\nconnection: close\r\n\r\n${ok}${okBody}`,
  ),
  reusable('no chunk', `${chunked}0\r\n\r\n`, { status: 200 }),
  reusable(
    'hexadecimal sizes in any case, with zeros in front',
    `${chunked}00A\r\n0123456789\r\na\r\n0123456789\r\n000\r\n\r\n`,
    { status: 200, body: '01234567890123456789' },
  ),
  reusable('sizes with blanks behind them', `${chunked}2 \t\r\nok\r\n0  \r\n\r\n`),
  reusable('chunk extensions', `${chunked}2;a=b;c="d e"\r\nok\r\n0;last\r\n\r\n`),
  reusable('trailers', `${chunked}2\r\nok\r\n0\r\nx-a: 1\r\nx-b:\r\n\r\n`),
  reusable('chunks whose data looks like chunks', `${chunked}5\r\n0\r\n\r\n\r\n0\r\n\r\n`, {
    status: 200,
    body: '0\r\n\r\n',
  }),
  reusable('Transfer-Encoding in any case', `${ok}Transfer-Encoding:  CHUNKED \r\n\r\n2\r\nok\r\n0\r\n\r\n`),
  reusable(
    'another coding under the chunks',
    `${ok}transfer-encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
  ),
  reusable(
    'two fields of codings',
    `${ok}transfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
  ),
  single(
    'a coding that is not chunked',
    `${ok}transfer-encoding: gzip\r\n\r\nall of it`,
    { status: 200, body: 'all of it' },
    { closes: true },
  ),
  single(
    'an unknown coding',
    `${ok}transfer-encoding: xchunked\r\n\r\nall of it`,
    { status: 200, body: 'all of it' },
    { closes: true },
  ),
  reusable('HEAD with a length', `${ok}content-length: 2\r\n\r\n`, { status: 200 }, { method: 'HEAD' }),
  reusable('HEAD with chunks', chunked, { status: 200 }, { method: 'HEAD' }),
  reusable('HEAD without a length', `${ok}\r\n`, { status: 200 }, { method: 'HEAD' }),
  reusable('204', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204 }),
  reusable('204 with a length', 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n', { status: 204 }),
  reusable('304 with a length', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n', { status: 304 }),
  reusable('304 with chunks', 'HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n', {
    status: 304,
  }),
  reusable('an unasked 100', `HTTP/1.1 100 Continue\r\n\r\n${ok}${okBody}`),
  reusable(
    '102 and 103 with headers',
    `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}${okBody}`,
  ),
  single(
    '101',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\nno HTTP any more',
    { status: 101 },
  ),
  single('Connection: close', `${ok}Connection: Close\r\n${okBody}`),
  single('close in a list of options', `${ok}connection: foo , CLOSE\r\n${okBody}`),
  single('close in a second field', `${ok}connection: keep-alive\r\nconnection: close\r\n${okBody}`),
  reusable('keep-alive', `${ok}Connection: Keep-Alive\r\n${okBody}`),
  reusable('an option that only begins like close', `${ok}connection: closed\r\n${okBody}`),
  single('HTTP/1.0', `HTTP/1.0 200 OK\r\n${okBody}`),
  reusable('HTTP/1.0 with keep-alive', `HTTP/1.0 200 OK\r\nconnection: keep-alive\r\n${okBody}`),
  reusable(
    'HTTP/1.0 with keep-alive among other options',
    `HTTP/1.0 200 OK\r\nconnection: foo, Keep-Alive\r\n${okBody}`,
  ),
  single(
    'HTTP/1.0 up to the close',
    'HTTP/1.0 200 OK\r\n\r\nall of it',
    { status: 200, body: 'all of it' },
    { closes: true },
  ),
  single(
    'HTTP/1.0 with chunks',
    'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  ),
  reusable('the same length in two fields', `${ok}content-length: 2\r\n${okBody}`),
  reusable('the same length twice in one field', `${ok}content-length: 2, 2\r\n\r\nok`),
  reusable('a line of the longest length', `${ok}x:${longLine.slice(2)}\r\n${okBody}`),
  reusable(
    'many interim responses',
    `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(interimMax)}${ok}${okBody}`,
  ),
  single('bytes behind the response', `${ok}${okBody}HTTP/1.1 200 OK\r\n`),
  single('a body behind HEAD', `${ok}${okBody}`, { status: 200 }, { method: 'HEAD' }),
];

const refused: readonly Case[] = [
  ...[
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['another protocol', `HTTQ/1.1 200 OK\r\n${okBody}`],
    ['lower case', `http/1.1 200 OK\r\n${okBody}`],
    ['HTTP/2 as text', `HTTP/2.0 200 OK\r\n${okBody}`],
    ['no version', `HTTP 200 OK\r\n${okBody}`],
    ['a status of two digits', `HTTP/1.1 20 OK\r\n${okBody}`],
    ['a status of four digits', `HTTP/1.1 2000 OK\r\n${okBody}`],
    ['a blank in a status', `HTTP/1.1 9 9 OK\r\n${okBody}`],
    ['a digit in place of the blank', `HTTP/1.10200 OK\r\n${okBody}`],
    ['a status below 100 in front of a response', `HTTP/1.1 099 OK\r\n\r\n${ok}${okBody}`],
    ['a status below 100', `HTTP/1.1 099 OK\r\n${okBody}`],
    ['two spaces in front of the status', `HTTP/1.1  200 OK\r\n${okBody}`],
    ['NUL in the reason', `HTTP/1.1 200 O\0K\r\n${okBody}`],
    ['LF alone behind the status line', `HTTP/1.1 200 OK\n${okBody}`],
    ['CR without LF in the status line', `HTTP/1.1 200 OK\rX\n${okBody}`],
    ['an empty line in front', `\r\n${ok}${okBody}`],
  ].map(([name, bytes]) => refusal(name!, bytes!, 'HTTP1_STATUS_LINE')),
  ...[
    ['white space in front of the colon', `${ok}x : y\r\n${okBody}`],
    ['white space in a name', `${ok}x y: z\r\n${okBody}`],
    ['a line without a colon', `${ok}nonsense\r\n${okBody}`],
    ['a field without a name', `${ok}: y\r\n${okBody}`],
    ['NUL in a name', `${ok}x\0: y\r\n${okBody}`],
    ['a byte above ASCII in a name', `${ok}\xfc: y\r\n${okBody}`],
    ['NUL in a value', `${ok}x: y\0z\r\n${okBody}`],
    ['a control character in a value', `${ok}x: y\x01\r\n${okBody}`],
    ['DEL in a value', `${ok}x: y\x7f\r\n${okBody}`],
    ['CR in a value', `${ok}x: y\rz\r\n${okBody}`],
    ['LF alone behind a field', `${ok}x: y\n${okBody}`],
    ['LF alone at the end of the head', `${ok}content-length: 2\r\n\nok`],
    ['CR without LF at the end of the head', `${ok}content-length: 2\r\n\rok`],
    ['a fold in front of all fields', `${ok} x: y\r\n${okBody}`],
    ['a control character behind a fold', `${ok}x: y\r\n z\x01\r\n${okBody}`],
  ].map(([name, bytes]) => refusal(name!, bytes!, 'HTTP1_HEADER')),
  ...[
    ['two lengths', `${ok}content-length: 3\r\n${okBody}`],
    ['two lengths in one field', `${ok}content-length: 2, 3\r\n\r\nok`],
    ['a negative length', `${ok}content-length: -2\r\n\r\nok`],
    ['a length with a sign', `${ok}content-length: +2\r\n\r\nok`],
    ['a hexadecimal length', `${ok}content-length: 0x2\r\n\r\nok`],
    ['a length with a fraction', `${ok}content-length: 2.0\r\n\r\nok`],
    ['a length with a blank', `${ok}content-length: 2 2\r\n\r\nok`],
    ['a length with the byte A0', `${ok}content-length: 2\xa0\r\n\r\nok`],
    ['an empty length', `${ok}content-length:\r\n\r\nok`],
    ['an empty part of a length', `${ok}content-length: 2,\r\n\r\nok`],
    ['a length beyond all numbers', `${ok}content-length: 9999999999999999999999\r\n\r\nok`],
    ['a length just beyond what is exact', `${ok}content-length: 9007199254740993\r\n\r\nok`],
  ].map(([name, bytes]) => refusal(name!, bytes!, 'HTTP1_CONTENT_LENGTH')),
  ...[
    [
      'a length together with chunks',
      `${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ],
    [
      'a length behind chunks',
      `${ok}transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    ],
    ['a length together with another coding', `${ok}transfer-encoding: gzip\r\ncontent-length: 2\r\n\r\nok`],
    ['chunked twice', `${ok}transfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
    [
      'chunked in two fields',
      `${ok}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['no coding', `${ok}transfer-encoding: \r\n\r\nok`],
  ].map(([name, bytes]) => refusal(name!, bytes!, 'HTTP1_TRANSFER_ENCODING')),
  ...[
    ['a size that is no number', `${chunked}g\r\nok\r\n0\r\n\r\n`],
    ['no size', `${chunked}\r\nok\r\n0\r\n\r\n`],
    ['an extension without a size', `${chunked};a\r\nok\r\n0\r\n\r\n`],
    ['a negative size', `${chunked}-2\r\nok\r\n0\r\n\r\n`],
    ['a size with 0x', `${chunked}0x2\r\nok\r\n0\r\n\r\n`],
    ['a blank in front of a size', `${chunked} 2\r\nok\r\n0\r\n\r\n`],
    ['a size beyond all numbers', `${chunked}ffffffffffffffffff\r\nok`],
    ['a size just beyond what is exact', `${chunked}20000000000001\r\nok`],
    ['a chunk longer than its size', `${chunked}1\r\nok\r\n0\r\n\r\n`],
    ['a chunk without CRLF behind it', `${chunked}2\r\nok0\r\n\r\n`],
    ['a chunk with LF alone behind it', `${chunked}2\r\nok\n0\r\n\r\n`],
    ['a chunk with CR alone behind it', `${chunked}2\r\nok\r0\r\n\r\n`],
    ['a blank inside a size', `${chunked}0 2\r\nok\r\n0\r\n\r\n`],
    ['CR and something else behind a size', `${chunked}2\rXok\r\n0\r\n\r\n`],
    ['something and LF behind a chunk', `${chunked}2\r\nokX\n0\r\n\r\n`],
    ['LF alone behind a size', `${chunked}2\nok\r\n0\r\n\r\n`],
    ['CR alone behind a size', `${chunked}2\rok\r\n0\r\n\r\n`],
    ['something behind a size', `${chunked}2 x\r\nok\r\n0\r\n\r\n`],
    ['a control character in an extension', `${chunked}2;a\0\r\nok\r\n0\r\n\r\n`],
    ['an extension with LF alone', `${chunked}2;a\nok\r\n0\r\n\r\n`],
    ['an extension that is too long', `${chunked}2;${'a'.repeat(chunkLineBytesMax)}\r\nok\r\n0\r\n\r\n`],
  ].map(([name, bytes]) => refusal(name!, bytes!, 'HTTP1_CHUNK')),
  ...[
    ['a trailer without a colon', `${chunked}0\r\nnonsense\r\n\r\n`],
    ['a trailer without a name', `${chunked}0\r\n: x\r\n\r\n`],
    ['a fold in front of all trailers', `${chunked}0\r\n x: y\r\n\r\n`],
    ['a control character in a trailer', `${chunked}0\r\nx: \0\r\n\r\n`],
    ['a trailer with LF alone', `${chunked}0\r\nx: y\n\r\n`],
    ['a CR without LF at the end', `${chunked}0\r\n\rX`],
    ['LF alone at the end', `${chunked}0\r\n\n`],
    [
      'trailers that are too long',
      `${chunked}0\r\n${`x: ${'a'.repeat(1000)}\r\n`.repeat(Math.ceil(trailerBytesMax / 1000))}\r\n`,
    ],
  ].map(([name, bytes]) => refusal(name!, bytes!, 'HTTP1_TRAILER')),
  refusal('a line that is too long', `${ok}x:${longLine}\r\n${okBody}`, 'HTTP1_HEAD_SIZE'),
  refusal('a reason that is too long', `HTTP/1.1 200 ${longLine}\r\n${okBody}`, 'HTTP1_HEAD_SIZE'),
  refusal(
    'a head that is too long',
    `${ok}${`x: ${'a'.repeat(1000)}\r\n`.repeat(Math.ceil(headBytesMax / 1000))}${okBody}`,
    'HTTP1_HEAD_SIZE',
  ),
  refusal(
    'too many interim responses',
    'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(interimMax + 1),
    'HTTP1_INTERIM',
  ),
];

function refusal(name: string, bytes: string, code: string): Case {
  return { name, bytes, expected: { code } };
}

/** Cases in which the target closes the connection too early. */
const brokenOff: readonly Case[] = [
  ['nothing', ''],
  ['half a status line', 'HTTP/1.1 20'],
  ['half a head', `${ok}content-len`],
  ['a head without its end', `${ok}content-length: 2\r\n`],
  ['an interim response alone', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['less than its length', `${ok}content-length: 3\r\n\r\nok`],
  ['no body', `${ok}content-length: 3\r\n\r\n`],
  ['half a chunk', `${chunked}3\r\nok`],
  ['no last chunk', `${chunked}2\r\nok\r\n`],
  ['no line behind the last chunk', `${chunked}2\r\nok\r\n0\r\n`],
  ['half a trailer', `${chunked}0\r\nx: `],
].map(([name, bytes]) => ({
  name: `${name}, then the close`,
  bytes: bytes!,
  closes: true,
  expected: { code: 'ECONNRESET' },
}));

/** Correct and faulty responses of targets. */
export const corpus: readonly Case[] = [...right, ...refused, ...brokenOff];

type Difference = { readonly undici?: true; readonly node?: true; readonly why: string };

const oneLength = {
  undici: true,
  node: true,
  why: 'RFC 9110 section 8.6 allows to take it for one',
} as const;
const bounded = { undici: true, node: true, why: 'it has another bound, or none' } as const;

/** The cases, by name, in which another client differs, with the reason why Downpour does not do the same. */
const joined: Difference = {
  undici: true,
  node: true,
  why: 'RFC 9112 section 5.2: a user agent replaces the line break by spaces, as curl does',
};

export const differences: Readonly<Record<string, Difference>> = {
  'a folded field': joined,
  'a folded length': joined,
  'a folded trailer': joined,
  'names in any case, white space around values, several of a name': {
    undici: true,
    why: 'RFC 9110 section 5.5: a tab around a value is no part of it',
  },
  'an unasked 100': { undici: true, why: 'RFC 9110 section 15.2.1: a client ignores it' },
  '101': { undici: true, why: 'it accepts 101 only after its own upgrade request; here 101 is the response' },
  'the same length in two fields': oneLength,
  'the same length twice in one field': oneLength,
  'a body behind HEAD': {
    node: true,
    why: 'the response is complete; what comes behind it closes the connection',
  },
  'HTTP/2 as text': {
    undici: true,
    node: true,
    why: 'RFC 9110 section 2.5: another major version is another protocol',
  },
  'a status below 100 in front of a response': { node: true, why: 'RFC 9110 section 15 has no such status' },
  'a status below 100': { node: true, why: 'RFC 9110 section 15 has no such status' },
  'NUL in the reason': {
    undici: true,
    node: true,
    why: 'RFC 9112 section 4 has no control characters there',
  },
  'an empty line in front': {
    undici: true,
    node: true,
    why: 'RFC 9112 section 2.2 allows it in front of requests only',
  },
  'sizes with blanks behind them': {
    undici: true,
    node: true,
    why: 'some servers pad sizes, and curl, Go, Netty and browsers accept it',
  },
  'chunked twice': {
    undici: true,
    node: true,
    why: 'RFC 9112 section 6.1 forbids it, and it has no meaning',
  },
  'an interim response that says close': {
    undici: true,
    node: true,
    why: 'it says nothing about the final one',
  },
  'chunked in two fields': {
    undici: true,
    node: true,
    why: 'RFC 9112 section 6.1 forbids it, and it has no meaning',
  },
  'no coding': { undici: true, why: 'RFC 9110 section 5.6.1: a list of one or more' },
  'an extension that is too long': bounded,
  'trailers that are too long': bounded,
  'a line that is too long': bounded,
  'a reason that is too long': bounded,
};
